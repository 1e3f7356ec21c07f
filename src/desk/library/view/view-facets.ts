import { codeOf } from '../annotations/decision-codes.ts'
import { chainOf } from '../jobs/chains.ts'
import { categoryOf } from '../jobs/job-category.ts'
import type { JobRecord } from '../records.ts'
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
import type { ViewColumns } from './view-filters.ts'
import { filterBits } from './view-filters.ts'
import type { Origin } from './view-rows.ts'
import type { FacetCount, Facets } from './view.ts'

const anyQuality = qualityBits(qualityNames)

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
  const counts = countRows(out, columns)
  const [unread = 0, read = 0] = counts.byReading
  const [notExported = 0, exported = 0] = counts.byExport
  const countsOfJobs = (byOrigin: Uint32Array, values: (job: JobRecord) => readonly string[]) =>
    countDistinct(
      origins.map((jobs) => jobs.flatMap(values)),
      (origin) => byOrigin[origin]!,
    )
  return {
    decisions: {
      none: counts.byDecision[codeOf(undefined)]!,
      keep: counts.byDecision[codeOf('keep')]!,
      maybe: counts.byDecision[codeOf('maybe')]!,
      reject: counts.byDecision[codeOf('reject')]!,
    },
    unread,
    read,
    notExported,
    exported,
    noted: counts.noted,
    versioned: known.texts ? counts.versioned : undefined,
    duplicated: known.duplicates ? counts.duplicated : undefined,
    jobs: countsOfJobs(counts.jobCounts, ({ key }) => [key]),
    chains: countsOfJobs(counts.chainCounts, chainsOf(origins)),
    categories: countsOfJobs(counts.categoryCounts, (job) => [categoryOf(job)]),
    keywords: known.texts ? countDistinct(sets, (set) => counts.byKeywords[set]!) : undefined,
    labels: countsOf(counts.labels),
    reasons: countsOf(counts.reasons),
    quality: known.texts
      ? qualityNames
          .map((value, index) => ({ value, count: counts.quality[index]! }))
          .filter(({ count }) => count > 0)
      : undefined,
  }
}

/**
 * A function of its own: the browser optimizes a loop together with what follows it, and would discard that when the loop
 * ends for the first time.
 */
function countRows(
  out: Uint16Array,
  { rows, annotations, annotationOf, texts, keywords, found }: ViewColumns,
) {
  const byDecision = [0, 0, 0, 0]
  const byReading = [0, 0]
  const byExport = [0, 0]
  let [noted, versioned, duplicated] = [0, 0, 0]
  const labels = new Map<string, number>()
  const reasons = new Map<string, number>()
  const quality = new Uint32Array(qualityNames.length)
  /** By origin, the rows that are shown, or would be without the filter on jobs, on chains, or on categories. */
  const jobCounts = new Uint32Array(rows.origins.length)
  const chainCounts = new Uint32Array(rows.origins.length)
  const categoryCounts = new Uint32Array(rows.origins.length)
  const byKeywords = new Uint32Array(keywords.sets.length)

  // Rows that the search hasn't found are skipped: no facet counts them.
  const visited = found ?? rows.all
  for (let place = 0; place < visited.length; place += 1) {
    const row = visited[place]!
    const by = out[row]!
    // Excluded by two or more filters, so changing one would not show it.
    if ((by & (by - 1)) !== 0) continue
    const [annotation, text, origin] = [annotations[row]!, texts[row]!, rows.originOf[row]!]
    // Few texts have any: the others are passed over at once.
    if (by === 0 && text & anyQuality)
      for (let index = 0; index < quality.length; index += 1) if (text & (1 << index)) quality[index]! += 1
    if (by === 0 && annotation & labelledBit)
      for (const label of annotationOf(row)?.labels ?? []) addOne(labels, label)
    if ((by & ~filterBits.reason) === 0 && annotation & reasonedBit)
      addOne(reasons, annotationOf(row)?.reason ?? '')
    if ((by & ~filterBits.job) === 0) jobCounts[origin]! += 1
    if ((by & ~filterBits.chain) === 0) chainCounts[origin]! += 1
    if ((by & ~filterBits.category) === 0) categoryCounts[origin]! += 1
    if ((by & ~filterBits.keyword) === 0) byKeywords[keywords.setOf[row]!]! += 1
    if ((by & ~filterBits.decisions) === 0) byDecision[annotation & decisionBits]! += 1
    if ((by & ~filterBits.read) === 0) byReading[annotation & readBit ? 1 : 0]! += 1
    if ((by & ~filterBits.exported) === 0) byExport[annotation & exportedBit ? 1 : 0]! += 1
    if ((by & ~filterBits.noted) === 0 && annotation & notedBit) noted += 1
    if ((by & ~filterBits.versioned) === 0 && text & versionedBit) versioned += 1
    if ((by & ~filterBits.duplicated) === 0 && text & duplicatedBit) duplicated += 1
  }
  return {
    byDecision,
    byReading,
    byExport,
    noted,
    versioned,
    duplicated,
    labels,
    reasons,
    quality,
    jobCounts,
    chainCounts,
    categoryCounts,
    byKeywords,
  }
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
