import { screens } from './screens.ts'
import { Suspense, useEffect } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { paths, routePatterns } from '../paths.ts'
import { useKeysForNextScreen } from '../ui/held-keys.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './screen-skeleton.module.css'

/** One line per screen. The first screen is the list of jobs: what is running, or how to begin. */
export function SignedInRoutes() {
  useKeysForNextScreen(useLocation().pathname)
  useEffect(() => {
    document.addEventListener('keydown', ignoreHeldEnter, { capture: true })
    return () => document.removeEventListener('keydown', ignoreHeldEnter, { capture: true })
  }, [])
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <Routes>
        <Route path="/" element={<Navigate to={paths.jobs} replace />} />
        <Route path={paths.signIn} element={<Navigate to={paths.jobs} replace />} />
        <Route path={paths.newJob} element={<NewJob />} />
        <Route path={paths.jobs} element={<screens.jobs />} />
        <Route path={routePatterns.job} element={<screens.job />}>
          <Route path={routePatterns.article} element={<screens.jobArticle />} />
        </Route>
        <Route path={paths.library} element={<screens.library />}>
          <Route path={routePatterns.article} element={<screens.libraryArticle />} />
        </Route>
        <Route path={paths.skippedArticles} element={<screens.skippedArticles />} />
        <Route path={paths.preferences} element={<screens.preferences />} />
        <Route path="*" element={<screens.notFound />} />
      </Routes>
    </Suspense>
  )
}

/**
 * Browsers press a button, link or menu item again and again while Enter is held: it would take back what it did, or
 * press what has the focus by then, unread.
 */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !event.repeat || event.target instanceof HTMLTextAreaElement) return
  event.preventDefault()
  event.stopPropagation()
}

/**
 * Prefetches the next screen while the form is filled in, so that nothing has to be fetched when the response comes.
 */
function NewJob() {
  useEffect(() => {
    const timer = setTimeout(() => void screens.job.prefetch().catch(() => {}), afterFormMs)
    return () => clearTimeout(timer)
  }, [])
  return <screens.newJob />
}

/** Lets the form itself load first. */
const afterFormMs = 1_000

/**
 * Placeholder while a screen's code loads: a heading and a few lines in their final places. Delayed, so that it doesn't
 * flash.
 */
function ScreenSkeleton() {
  return (
    <div className={styles.skeleton}>
      <div className={styles.heading}>
        <Skeleton width="9rem" />
      </div>
      <Skeleton lines={4} />
    </div>
  )
}
