import { codeOf } from '../annotations/decision-codes.ts'
import { chainOf } from '../jobs/chains.ts'
import { categoryOf } from '../jobs/job-category.ts'
import type { Decision, JobRecord } from '../records.ts'
import {
  decisionBits,
  duplicatedBit,
  exportedBit,
  labelledBit,
  notedBit,
  readBit,
  reasonedBit,
  versionedBit,
} from './view-columns.ts'
import { comparableName, compareNames } from '../compare-names.ts'
import { qualityBits, qualityNames } from './quality-bits.ts'
import type { FilterName, ViewColumns } from './view-filters.ts'
import { filterBits } from './view-filters.ts'
import type { Origin } from './view-rows.ts'
import type { FacetCount, Facets } from './view.ts'

/**
 * @param out per row, the filters that exclude it
 * @param known what is known of every article. Counts that need more are undefined instead of too low.
 */
export function countFacets(
  out: Uint16Array,
  columns: ViewColumns,
  known: { readonly texts: boolean; readonly duplicates: boolean },
): Facets {
  const { origins } = columns.rows
  const { sets } = columns.keywords
  const { byAnnotation, byText, byOrigin, byKeywords, labels, reasons } = countRows(out, columns)
  const decided = (decision?: Decision) =>
    countWhere(byAnnotation, 'decisions', (bits) => (bits & decisionBits) === codeOf(decision))
  const countsOfJobs = (filter: FilterName, values: (job: JobRecord) => readonly string[]) =>
    countDistinct(
      origins.map((jobs) => jobs.flatMap(values)),
      (origin) => countOf(byOrigin, filter, origin),
    )
  return {
    decisions: {
      none: decided(),
      keep: decided('keep'),
      maybe: decided('maybe'),
      reject: decided('reject'),
    },
    unread: countWhere(byAnnotation, 'read', lacks(readBit)),
    read: countWhere(byAnnotation, 'read', has(readBit)),
    notExported: countWhere(byAnnotation, 'exported', lacks(exportedBit)),
    exported: countWhere(byAnnotation, 'exported', has(exportedBit)),
    noted: countWhere(byAnnotation, 'noted', has(notedBit)),
    versioned: known.texts ? countWhere(byText, 'versioned', has(versionedBit)) : undefined,
    duplicated: known.duplicates ? countWhere(byText, 'duplicated', has(duplicatedBit)) : undefined,
    jobs: countsOfJobs('job', ({ key }) => [key]),
    chains: countsOfJobs('chain', chainsOf(origins)),
    categories: countsOfJobs('category', (job) => [categoryOf(job)]),
    keywords: known.texts ? countDistinct(sets, (set) => countOf(byKeywords, 'keyword', set)) : undefined,
    labels: countsOf(labels),
    reasons: countsOf(reasons),
    quality: known.texts
      ? qualityNames
          .map((value) => ({ value, count: countWhere(byText, undefined, has(qualityBits([value]))) }))
          .filter(({ count }) => count > 0)
      : undefined,
  }
}

/** How many rows have each value of a column: of those shown, then of those that only the first filter excludes, ... */
interface ValueCounts {
  /** Number of values, from 0. */
  readonly values: number
  readonly counts: Uint32Array
}

const noCounts = (values: number): ValueCounts => ({
  values,
  counts: new Uint32Array(values * (1 + Object.keys(filterBits).length)),
})

/** Rows with this value that are shown, or would be without the filter. */
const countOf = ({ values, counts }: ValueCounts, filter: FilterName | undefined, value: number): number =>
  counts[value]! + (filter === undefined ? 0 : counts[placeOf(filterBits[filter]) * values + value]!)

function countWhere(
  counts: ValueCounts,
  filter: FilterName | undefined,
  isCounted: (value: number) => boolean,
): number {
  let count = 0
  for (let value = 0; value < counts.values; value += 1)
    if (isCounted(value)) count += countOf(counts, filter, value)
  return count
}

const has = (bit: number) => (bits: number) => (bits & bit) !== 0
const lacks = (bit: number) => (bits: number) => (bits & bit) === 0

/** 0 without a filter, else one more than the place of its bit. */
const placeOf = (filter: number): number => 32 - Math.clz32(filter)

/**
 * A function of its own: the browser optimizes a loop together with what follows it, and would discard that when the loop
 * ends for the first time.
 */
function countRows(
  out: Uint16Array,
  { rows, annotations, annotationOf, texts, keywords, found }: ViewColumns,
) {
  // Bits: below twice the highest.
  const byAnnotation = noCounts(2 * reasonedBit)
  const byText = noCounts(2 * duplicatedBit)
  const byOrigin = noCounts(rows.origins.length)
  const byKeywords = noCounts(keywords.sets.length)
  const labels = new Map<string, number>()
  const reasons = new Map<string, number>()

  // Rows that the search hasn't found are skipped: no facet counts them.
  const visited = found ?? rows.all
  for (let index = 0; index < visited.length; index += 1) {
    const row = visited[index]!
    const by = out[row]!
    // Excluded by two or more filters, so changing one would not show it.
    if ((by & (by - 1)) !== 0) continue
    const place = by === 0 ? 0 : placeOf(by)
    const annotation = annotations[row]!
    byAnnotation.counts[place * byAnnotation.values + annotation]! += 1
    byText.counts[place * byText.values + texts[row]!]! += 1
    byOrigin.counts[place * byOrigin.values + rows.originOf[row]!]! += 1
    byKeywords.counts[place * byKeywords.values + keywords.setOf[row]!]! += 1
    if (by === 0 && annotation & labelledBit)
      for (const label of annotationOf(row)?.labels ?? []) addOne(labels, label)
    if ((by & ~filterBits.reason) === 0 && annotation & reasonedBit)
      addOne(reasons, annotationOf(row)?.reason ?? '')
  }
  return { byAnnotation, byText, byOrigin, byKeywords, labels, reasons }
}

/** A job without follow-ups is not offered as a chain. */
function chainsOf(origins: readonly Origin[]): (job: JobRecord) => readonly string[] {
  const made = new Set(origins.flatMap((jobs) => jobs.flatMap(({ chain }) => chain ?? [])))
  return (job) => (made.has(chainOf(job)) ? [chainOf(job)] : [])
}

/** Counts every article once per value, ignoring repetitions and case. */
function countDistinct(sets: readonly (readonly string[])[], countOf: (set: number) => number): FacetCount[] {
  const counts = new Map<string, { value: string; count: number }>()
  for (const [index, values] of sets.entries()) {
    const count = countOf(index)
    if (count === 0) continue
    const distinct = new Map(values.map((value) => [comparableName(value), value]))
    distinct.delete('')
    for (const [key, value] of distinct) {
      const known = counts.get(key)
      if (known) known.count += count
      else counts.set(key, { value, count })
    }
  }
  return inOrder([...counts.values()])
}

export const addOne = (counts: Map<string, number>, value: string) =>
  counts.set(value, (counts.get(value) ?? 0) + 1)

export const countsOf = (counts: ReadonlyMap<string, number>): FacetCount[] =>
  inOrder(Array.from(counts, ([value, count]) => ({ value, count })))

const inOrder = (counts: FacetCount[]): FacetCount[] =>
  counts.sort((a, b) => b.count - a.count || compareNames(a.value, b.value))
