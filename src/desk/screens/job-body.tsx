import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { ArticlesPanel } from '../features/articles/articles-panel.tsx'
import { NoArticles } from '../features/articles/no-articles.tsx'
import { ReturnNotes } from '../features/articles/return-notes.tsx'
import type { Scope } from '../features/articles/selection.ts'
import { SoFar } from '../features/articles/so-far.tsx'
import { UnsavedArticles } from '../features/articles/unsaved-articles.tsx'
import { RequestDisclosure } from '../features/history/request-disclosure.tsx'
import { UnconfirmedJob } from '../features/history/unconfirmed-job.tsx'
import { JobProgress } from '../features/watch/status.tsx'
import { useArrival } from '../features/watch/use-arrival.ts'
import { WatchControls } from '../features/watch/watch-controls.tsx'
import type { Arrival } from '../intake/intake.ts'
import type { JobKey, JobRecord } from '../library/records.ts'
import { paths } from '../paths.ts'
import { LinkButton } from '../ui/link-button.tsx'
import styles from './job.module.css'

const ExportDialog = lazy(async () => ({
  default: (await import('../features/exports/export-dialog.tsx')).ExportDialog,
}))

/** Which article the address names, if any, and where it stands in the job. */
export interface Reading {
  readonly open: boolean
  readonly position: number | undefined
}

/** What a job's screen shows below its heading: where it is, what was asked for, and what has come. */
export function JobBody({ record: latest, reading }: { record: JobRecord; reading: Reading }) {
  // What has come is painted before the list that takes its place is drawn.
  const record = useDeferredValue(latest)
  const arrival = useLatestArrival(record.key)
  const [exporting, setExporting] = useState<readonly Scope[]>()
  const keywords = record.request?.keywords
  const marking = useMemo(() => ({ keywords: keywords ?? [], query: '' }), [keywords])

  if (record.jobId === undefined)
    return (
      <div className={styles.facts}>
        <JobProgress record={record} />
        <UnconfirmedJob record={record} />
      </div>
    )
  return (
    <>
      <div className={styles.facts}>
        <JobProgress record={record} />
        {record.request ? <RequestDisclosure jobKey={record.key} /> : null}
        <ReturnNotes record={record} />
        <UnsavedArticles
          jobKey={record.key}
          onExport={() => setExporting([{ kind: 'job', count: record.articleCount, positions: 'all' }])}
        />
      </div>
      {record.phase !== 'ready' ? (
        <SoFar {...(arrival ?? nothingYet)} marking={marking}>
          <WatchControls record={record} />
          {record.phase === 'not-found' || record.phase === 'failed' ? <CreateAgain record={record} /> : null}
        </SoFar>
      ) : null}
      {record.phase === 'ready' && record.articleCount === 0 ? <NoArticles record={record} /> : null}
      {record.phase === 'ready' && record.articleCount > 0 ? (
        <ArticlesPanel
          record={record}
          reading={reading}
          early={(arrival ?? nothingYet).cards}
          onExport={setExporting}
        />
      ) : null}
      {exporting ? (
        <Suspense fallback={null}>
          <ExportDialog record={record} scopes={exporting} onClose={() => setExporting(undefined)} />
        </Suspense>
      ) : null}
    </>
  )
}

const nothingYet: Arrival = { cards: [], receivedCount: 0 }

/** The arrival ends with the check that brought it; its cards stay in sight until the library's take their place. */
function useLatestArrival(key: JobKey): Arrival | undefined {
  const arrival = useArrival(key)
  const [latest, setLatest] = useState(arrival)
  if (arrival && arrival !== latest) setLatest(arrival)
  return arrival ?? latest
}

function CreateAgain({ record }: { record: JobRecord }) {
  if (!record.request) return null
  return (
    <LinkButton to={`${paths.newJob}?${new URLSearchParams({ again: record.key }).toString()}`}>
      Create again
    </LinkButton>
  )
}
