import type { TextFacts } from './result-facts.ts'
import type { LibraryDuplicates } from './library-duplicates.ts'
import { codeOf } from '../annotations/decision-codes.ts'
import type { Annotation } from '../records.ts'
import type { Rows } from './view-rows.ts'
import type { ArticleId } from '../../../contract/ids.ts'

/** The annotation of each row as bits: the code of the decision in the lowest two, then flags. */
export type AnnotationColumn = Uint8Array

export const decisionBits = 0b11
export const readBit = 1 << 2
export const exportedBit = 1 << 3
export const notedBit = 1 << 4
export const labelledBit = 1 << 5
export const reasonedBit = 1 << 6

export function annotationColumn(
  { entries }: Rows,
  annotations: ReadonlyMap<ArticleId, Annotation>,
): AnnotationColumn {
  const column = new Uint8Array(entries.length)
  if (annotations.size === 0) return column
  for (let row = 0; row < column.length; row += 1) {
    const annotation = annotations.get(entries[row]!.id)
    if (annotation) column[row] = bitsOf(annotation)
  }
  return column
}

function bitsOf({ decision, readAt, exportedAt, note, labels, reason }: Annotation): number {
  return (
    codeOf(decision) |
    (readAt === undefined ? 0 : readBit) |
    (exportedAt === undefined ? 0 : exportedBit) |
    (note === undefined ? 0 : notedBit) |
    (labels === undefined ? 0 : labelledBit) |
    (reason === undefined ? 0 : reasonedBit)
  )
}

type FactsOfResults = Pick<TextFacts, 'of'>

/** Per row, the `qualityBits` of the newest text, and the flags for versions and duplicates. */
export type TextColumn = Uint16Array

export const versionedBit = 1 << 8
export const duplicatedBit = 1 << 9

export function textColumn(
  { entries }: Rows,
  { of }: FactsOfResults,
  duplicates: Pick<LibraryDuplicates, 'isDuplicated'>,
): TextColumn {
  const column = new Uint16Array(entries.length)
  const facts = { of: latestOf(of) }
  for (let row = 0; row < column.length; row += 1) {
    const entry = entries[row]!
    const { result, position } = entry.occurrences[0]
    column[row] =
      (facts.of(result.jobKey)?.qualityAt(position) ?? 0) |
      (entry.occurrences.length > 1 && versionCount(entry, facts) > 1 ? versionedBit : 0) |
      (duplicates.isDuplicated(entry.id) ? duplicatedBit : 0)
  }
  return column
}

/** The keywords each row contains. A library has few distinct sets of them, so filters are evaluated once per set. */
export interface KeywordColumn {
  readonly setOf: Uint32Array
  readonly sets: readonly (readonly string[])[]
}

export function keywordColumn({ entries }: Rows, { of }: FactsOfResults): KeywordColumn {
  const sets: (readonly string[])[] = []
  const indexes = new Map<readonly string[], number>()
  const united = new Map<string, readonly string[]>()
  const setOf = new Uint32Array(entries.length)
  const facts = { of: latestOf(of) }
  for (let row = 0; row < setOf.length; row += 1) {
    const set = keywordsOfAll(entries[row]!.occurrences, facts, united)
    let index = indexes.get(set)
    if (index === undefined) indexes.set(set, (index = sets.push(set) - 1))
    setOf[row] = index
  }
  return { setOf, sets }
}

const noKeywords: readonly string[] = []

/** Memoizes `make` for the latest argument: the articles of a result, for example, follow each other in the library. */
export function latestOf<From extends object | string, To>(make: (from: From) => To): (from: From) => To {
  let latest: { from: From; made: To } | undefined
  return (from) => {
    if (latest?.from !== from) latest = { from, made: make(from) }
    return latest.made
  }
}

function keywordsOfAll(
  occurrences: Rows['entries'][number]['occurrences'],
  facts: FactsOfResults,
  united: Map<string, readonly string[]>,
): readonly string[] {
  const [newest] = occurrences
  if (occurrences.length === 1)
    return facts.of(newest.result.jobKey)?.keywordsAt(newest.position) ?? noKeywords
  const all = heldKeywords({ occurrences }, facts)
  const name = all.join('\0')
  if (!united.has(name)) united.set(name, all)
  return united.get(name) ?? all
}

/** The keywords of each of its jobs that occur in the text that the job returned. */
export const heldKeywords = (
  { occurrences }: Pick<Rows['entries'][number], 'occurrences'>,
  facts: FactsOfResults,
): string[] => [
  ...new Set(
    occurrences.flatMap(
      ({ result, position }) => facts.of(result.jobKey)?.keywordsAt(position) ?? noKeywords,
    ),
  ),
]

/** Number of different texts, at least 1. Texts not read yet don't count. */
export function versionCount({ occurrences }: Rows['entries'][number], facts: FactsOfResults): number {
  if (occurrences.length === 1) return 1
  const hashes = new Set(occurrences.map(({ result, position }) => facts.of(result.jobKey)?.hashAt(position)))
  hashes.delete(undefined)
  return Math.max(1, hashes.size)
}
