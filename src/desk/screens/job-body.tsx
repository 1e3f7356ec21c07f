import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListHandle } from '../features/articles/list/list-handle.ts'
import { PartialResultList } from '../features/articles/partial-result.tsx'
import type { Reading } from '../features/articles/list/use-article-list.ts'
import type { ExportScope } from '../features/exports/scope-words.ts'
import { CheckTimes, JobExplanation } from '../features/watch/status.tsx'
import { WatchControls } from '../features/watch/watch-controls.tsx'
import { latestResultQuery } from '../worker-client/library-queries.ts'
import type { PartialResult } from '../worker-protocol/worker-api.ts'
import { useWorkerApi } from '../worker-client/worker-context.tsx'
import { jobTitle } from '../library/jobs/job-title.ts'
import type { JobRecord } from '../library/records.ts'
import { paths } from '../paths.ts'
import { lazyPart, MissingWords } from '../ui/lazy-part.tsx'
import { lazyPopup } from '../ui/lazy-popup.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { JobArticles } from './job-articles.tsx'
import styles from './job.module.css'
import { useHighlighting } from './use-highlighting.ts'
import { useUnsaved } from '../worker-client/use-unsaved.ts'

const ExportDialog = lazyPopup(
  async () => (await import('../features/exports/export-dialog.tsx')).ExportDialog,
)

// Rare: most jobs bring something.
const NoArticles = lazyPart(
  async () => (await import('../features/articles/panel/no-articles.tsx')).NoArticles,
)

// Rare: the service knows no such job.
const RemoveAbsentJob = lazyPart(
  async () => (await import('../features/jobs/absent-job.tsx')).RemoveAbsentJob,
)

// Rare: the response to a request was lost, or is still awaited after a reload.
const UnconfirmedJob = lazyPart(
  async () => (await import('../features/jobs/unconfirmed-job.tsx')).UnconfirmedJob,
)

// Rare: the device refuses to save.
const UnsavedArticles = lazyPart(async () => (await import('./unsaved-articles.tsx')).UnsavedArticles)

/** The part of a job's screen below its heading: state, request and articles. */
export function JobBody({
  record,
  reading,
  listHandle,
}: {
  record: JobRecord
  reading: Reading
  listHandle: ListHandle
}) {
  const worker = useWorkerApi()
  const { partial = nothingYet } = useQuery(latestResultQuery(worker, record)).data ?? {}
  const isUnsaved = useUnsaved().unsaved !== undefined
  const highlighting = useHighlighting(record.request?.keywords)
  const [exporting, setExporting] = useState<readonly ExportScope[]>()

  if (record.jobId === undefined)
    return (
      <div className={styles.facts}>
        <JobExplanation record={record} />
        <UnconfirmedJob record={record} missing={<MissingWords />} />
      </div>
    )
  return (
    <>
      <div className={styles.facts}>
        {isUnsaved ? (
          <UnsavedArticles
            jobKey={record.key}
            onExport={() =>
              setExporting([{ kind: 'everything', count: record.articleCount, positions: 'all' }])
            }
          />
        ) : null}
      </div>
      {record.phase !== 'ready' ? (
        <PartialResultList
          {...partial}
          isWatched={record.phase === 'watched'}
          highlighting={highlighting}
          times={<CheckTimes record={record} />}
          explanation={<JobExplanation record={record} />}
        >
          {record.isOfEarlierService ? null : <WatchControls record={record} />}
          {record.phase === 'not-found' || record.phase === 'failed' ? <CreateAgain record={record} /> : null}
          {record.phase === 'not-found' && !record.request ? <RemoveAbsentJob record={record} /> : null}
        </PartialResultList>
      ) : null}
      {record.phase === 'ready' && record.articleCount === 0 ? (
        <NoArticles record={record} missing={<MissingWords />} />
      ) : null}
      {record.phase === 'ready' && record.articleCount > 0 ? (
        <JobArticles
          record={record}
          reading={reading}
          listHandle={listHandle}
          early={partial.cards}
          onExport={setExporting}
        />
      ) : null}
      {exporting ? (
        <ExportDialog
          name={jobTitle(record).toLowerCase()}
          everythingLabel="This job"
          scopes={exporting}
          idsOf={(positions) => worker.library.idsAt(record.key, positions)}
          choiceOf={(positions) => ({ jobKey: record.key, positions })}
          onClose={() => setExporting(undefined)}
        />
      ) : null}
    </>
  )
}

const nothingYet: PartialResult = { cards: [], receivedCount: 0 }

function CreateAgain({ record }: { record: JobRecord }) {
  if (!record.request) return null
  return <LinkButton to={paths.newJobAgain(record.key)}>Create again</LinkButton>
}
