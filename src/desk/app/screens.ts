import { prefetches } from '../ui/lazy-part.tsx'
import { lazyScreen } from './lazy-screen.ts'
import { screenModules, screenNameAt } from './screen-modules.ts'

export const screens = {
  newJob: lazyScreen(screenModules.newJob, 'NewJobScreen'),
  jobs: lazyScreen(screenModules.jobs, 'JobsScreen'),
  job: lazyScreen(screenModules.job, 'JobScreen'),
  jobArticle: lazyScreen(screenModules.jobArticle, 'JobArticleScreen'),
  library: lazyScreen(screenModules.library, 'LibraryScreen'),
  libraryArticle: lazyScreen(screenModules.libraryArticle, 'LibraryArticleScreen'),
  skippedArticles: lazyScreen(screenModules.skippedArticles, 'SkippedArticlesScreen'),
  preferences: lazyScreen(screenModules.preferences, 'PreferencesScreen'),
  notFound: lazyScreen(screenModules.notFound, 'NotFoundScreen'),
} as const

/** Prefetches the screen of an address, by default the list of jobs. Never rejects: drawing it fetches it again. */
export async function prefetchScreen(pathname: string): Promise<void> {
  await screens[screenNameAt(pathname)].prefetch().catch(() => {})
}

/**
 * Prefetches the other screens, and what opens on them, while idle: they then open without a wait, and are there without
 * a network or once a newer version has replaced their files.
 */
export async function prefetchEverything(): Promise<void> {
  for (const prefetch of prefetches) {
    await untilIdle()
    try {
      await prefetch()
    } catch {
      // The code is fetched again when needed. If nothing responds, each of the others would be asked for in vain, with
      // all stylesheets that are missing so far.
      await new Promise((resolve) => setTimeout(resolve, afterFailureMs))
    }
  }
}

/** Resolves when the page has nothing else to do. */
const untilIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve)
    else requestIdleCallback(() => resolve(), { timeout: longestWaitMs })
  })

/** A page that is never idle still has to work offline. */
const longestWaitMs = 2_000

const afterFailureMs = 30_000
