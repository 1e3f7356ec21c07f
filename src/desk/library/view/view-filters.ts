import { decisionOf } from '../annotations/decision-codes.ts'
import { chainOf } from '../jobs/chains.ts'
import { collectedAt } from '../jobs/collected.ts'
import { sameName } from '../compare-names.ts'
import { isOfCategory } from '../jobs/job-category.ts'
import type { JobRecord, Annotation } from '../records.ts'
import type { KeywordColumn, AnnotationColumn, TextColumn } from './view-columns.ts'
import { decisionBits, duplicatedBit, exportedBit, notedBit, readBit, versionedBit } from './view-columns.ts'
import { qualityBits } from './quality-bits.ts'
import type { Origin, Rows } from './view-rows.ts'
import type { ViewSpec } from './view.ts'

/** One bit per filter. A facet counts the rows that no other filter excludes. */
export const filterBits = {
  query: 1,
  decisions: 1 << 1,
  read: 1 << 2,
  job: 1 << 3,
  chain: 1 << 4,
  category: 1 << 5,
  keyword: 1 << 6,
  collected: 1 << 7,
  words: 1 << 8,
  quality: 1 << 9,
  exported: 1 << 10,
  duplicated: 1 << 11,
  versioned: 1 << 12,
  noted: 1 << 13,
  labels: 1 << 14,
  reason: 1 << 15,
} as const

export type FilterName = keyof typeof filterBits

export interface ViewColumns {
  readonly rows: Rows
  readonly annotations: AnnotationColumn
  readonly annotationOf: (row: number) => Annotation | undefined
  readonly texts: TextColumn
  readonly keywords: KeywordColumn
  /** Rows found by the search, best first; undefined without a search. */
  readonly found?: Uint32Array | undefined
}

/**
 * Per row, the bits of the filters that exclude it; 0 if it is shown. Of rows that the search hasn't found, only that
 * is known: no facet ignores the search.
 */
export function excludingFilters(
  spec: ViewSpec,
  { rows, annotations, annotationOf, texts, keywords, found }: ViewColumns,
): Uint16Array {
  const { originOf, wordCounts } = rows
  const out = new Uint16Array(originOf.length)
  if (found) out.fill(filterBits.query)
  const byOrigin = Uint16Array.from(rows.origins, (origin) => filtersExcludingOrigin(spec, origin))
  const byAnnotation = Uint16Array.from({ length: 256 }, (_, bits) => filtersExcludingAnnotation(spec, bits))
  const byText = textTest(spec)
  const byLabels = labelsTest(spec)
  const byKeywords = Uint16Array.from(keywords.sets, (set) => filtersExcludingKeywords(spec, set))
  const { from: fewest = 0, to: most = Number.POSITIVE_INFINITY } = spec.words ?? {}
  const visited = found ?? rows.all
  const mayExclude =
    byText !== undefined ||
    byLabels !== undefined ||
    spec.words !== undefined ||
    [byOrigin, byAnnotation, byKeywords].some((filters) => filters.some((bits) => bits !== 0))
  if (!mayExclude) {
    for (let place = 0; place < visited.length; place += 1) out[visited[place]!] = 0
    return out
  }
  for (let place = 0; place < visited.length; place += 1) {
    const row = visited[place]!
    const words = wordCounts[row]!
    out[row] =
      byOrigin[originOf[row]!]! |
      byAnnotation[annotations[row]!]! |
      (byText === undefined ? 0 : byText(texts[row]!)) |
      (byLabels === undefined ? 0 : byLabels(annotationOf(row))) |
      byKeywords[keywords.setOf[row]!]! |
      (words < fewest || words > most ? filterBits.words : 0)
  }
  return out
}

function filtersExcludingOrigin(spec: ViewSpec, jobs: Origin): number {
  const { job, chain, category, collected } = spec
  const isMissing = (wanted: boolean, is: (record: JobRecord) => boolean) => wanted && !jobs.some(is)
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = collected ?? {}
  return (
    bit(
      'job',
      isMissing(job !== undefined, ({ key }) => key === job),
    ) |
    bit(
      'chain',
      isMissing(chain !== undefined, (record) => chainOf(record) === chain),
    ) |
    bit('category', isMissing(category !== undefined, isOfCategory(category ?? ''))) |
    bit(
      'collected',
      isMissing(collected !== undefined, (record) => collectedAt(record) >= from && collectedAt(record) < to),
    )
  )
}

function filtersExcludingAnnotation({ decisions, read, exported, noted }: ViewSpec, bits: number): number {
  const decision = decisionOf(bits & decisionBits) ?? 'none'
  return (
    bit('decisions', decisions !== undefined && decisions.length > 0 && !decisions.includes(decision)) |
    bit('read', isOther(read, bits & readBit)) |
    bit('exported', isOther(exported, bits & exportedBit)) |
    bit('noted', isOther(noted, bits & notedBit))
  )
}

function filtersExcludingKeywords({ keyword }: ViewSpec, held: readonly string[]): number {
  return bit('keyword', keyword !== undefined && !held.some((word) => sameName(word, keyword)))
}

/** Undefined if it excludes nothing: a call per row takes longer than all the other filters. */
function textTest({ quality = [], versioned, duplicated }: ViewSpec): ((bits: number) => number) | undefined {
  if (quality.length === 0 && versioned === undefined && duplicated === undefined) return undefined
  const wanted = qualityBits(quality)
  return (bits) =>
    bit('quality', (bits & wanted) !== wanted) |
    bit('versioned', isOther(versioned, bits & versionedBit)) |
    bit('duplicated', isOther(duplicated, bits & duplicatedBit))
}

/** Undefined if it excludes nothing, so that annotations need not be looked up. */
function labelsTest({
  labels = [],
  reason,
}: ViewSpec): ((annotation: Annotation | undefined) => number) | undefined {
  if (labels.length === 0 && reason === undefined) return undefined
  return (annotation) =>
    bit('labels', !labels.every((label) => annotation?.labels?.includes(label) ?? false)) |
    bit('reason', reason !== undefined && annotation?.reason !== reason)
}

const isOther = (wanted: boolean | undefined, bits: number): boolean =>
  wanted !== undefined && wanted !== (bits !== 0)

const bit = (filter: FilterName, isExcluded: boolean): number => (isExcluded ? filterBits[filter] : 0)

export const keywordsOf = ({ request }: JobRecord): readonly string[] => request?.keywords ?? []
