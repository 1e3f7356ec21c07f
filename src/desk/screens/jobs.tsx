import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useEffect, useMemo, useRef } from 'react'
import { filterJobs, JobFilters, useJobFilter } from '../features/jobs/job-filters.tsx'
import { JobsList } from '../features/jobs/jobs-list.tsx'
import { useSearchText } from '../features/articles/search/use-search-text.ts'
import { OpenByNumber } from '../features/jobs/open-by-number.tsx'
import { JobStatusWords } from '../features/watch/status.tsx'
import { useNow } from '../features/watch/use-now.ts'
import { useWorkerApi, useLibrary } from '../worker-client/worker-context.tsx'
import { decidedCountsQuery, fromDevice, jobsQuery, libraryKeys } from '../worker-client/library-queries.ts'
import type { JobRecord } from '../library/records.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { capitalized, pluralize } from '../ui/number-words.ts'
import { useOnceReady } from '../ui/held-keys.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Page } from '../ui/page.tsx'
import { ListSkeleton } from '../ui/skeleton.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import styles from './jobs.module.css'
import { LibraryUnreadable } from './library-unreadable.tsx'

const KeepRateSection = lazyPart(
  async () => (await import('../features/yields/keep-rate-section.tsx')).KeepRateSection,
)

export function JobsScreen() {
  const numberField = useRef<HTMLInputElement>(null)
  return (
    <Page
      title="Jobs"
      width="full"
      actions={
        <>
          <OpenByNumber inLine fieldRef={numberField} />
          <LinkButton to={paths.newJob} variant="primary" icon={<Plus />} className={styles.newJob}>
            New job
          </LinkButton>
        </>
      }
    >
      <Jobs onOpenByNumber={() => numberField.current?.focus()} />
    </Page>
  )
}

/** The library is often opened next, and counting the decisions has read most of what it needs. */
function usePreparedLibrary(isCounted: boolean): void {
  const library = useLibrary()
  useEffect(() => {
    if (isCounted) library.prepareView().catch(() => {})
  }, [library, isCounted])
}

function Jobs({ onOpenByNumber }: { onOpenByNumber: () => void }) {
  const worker = useWorkerApi()
  const { library } = worker
  const jobs = useQuery(jobsQuery(worker))
  const { text, query, setText } = useSearchText()
  const [choices, change] = useJobFilter()
  // "5 minutes ago" need not be updated every second.
  const now = Math.floor(useNow() / minuteMs) * minuteMs
  const decided = useQuery(decidedCountsQuery(worker))
  usePreparedLibrary(decided.isSuccess)
  const isOfRemoved = choices.show === 'removed'
  const hasNone = jobs.data?.length === 0
  const removed = useQuery({
    ...fromDevice,
    queryKey: [...libraryKeys.jobs(library.name), 'removed'],
    queryFn: () => library.removedJobs(),
    enabled: isOfRemoved || hasNone,
  })
  const { data: listed, isError } = isOfRemoved ? removed : jobs
  const shown = useMemo(
    () => filterJobs(listed ?? [], { query, ...choices }, { decided: decided.data, now }),
    [listed, query, choices, decided.data, now],
  )
  const list = useRef<HTMLDivElement>(null)
  // Without a hit, what is typed next is another search, and the field comes first.
  const goToFirst = useOnceReady(text.trim() !== query, () =>
    list.current?.querySelector<HTMLElement>(shown.length > 0 ? 'a' : 'input')?.focus(),
  )
  const isNarrowed = query !== '' || choices.show !== 'current' || choices.period !== 'any'
  if (jobs.isError || isError) return <LibraryUnreadable />
  if (!jobs.data || !listed) return <ListSkeleton />
  if (hasNone && !isOfRemoved)
    return (
      <EmptyState
        title="No jobs yet"
        actions={
          <>
            <LinkButton to={paths.newJob}>Create your first job</LinkButton>
            <Button onClick={onOpenByNumber}>Open a job by number</Button>
            <LinkButton to={paths.restore()}>Restore a backup</LinkButton>
            {removed.data?.length ? (
              <Button onClick={() => change({ show: 'removed' })}>Show removed jobs</Button>
            ) : null}
          </>
        }
      >
        What you ask for is listed here, newest first. A job that was made elsewhere can be opened by its
        number.
      </EmptyState>
    )
  return (
    <div className={styles.columns}>
      <div ref={list}>
        <JobFilters
          filter={{ query: text, ...choices }}
          onSearch={setText}
          onLeave={goToFirst}
          onChange={change}
        />
        <VisuallyHidden>
          <output>{isNarrowed ? `${capitalized(pluralize(shown.length, 'job'))} found` : null}</output>
        </VisuallyHidden>
        <JobsList
          // A changed list starts at its top.
          key={JSON.stringify([query, choices])}
          records={shown}
          all={jobs.data}
          decided={decided.data}
          now={now}
          renderStatus={statusWords}
        />
        {shown.length > 0 ? null : (
          <EmptyState
            title={isNarrowed ? 'No job matches' : 'All jobs are archived'}
            actions={
              <Button
                onClick={() => {
                  setText('')
                  change({ show: isNarrowed ? 'current' : 'archived', period: 'any' })
                }}
              >
                {isNarrowed ? 'Show all jobs' : 'Show archived jobs'}
              </Button>
            }
          >
            {isNarrowed ? noMatchWords(listed.length, isOfRemoved) : 'They and their articles are kept.'}
          </EmptyState>
        )}
      </div>
      <div className={styles.rates}>
        <KeepRateSection />
      </div>
    </div>
  )
}

const minuteMs = 60_000

function noMatchWords(count: number, isOfRemoved: boolean): string {
  if (count === 0) return 'Removed jobs can be restored for a day. There are none.'
  const kind = isOfRemoved ? 'removed job' : 'job'
  if (count === 1) return `Your only ${kind} does not match the search and the filters.`
  return `None of your ${pluralize(count, kind)} matches the search and the filters.`
}

const statusWords = (record: JobRecord) => <JobStatusWords record={record} />
