import type { ArticleId, IdList } from '../../../contract/ids.ts'
import { type Catalogue, titleOf } from '../view/catalogue.ts'
import { fold } from '../../../text/fold.ts'

/** A query for ids: the start of an id, or part of its article's title. */
export type IdQuery = string

/** Returns undefined if nothing was typed. */
export function readIdQuery(text: string): IdQuery | undefined {
  const words = fold(text.trim())
  return words === '' ? undefined : words
}

/** The ids of a list that match, in order. A million take a tenth of a second, so call it only in the worker. */
export function matchIds(ids: IdList, query: IdQuery, entries: Catalogue['entries']): IdList {
  const numbers = new Float64Array(ids.numbers.length)
  const isDigits = /^-?\d+$/.test(query)
  let count = 0
  for (const id of ids.numbers) {
    if ((isDigits && String(id).startsWith(query)) || matchesTitle(id, query, entries)) numbers[count++] = id
  }
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
  fold(String(id)).startsWith(query) || matchesTitle(id, query, entries)

function matchesTitle(id: ArticleId, query: IdQuery, entries: Catalogue['entries']): boolean {
  if (entries.size === 0) return false
  const entry = entries.get(id)
  return entry !== undefined && fold(titleOf(entry.occurrences[0])).includes(query)
}
