import { useIsMutating, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import { creatingJob, jobsQuery, settingQuery } from '../../worker-client/library-queries.ts'
import type { JobKey, JobRecord } from '../../library/records.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/session-context.tsx'
import { useToast } from '../../ui/toast.tsx'
import { jobStatus } from './job-status.ts'
import { notifySetting, showDone } from './notification.ts'

/** Shows the notices of the watch on every screen. Renders nothing itself. */
export function WatchNotices() {
  const worker = useWorkerApi()
  const { requireSignIn } = useSession()
  const { data: records = [] } = useQuery(jobsQuery(worker))

  useEffect(
    () => worker.subscribe(({ kind }) => kind === 'refused' && requireSignIn()),
    [worker, requireSignIn],
  )

  useDoneNotice(records)
  return null
}

/**
 * Tells the editor that a watched job has ended, or its watch: in the tab's title while the tab is hidden, by a
 * notification if one was requested, and by a toast on every screen but the job's own.
 */
function useDoneNotice(records: readonly JobRecord[]): void {
  const navigate = useNavigate()
  const toast = useToast()
  const { data: notify } = useQuery(settingQuery(useWorkerApi(), notifySetting))
  const unfinished = useRef<ReadonlySet<JobKey>>(new Set())
  const setTitle = useTitleWhileHidden()
  // A quick job may end before the form opens the job's screen; what is in sight is only known after that.
  const isSending = useIsMutating({ mutationKey: creatingJob }) > 0

  useEffect(() => {
    const watched = records.filter((record) => record.phase === 'watched').map(({ key }) => key)
    if (isSending) {
      unfinished.current = new Set([...unfinished.current, ...watched])
      return
    }
    const done = records.filter((record) => unfinished.current.has(record.key) && hasEnded(record))
    unfinished.current = new Set(watched)
    for (const record of done) {
      const message = `Job ${record.jobId}: ${jobStatus(record, false).words}`
      const open = () => void navigate(paths.job(record.key))
      setTitle(message)
      if (notify === true && document.hidden) showDone(record, open)
      if (!isInSight(record.key)) toast({ message, action: { label: 'Open', onAction: open } })
    }
  }, [records, isSending, notify, navigate, toast, setTitle])
}

/** Reads the browser's address, which changes at once; the router's waits for the code of the screen. */
function isInSight(key: JobKey): boolean {
  const { pathname } = window.location
  return pathname === paths.job(key) || pathname.startsWith(`${paths.job(key)}/`)
}

/** Also if only the watch has ended, unless the editor stopped it. */
function hasEnded(record: JobRecord): boolean {
  const { phase } = record
  return phase === 'stopped' ? jobStatus(record, false).tone === 'bad' : phase !== 'watched'
}

/** Shows a title until the tab is visible, then restores the screen's own title. */
function useTitleWhileHidden(): (title: string) => void {
  const titles = useRef<{ own: string; shown: string }>(undefined)
  const show = useCallback((shown: string) => {
    if (!document.hidden) return
    const { title } = document
    titles.current = { own: title === titles.current?.shown ? titles.current.own : title, shown }
    document.title = shown
  }, [])

  useEffect(() => {
    const restore = () => {
      if (document.hidden || !titles.current) return
      const { own, shown } = titles.current
      titles.current = undefined
      // Unless the screen has set a newer one.
      if (document.title === shown) document.title = own
    }
    document.addEventListener('visibilitychange', restore)
    return () => document.removeEventListener('visibilitychange', restore)
  }, [])

  return show
}
