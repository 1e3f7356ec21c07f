import type { NumberSet } from './number-set.ts'
import { createNumberSet, distinctNumbers, rangeOf } from './number-set.ts'

/**
 * Article ids. The interface documents integers; non-empty strings have been seen in the wild and go back
 * exactly as they came (docs/interface.md, "Jobs and articles", "Silences").
 */
export type ArticleId = number | string

/**
 * Whether a value can be sent in `ids_to_skip` unchanged. A lone surrogate can't: it has no UTF-8 encoding and would
 * arrive as another character.
 */
export function isArticleId(value: unknown): value is ArticleId {
  if (typeof value === 'number') return Number.isSafeInteger(value)
  return typeof value === 'string' && value !== '' && !/\p{Surrogate}/u.test(value)
}

/**
 * Many ids, packed: a million numbers cost 8 MB and can be stored, cloned and transferred in milliseconds, where a
 * record or object for each takes a minute. Plain data, so that it survives `structuredClone`. Ids are distinct;
 * numbers come before strings, each in order of first occurrence.
 */
export interface IdList {
  readonly numbers: Float64Array<ArrayBuffer>
  readonly strings: readonly string[]
}

export const emptyIdList: IdList = { numbers: new Float64Array(), strings: [] }

/** Reads what was stored as a list, maybe damaged or by an older version: empty if it is none. */
export function readIdList(value: unknown): IdList {
  const ids = value as Partial<IdList> | null | undefined
  return ArrayBuffer.isView(ids?.numbers) && Array.isArray(ids.strings)
    ? { numbers: ids.numbers, strings: ids.strings.filter((id) => typeof id === 'string') }
    : emptyIdList
}

/** Packs ids, dropping repeats. Values that are not ids are dropped too: tell the editor before calling. */
export function packIds(ids: Iterable<unknown>): IdList {
  const numbers = new Set<number>()
  const strings = new Set<string>()
  for (const id of ids) {
    if (!isArticleId(id)) continue
    if (typeof id === 'number') numbers.add(id)
    else strings.add(id)
  }
  return { numbers: Float64Array.from(numbers), strings: [...strings] }
}

export const countIds = (list: IdList): number => list.numbers.length + list.strings.length

export function unpackIds(list: IdList): ArticleId[] {
  return [...Array.from(list.numbers), ...list.strings]
}

/** Ids in an order, packed: a hundred thousand are sent to the page in a millisecond. */
export interface OrderedIds {
  /** By place, from 0; NaN if the id is a string. */
  readonly numbers: Float64Array<ArrayBuffer>
  readonly strings: ReadonlyMap<number, string>
}

export function packInOrder(ids: readonly ArticleId[]): OrderedIds {
  const strings = new Map<number, string>()
  const numbers = Float64Array.from(ids, (id, place) => {
    if (typeof id === 'number') return id
    strings.set(place, id)
    return Number.NaN
  })
  return { numbers, strings }
}

export const idAt = ({ numbers, strings }: OrderedIds, place: number): ArticleId | undefined =>
  strings.get(place) ?? numbers[place]

export const unpackInOrder = ({ numbers, strings }: OrderedIds): ArticleId[] =>
  Array.from(numbers, (id, place) => strings.get(place) ?? id)

/** Writes ids as text for an editor, to be read back as the same: one per line, or JSON if some are strings. */
export const formatIds = (list: IdList): string =>
  list.strings.length === 0 ? list.numbers.join('\n') : JSON.stringify(unpackIds(list))

export function uniteIds(all: readonly IdList[]): IdList {
  const lists = all.filter((list) => countIds(list) > 0)
  if (lists.length <= 1) return lists[0] ?? emptyIdList
  const numbers = new Float64Array(lists.reduce((total, list) => total + list.numbers.length, 0))
  const strings = new Set<string>()
  let filled = 0
  for (const list of lists) {
    numbers.set(list.numbers, filled)
    filled += list.numbers.length
    for (const id of list.strings) strings.add(id)
  }
  return { numbers: distinctNumbers(numbers), strings: [...strings] }
}

/** The ids of `list` that are not in `taken`, in order. */
export const subtractIds = (list: IdList, taken: IdList): IdList => filterIds(list, taken, false)

/** The ids of `list` that are also in `other`, in order. */
export const intersectIds = (list: IdList, other: IdList): IdList => filterIds(list, other, true)

/** @param wanted whether to return the ids that are in `by`, or those that are not */
function filterIds(list: IdList, by: IdList, wanted: boolean): IdList {
  if (countIds(by) === 0 || countIds(list) === 0) return wanted ? emptyIdList : list
  const numbers = createNumberSet(by.numbers, rangeOf(list.numbers))
  const strings = new Set(by.strings)
  return {
    numbers: filterNumbers(list.numbers, numbers, wanted),
    strings: list.strings.filter((id) => strings.has(id) === wanted),
  }
}

/** Not `filter`: its callback makes it four times slower on a million ids. */
function filterNumbers(numbers: IdList['numbers'], by: NumberSet, wanted: boolean): IdList['numbers'] {
  const kept = new Float64Array(numbers.length)
  let count = 0
  for (const number of numbers) if (by.has(number) === wanted) kept[count++] = number
  return kept.slice(0, count)
}

/** A set of ids for single lookups. */
export interface IdSet {
  has(id: ArticleId): boolean
}

export function createIdSet(list: IdList): IdSet {
  const numbers = createNumberSet(list.numbers)
  const strings = new Set(list.strings)
  return { has: (id) => (typeof id === 'number' ? numbers.has(id) : strings.has(id)) }
}
