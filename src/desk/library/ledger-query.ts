import type { ArticleId, IdList } from '../../contract/ids.ts'
import type { Catalogue } from './catalogue.ts'
import { fold } from './fold.ts'

/** What was typed to find an id: the digits it begins with, or words of its article's title. */
export interface IdQuery {
  readonly words: string
  /** From, included, to, not: every number that begins with the digits. */
  readonly ranges: readonly (readonly [from: number, to: number])[]
}

/** Undefined where nothing was typed. */
export function readIdQuery(text: string): IdQuery | undefined {
  const words = fold(text.trim())
  if (words === '') return undefined
  const digits = /^-?\d{1,16}$/.test(words) ? words : undefined
  return { words, ranges: digits === undefined ? [] : rangesOf(digits) }
}

/** A million numbers compared take 20 ms; written out as digits they would take ten times as long. */
function rangesOf(digits: string): [number, number][] {
  const isNegative = digits.startsWith('-')
  const start = Math.abs(Number(digits))
  const ranges: [number, number][] = []
  for (let scale = 1; start * scale <= Number.MAX_SAFE_INTEGER; scale *= 10) {
    const [from, to] = [start * scale, (start + 1) * scale]
    ranges.push(isNegative ? [1 - to, 1 - from] : [from, to])
    if (start === 0) break
  }
  return ranges
}

/** The ids of a list that match, in its order. */
export function matchIds(ids: IdList, query: IdQuery, entries: Catalogue['entries']): IdList {
  const numbers = new Float64Array(ids.numbers.length)
  let count = 0
  for (const id of ids.numbers)
    if (matchesNumber(id, query) || matchesTitle(id, query, entries)) numbers[count++] = id
  return {
    numbers: numbers.slice(0, count),
    strings: ids.strings.filter((id) => matches(id, query, entries)),
  }
}

export const matchKnown = (
  ids: readonly ArticleId[],
  query: IdQuery,
  entries: Catalogue['entries'],
): ArticleId[] => ids.filter((id) => matches(id, query, entries))

const matches = (id: ArticleId, query: IdQuery, entries: Catalogue['entries']): boolean =>
  (typeof id === 'number' ? matchesNumber(id, query) : fold(id).startsWith(query.words)) ||
  matchesTitle(id, query, entries)

function matchesNumber(id: number, { ranges }: IdQuery): boolean {
  for (const [from, to] of ranges) if (id >= from && id < to) return true
  return false
}

function matchesTitle(id: ArticleId, { words }: IdQuery, entries: Catalogue['entries']): boolean {
  if (entries.size === 0) return false
  const entry = entries.get(id)
  return entry !== undefined && fold(entry.occurrences[0].card.title).includes(words)
}
