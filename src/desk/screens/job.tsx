import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useMatch, useNavigate, useParams } from 'react-router-dom'
import { createListHandle } from '../features/articles/list/list-handle.ts'
import type { Reading } from '../features/articles/list/use-article-list.ts'
import { readJobNumber } from '../library/jobs/job-number.ts'
import { jobNumber } from '../library/jobs/job-title.ts'
import { jobHeading, jobTabTitle } from '../features/jobs/request-words.ts'
import { useWorkerApi } from '../worker-client/worker-context.tsx'
import { articleQuery, jobQuery } from '../worker-client/library-queries.ts'
import type { JobKey, JobRecord } from '../library/records.ts'
import { articleIdFrom, paths, routePatterns } from '../paths.ts'
import { useCommand } from '../ui/commands.tsx'
import { lazyPart, MissingWords } from '../ui/lazy-part.tsx'
import { Page } from '../ui/page.tsx'
import { ListSkeleton } from '../ui/skeleton.tsx'
import { JobAbout } from './job-about.tsx'
import { JobBody } from './job-body.tsx'
import styles from './job.module.css'
import { LibraryUnreadable } from './library-unreadable.tsx'
import { ReaderOutlet } from './reader-outlet.tsx'
import { SplitScreen } from './split-screen.tsx'
import type { JobReading } from './job-article.tsx'
import { useFirstArticle } from './use-first-article.ts'

// Rare: most jobs that are opened are here.
const JobElsewhere = lazyPart(async () => (await import('../features/jobs/absent-job.tsx')).JobElsewhere)
const RemovedJob = lazyPart(async () => (await import('../features/jobs/absent-job.tsx')).RemovedJob)

const loadReader = () => import('./job-article.tsx')

/** Nothing that the screen of another job has read, shown or selected applies. */
export function JobScreen() {
  const { jobId = '' } = useParams()
  return <Job key={jobId} jobKey={jobId} />
}

/** A job and its articles; on a wide screen the reader is beside the list, otherwise it covers it. */
function Job({ jobKey: key }: { jobKey: JobKey }) {
  const job = useQuery(jobQuery(useWorkerApi(), key))
  const latest = job.data?.removedAt === undefined ? (job.data ?? undefined) : undefined
  // Lets the articles received so far be painted before the list that replaces them is rendered. The whole screen
  // follows the record at once: while it says "Ready", the list takes keys.
  const record = useDeferredValue(latest) ?? latest
  const reading = useReading(key)
  const [listHandle] = useState(createListHandle)
  useFirstArticle(key, record, reading.open)
  const hasArticles = record?.phase === 'ready' && record.articleCount > 0
  const jobId = readJobNumber(jobNumber(key))
  // From the start, so that nothing moves when the articles come.
  const isNumbered = record?.jobId !== undefined || jobId !== undefined
  // A request that has no number may be in the library, which is still being read.
  const unnumbered = job.isPending ? 'Request' : 'No such job'
  const titleIfAbsent = jobId === undefined ? unnumbered : `Job ${jobId}`
  const hasReader = isNumbered && !(record && hasNothingToRead(record))
  const navigate = useNavigate()
  useCommand({
    id: 'job/collect-more',
    label: 'Collect more',
    run: () => void navigate(paths.newJobFrom(key)),
    enabled: record?.phase === 'ready',
  })
  return (
    <SplitScreen
      isSplit={hasReader}
      isReading={hasArticles && reading.open}
      reader={
        record && hasArticles ? (
          <ReaderOutlet
            isOpen={reading.open}
            load={loadReader}
            context={{ record, listHandle } satisfies JobReading}
          />
        ) : record && hasReader ? (
          <p className={styles.invitation}>Articles can be read here once the job is ready.</p>
        ) : null
      }
    >
      <Page
        title={record ? jobTabTitle(record) : titleIfAbsent}
        heading={record ? jobHeading(record) : titleIfAbsent}
        lede={record || isNumbered ? <JobAbout record={record} /> : undefined}
      >
        {record ? (
          <JobBody record={record} reading={reading} listHandle={listHandle} />
        ) : (
          <Absent jobKey={key} found={job.data} failed={job.isError} />
        )}
      </Page>
    </SplitScreen>
  )
}

/**
 * The job has ended without an article: a frame for the reader would stay empty. Not if only its watch has, or
 * "Stop watching" and "Watch again" would move all that is on the screen.
 */
const hasNothingToRead = ({ phase, articleCount }: JobRecord): boolean =>
  articleCount === 0 && !['watched', 'sending', 'stopped', 'resting'].includes(phase)

function useReading(key: JobKey): Reading {
  const match = useMatch(`${routePatterns.job}/${routePatterns.article}`)
  const open = match !== null
  const { data, isPending } = useQuery({
    ...articleQuery(useWorkerApi(), key, articleIdFrom(match?.params.articleId ?? '')),
    enabled: open,
    select: (article) => article?.position,
  })
  const [last, setLast] = useState<number>()
  // While the next article is read, the list stays where it is; not at one that was closed before.
  const position = open && isPending ? last : data
  if (position !== last) setLast(position)
  return { open, position, isPending }
}

interface AbsentProps {
  jobKey: JobKey
  /** Undefined while the library is read, null if it has no such job; otherwise the job was removed. */
  found: JobRecord | null | undefined
  failed: boolean
}

function Absent({ jobKey, found, failed }: AbsentProps) {
  if (failed) return <LibraryUnreadable />
  const waiting = <ListSkeleton />
  if (found === undefined) return waiting
  const late = { waiting, missing: <MissingWords /> }
  return found ? <RemovedJob record={found} {...late} /> : <JobElsewhere jobKey={jobKey} {...late} />
}
