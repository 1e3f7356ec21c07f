import type { Decision, JobRecord } from '../../../library/records.ts'
import { jobSubject } from '../../../library/jobs/job-category.ts'
import { jobNumber, jobTitle } from '../../../library/jobs/job-title.ts'
import { fullDateWords } from '../../../ui/dates.ts'
import type { Range, ViewSort, ViewSpec } from '../../../library/view/view.ts'
import { figure } from '../../../ui/number-words.ts'
import { decisionLooks } from '../../../ui/decision.tsx'
import { qualityWords } from '../quality-words.ts'

/** An active filter, and the view without it. */
export interface ActiveFilter {
  readonly name: string
  readonly words: string
  readonly without: Partial<ViewSpec>
}

export const decisionWords: Readonly<Record<Decision | 'none', string>> = {
  none: 'Undecided',
  keep: decisionLooks.keep.state,
  maybe: decisionLooks.maybe.state,
  reject: decisionLooks.reject.state,
}

export const sortWords: Readonly<Record<ViewSort, string>> = {
  best: 'Best match first',
  newest: 'Newest first',
  oldest: 'Oldest first',
  title: 'Title, A to Z',
  longest: 'Longest first',
  shortest: 'Shortest first',
  hits: 'Most hits first',
}

/** The active filters, in the order of the filter panel; the search is not one of them. */
export function activeFilters(spec: ViewSpec): ActiveFilter[] {
  const filters: ActiveFilter[] = []
  const add = (name: keyof ViewSpec, words: string | undefined) => {
    if (words !== undefined) filters.push({ name, words, without: { [name]: undefined } })
  }
  const either = (value: boolean | undefined, yes: string, no: string) =>
    value === undefined ? undefined : value ? yes : no
  const addEach = <Value extends string>(
    field: 'decisions' | 'labels' | 'quality',
    values: readonly Value[] = [],
    wordsOf: (value: Value) => string,
  ) => {
    for (const value of values)
      filters.push({
        name: `${field} ${value}`,
        words: wordsOf(value),
        without: { [field]: values.filter((other) => other !== value) },
      })
  }

  addEach('decisions', spec.decisions, (decision) => decisionWords[decision])
  add('reason', spec.reason && `Rejected: ${spec.reason}`)
  addEach('labels', spec.labels, (label) => `Label ${label}`)
  add('read', either(spec.read, 'Read', 'Unread'))
  add('job', spec.job && `Job ${jobNumber(spec.job)}`)
  add('chain', spec.chain && `Chain of job ${jobNumber(spec.chain)}`)
  add('category', spec.category)
  add('keyword', spec.keyword && `“${spec.keyword}”`)
  addEach('quality', spec.quality, (quality) => qualityWords[quality])
  add('words', rangeWords(spec.words, figure, 'words'))
  add('collected', collectedWords(spec.collected))
  add('exported', either(spec.exported, 'Exported', 'Not exported'))
  add('duplicated', either(spec.duplicated, 'Near-duplicates', 'No near-duplicates'))
  add('versioned', either(spec.versioned, 'Several versions', 'One version'))
  add('noted', either(spec.noted, 'With a note', 'Without a note'))
  return filters
}

/** "Job 17: solar, wind in Energy". */
export function jobWords(key: string, jobs: readonly JobRecord[] | undefined): string {
  const job = jobs?.find((record) => record.key === key)
  return job ? [jobTitle(job), jobSubject(job)].filter(Boolean).join(': ') : `Job ${jobNumber(key)}`
}

/** The end is exclusive: the day before it is the last one included. */
const collectedWords = (collected: Range | undefined): string | undefined =>
  rangeWords(
    collected && { from: collected.from, to: collected.to === undefined ? undefined : collected.to - 1 },
    fullDateWords,
  )

function rangeWords(
  range: Range | undefined,
  write: (end: number) => string,
  unit?: string,
): string | undefined {
  const { from, to } = range ?? {}
  const [first, last] = [from === undefined ? '' : write(from), to === undefined ? '' : write(to)]
  const after = unit === undefined ? '' : ` ${unit}`
  if (from !== undefined && to !== undefined)
    return first === last ? first + after : `${first} to ${last}${after}`
  if (from !== undefined) return `From ${first}${after}`
  return to === undefined ? undefined : `Up to ${last}${after}`
}
