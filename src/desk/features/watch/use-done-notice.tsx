import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import { settingQuery } from '../../worker-client/library-queries.ts'
import type { JobKey, JobRecord } from '../../library/records.ts'
import { paths } from '../../paths.ts'
import { useToast } from '../../ui/toast.tsx'
import { jobStatus } from './job-status.ts'
import { notifySetting, showDone } from './notification.ts'

const quickMs = 2000

/**
 * Tells the editor that a watched job has ended: in the tab's title while the tab is hidden, by a notification if one
 * was requested, and by a toast on every screen but the job's own.
 */
export function useDoneNotice(records: readonly JobRecord[]): void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const toast = useToast()
  const { data: notify } = useQuery(settingQuery(useWorkerApi(), notifySetting))
  const unfinished = useRef<ReadonlySet<JobKey>>(new Set())
  const setTitle = useTitleWhileHidden()

  useEffect(() => {
    const done = records.filter((record) => unfinished.current.has(record.key) && hasEnded(record))
    unfinished.current = new Set(records.filter((record) => record.phase === 'watched').map(({ key }) => key))
    for (const record of done) {
      const message = `Job ${record.jobId}: ${jobStatus(record, false).words}`
      const open = () => void navigate(paths.job(record.key))
      setTitle(message)
      if (notify === true && document.hidden) showDone(record, open)
      const isSeen = pathname.startsWith(paths.job(record.key)) || wasQuick(record)
      if (!isSeen) toast({ message, action: { label: 'Open', onAction: open } })
    }
  }, [records, notify, navigate, pathname, toast, setTitle])
}

function hasEnded(record: JobRecord): boolean {
  return record.phase === 'ready' || record.phase === 'failed' || record.phase === 'not-found'
}

/** The job ended while its screen was still opening: by the time a toast appeared it would be old news. */
function wasQuick(record: JobRecord): boolean {
  return (record.readyAt ?? record.lastCheckAt ?? 0) - record.startedAt < quickMs
}

/** Shows a title until the tab is visible, then restores the screen's own title. */
function useTitleWhileHidden(): (title: string) => void {
  const own = useRef<string>(undefined)
  const [show] = useState(() => (title: string) => {
    if (!document.hidden) return
    own.current ??= document.title
    document.title = title
  })

  useEffect(() => {
    const restore = () => {
      if (document.hidden || own.current === undefined) return
      document.title = own.current
      own.current = undefined
    }
    document.addEventListener('visibilitychange', restore)
    return () => document.removeEventListener('visibilitychange', restore)
  }, [])

  return show
}
