import { chainOf } from '../jobs/chains.ts'
import { categoryOf } from '../jobs/job-category.ts'
import type { JobRecord } from '../records.ts'
import {
  decisionBits,
  decisionNames,
  duplicatedBit,
  exportedBit,
  labelledBit,
  notedBit,
  readBit,
  reasonedBit,
  versionedBit,
} from './view-columns.ts'
import { qualityNames } from './quality-bits.ts'
import type { ViewColumns } from './view-filters.ts'
import { caseless, filterBits, keywordsOf } from './view-filters.ts'
import type { Origin } from './view-rows.ts'
import type { FacetCount, Facets } from './view.ts'

const mostValues = 50

/** @param out which filters keep each row out */
export function countFacets(out: Uint16Array, { rows, marks, markOf, texts }: ViewColumns): Facets {
  const decisions = { none: 0, keep: 0, maybe: 0, reject: 0 }
  const byReading = [0, 0]
  const byExport = [0, 0]
  let [noted, versioned, duplicated] = [0, 0, 0]
  const labels = new Map<string, number>()
  const reasons = new Map<string, number>()
  const quality = new Uint32Array(qualityNames.length)
  /** By origin: rows that nothing keeps out, and those that the filter itself alone does. */
  const shown = new Uint32Array(rows.origins.length)
  const alone = {
    job: new Uint32Array(shown.length),
    chain: new Uint32Array(shown.length),
    category: new Uint32Array(shown.length),
    keyword: new Uint32Array(shown.length),
  }

  for (let row = 0; row < out.length; row += 1) {
    const by = out[row]!
    // Kept out by two filters or more: no choice of one would show it.
    if ((by & (by - 1)) !== 0) continue
    const [mark, text, origin] = [marks[row]!, texts[row]!, rows.originOf[row]!]
    if (by === 0) {
      shown[origin]! += 1
      for (let index = 0; index < quality.length; index += 1) if (text & (1 << index)) quality[index]! += 1
    } else if (by === filterBits.job) alone.job[origin]! += 1
    else if (by === filterBits.chain) alone.chain[origin]! += 1
    else if (by === filterBits.category) alone.category[origin]! += 1
    else if (by === filterBits.keyword) alone.keyword[origin]! += 1
    if (by === 0 && mark & labelledBit) for (const label of markOf(row)?.labels ?? []) addOne(labels, label)
    if ((by & ~filterBits.reason) === 0 && mark & reasonedBit) addOne(reasons, markOf(row)?.reason ?? '')
    if ((by & ~filterBits.decisions) === 0) decisions[decisionNames[mark & decisionBits]!] += 1
    if ((by & ~filterBits.read) === 0) byReading[mark & readBit ? 1 : 0]! += 1
    if ((by & ~filterBits.exported) === 0) byExport[mark & exportedBit ? 1 : 0]! += 1
    if ((by & ~filterBits.noted) === 0 && mark & notedBit) noted += 1
    if ((by & ~filterBits.versioned) === 0 && text & versionedBit) versioned += 1
    if ((by & ~filterBits.duplicated) === 0 && text & duplicatedBit) duplicated += 1
  }

  const [unread = 0, read = 0] = byReading
  const [notExported = 0, exported = 0] = byExport
  const valuesOf = (filter: keyof typeof alone, values: (job: JobRecord) => readonly string[]) =>
    mostFirst(rows.origins, (origin) => shown[origin]! + alone[filter][origin]!, values)
  return {
    decisions,
    unread,
    read,
    notExported,
    exported,
    noted,
    versioned,
    duplicated,
    jobs: valuesOf('job', ({ key }) => [key]),
    chains: valuesOf('chain', chainsOf(rows.origins)),
    categories: valuesOf('category', (job) => [categoryOf(job)]),
    keywords: valuesOf('keyword', keywordsOf),
    labels: countsOf(labels),
    reasons: countsOf(reasons),
    quality: qualityNames
      .map((value, index) => ({ value, count: quality[index]! }))
      .filter(({ count }) => count > 0),
  }
}

/** A job alone is no chain to choose. */
function chainsOf(origins: readonly Origin[]): (job: JobRecord) => readonly string[] {
  const made = new Set(origins.flatMap((jobs) => jobs.flatMap(({ chain }) => chain ?? [])))
  return (job) => (made.has(chainOf(job)) ? [chainOf(job)] : [])
}

/** Every article counts once for a value, however many of its jobs have it and however they spell it. */
function mostFirst(
  origins: readonly Origin[],
  countOf: (origin: number) => number,
  valuesOf: (job: JobRecord) => readonly string[],
): FacetCount[] {
  const counts = new Map<string, { value: string; count: number }>()
  for (const [index, jobs] of origins.entries()) {
    const count = countOf(index)
    if (count === 0) continue
    const values = new Map(jobs.flatMap(valuesOf).map((value) => [caseless(value), value]))
    values.delete('')
    for (const [key, value] of values) {
      const known = counts.get(key)
      if (known) known.count += count
      else counts.set(key, { value, count })
    }
  }
  return inOrder([...counts.values()])
}

const addOne = (counts: Map<string, number>, value: string) => counts.set(value, (counts.get(value) ?? 0) + 1)

const countsOf = (counts: ReadonlyMap<string, number>): FacetCount[] =>
  inOrder(Array.from(counts, ([value, count]) => ({ value, count })))

const inOrder = (counts: FacetCount[]): FacetCount[] =>
  counts
    .sort((a, b) => b.count - a.count || a.value.localeCompare(b.value, 'en', { numeric: true }))
    .slice(0, mostValues)
