import { useMemo, useRef } from 'react'
import { hasWordsOf } from '../../../text/fold.ts'
import { categoryOf } from '../../library/jobs/job-category.ts'
import type { JobKey, JobRecord } from '../../library/records.ts'
import { isComposingKey } from '../../ui/is-composing-key.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { useAddressParam } from '../../ui/use-address.ts'
import { useShortcut } from '../../ui/use-shortcut.ts'
import styles from './job-filters.module.css'
import { jobTitle } from '../../library/jobs/job-title.ts'
import { jobName } from './request-words.ts'

const shows = {
  current: 'All but archived',
  waiting: 'In progress',
  undecided: 'Not yet decided',
  decided: 'Decided',
  stopped: 'Failed or stopped',
  archived: 'Archived',
  removed: 'Removed',
} as const

/** Not an object, which would list numbers first. */
const periods = [
  ['any', 'Created at any time'],
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['365', 'Last 12 months'],
] as const

export interface JobFilter {
  readonly query: string
  readonly show: keyof typeof shows
  /** In days up to now, or "any". */
  readonly period: string
}

/** How many articles of each job are decided; undefined while they are being counted. */
export type DecidedCounts = ReadonlyMap<JobKey, number> | undefined

type JobChoices = Omit<JobFilter, 'query'>

/** The filters of the list of jobs, kept in the address. Invalid values are ignored. */
export function useJobFilter(): [JobChoices, (part: Partial<JobChoices>) => void] {
  const [show, setShow] = useAddressParam('show')
  const [period, setPeriod] = useAddressParam('period')
  const choices = useMemo<JobChoices>(
    () => ({
      show: Object.hasOwn(shows, show) ? (show as JobFilter['show']) : 'current',
      period: periods.some(([days]) => days === period) ? period : 'any',
    }),
    [show, period],
  )
  const change = (part: Partial<JobChoices>) => {
    if (part.show !== undefined) setShow(part.show === 'current' ? '' : part.show)
    if (part.period !== undefined) setPeriod(part.period === 'any' ? '' : part.period)
  }
  return [choices, change]
}

/** @param now milliseconds since the epoch */
export function filterJobs(
  jobs: readonly JobRecord[],
  { query, show, period }: JobFilter,
  { decided, now }: { decided: DecidedCounts; now: number },
): JobRecord[] {
  const isFound = hasWordsOf(query)
  const isSearching = query.trim() !== ''
  const from = period === 'any' ? -Infinity : now - Number(period) * 86_400_000
  return jobs.filter((job) => {
    if (job.startedAt < from || !isShown(job, show, decided)) return false
    return !isSearching || isFound(wordsOf(job))
  })
}

function isShown(job: JobRecord, show: JobFilter['show'], decided: DecidedCounts): boolean {
  if (show === 'removed') return job.removedAt !== undefined
  if ((job.archivedAt !== undefined) !== (show === 'archived')) return false
  const { phase, articleCount } = job
  const hasArticles = phase === 'ready' && articleCount > 0
  const isDecided = hasArticles && (decided?.get(job.key) ?? 0) >= articleCount
  switch (show) {
    case 'waiting':
      return phase === 'watched' || phase === 'sending'
    case 'undecided':
      return hasArticles && !isDecided
    case 'decided':
      return isDecided
    case 'stopped':
      return ['failed', 'not-found', 'stopped', 'resting', 'unconfirmed'].includes(phase)
    default:
      return true
  }
}

function wordsOf(job: JobRecord): string {
  try {
    return [jobName(job), jobTitle(job), job.request?.keywords.join(' '), categoryOf(job)].join(' ')
  } catch {
    // A damaged record; its row says so and can be found by number.
    return String(job.jobId)
  }
}

export function JobFilters({
  filter,
  onSearch,
  onLeave,
  onChange,
}: {
  filter: JobFilter
  onSearch: (query: string) => void
  /** Goes on to the first hit. */
  onLeave: () => void
  onChange: (part: Partial<JobChoices>) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  useShortcut('search', () => field.current?.focus())
  return (
    <div role="search" aria-label="Jobs" className={styles.filters}>
      <SearchField
        ref={field}
        label="Search jobs"
        placeholder="Search jobs"
        className={styles.search ?? ''}
        value={filter.query}
        onValueChange={onSearch}
        onKeyDown={(event) => {
          if (isComposingKey(event) || !['Escape', 'Enter', 'ArrowDown'].includes(event.key)) return
          event.preventDefault()
          if (event.key !== 'Escape') onLeave()
          else if (filter.query !== '') onSearch('')
          // The keys are for the list again.
          else field.current?.blur()
        }}
      />
      <Select
        label="Show"
        value={filter.show}
        options={showOptions}
        active={filter.show !== 'current'}
        onChange={(show) => onChange({ show })}
      />
      <Select
        label="Created"
        value={filter.period}
        options={periods}
        active={filter.period !== 'any'}
        onChange={(period) => onChange({ period })}
      />
    </div>
  )
}

const showOptions = Object.entries(shows) as [keyof typeof shows, string][]
