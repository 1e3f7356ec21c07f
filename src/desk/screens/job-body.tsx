import { useQuery } from '@tanstack/react-query'
import { lazy, useDeferredValue, useState } from 'react'
import { NoArticles } from '../features/articles/panel/no-articles.tsx'
import type { ShownOrdering } from '../features/articles/list/shown-ordering.ts'
import { PartialResultList } from '../features/articles/partial-result.tsx'
import { UnsavedArticles } from '../features/articles/unsaved-articles.tsx'
import type { Reading } from '../features/articles/list/use-article-list.ts'
import { RemoveAbsentJob } from '../features/history/absent-job.tsx'
import { UnconfirmedJob } from '../features/history/unconfirmed-job.tsx'
import { CheckTimes, JobExplanation } from '../features/watch/status.tsx'
import { WatchControls } from '../features/watch/watch-controls.tsx'
import { answerQuery } from '../worker-client/library-queries.ts'
import type { PartialResult } from '../worker-client/worker-api.ts'
import { useWorkerApi } from '../worker-client/worker-context.tsx'
import type { JobRecord } from '../library/records.ts'
import { paths } from '../paths.ts'
import { LazyDialog } from '../ui/lazy-dialog.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import type { FileScope } from './export-scopes.ts'
import { JobArticles } from './job-articles.tsx'
import styles from './job.module.css'
import { useHighlighting } from './use-highlighting.ts'

const JobExportDialog = lazy(async () => ({
  default: (await import('../features/exports/job-export-dialog.tsx')).JobExportDialog,
}))

/** The part of a job's screen below its heading: state, request and articles. */
export function JobBody({
  record: latest,
  reading,
  shown,
}: {
  record: JobRecord
  reading: Reading
  shown: ShownOrdering
}) {
  // The articles received so far are painted before the list that replaces them is rendered.
  const record = useDeferredValue(latest)
  const { partial = nothingYet } = useQuery(answerQuery(useWorkerApi(), record)).data ?? {}
  const [exporting, setExporting] = useState<readonly FileScope[]>()
  const highlighting = useHighlighting(record.request?.keywords)

  if (record.jobId === undefined)
    return (
      <div className={styles.facts}>
        <JobExplanation record={record} />
        <UnconfirmedJob record={record} />
      </div>
    )
  return (
    <>
      <div className={styles.facts}>
        <JobExplanation record={record} />
        <UnsavedArticles
          jobKey={record.key}
          onExport={() =>
            setExporting([{ kind: 'everything', count: record.articleCount, positions: 'all' }])
          }
        />
      </div>
      {record.phase !== 'ready' ? (
        <PartialResultList {...partial} highlighting={highlighting} times={<CheckTimes record={record} />}>
          <WatchControls record={record} />
          {record.phase === 'not-found' || record.phase === 'failed' ? <CreateAgain record={record} /> : null}
          {record.phase === 'not-found' && !record.request ? <RemoveAbsentJob record={record} /> : null}
        </PartialResultList>
      ) : null}
      {record.phase === 'ready' && record.articleCount === 0 ? <NoArticles record={record} /> : null}
      {record.phase === 'ready' && record.articleCount > 0 ? (
        <JobArticles
          record={record}
          reading={reading}
          shown={shown}
          early={partial.cards}
          onExport={setExporting}
        />
      ) : null}
      {exporting ? (
        <LazyDialog onGiveUp={() => setExporting(undefined)}>
          <JobExportDialog
            record={record}
            scopes={exporting.map(exportScope)}
            onClose={() => setExporting(undefined)}
          />
        </LazyDialog>
      ) : null}
    </>
  )
}

const exportScope = ({ kind, ...scope }: FileScope) =>
  ({ ...scope, kind: kind === 'everything' ? 'job' : kind }) as const

const nothingYet: PartialResult = { cards: [], receivedCount: 0 }

function CreateAgain({ record }: { record: JobRecord }) {
  if (!record.request) return null
  return (
    <LinkButton to={`${paths.newJob}?${new URLSearchParams({ again: record.key }).toString()}`}>
      Create again
    </LinkButton>
  )
}
