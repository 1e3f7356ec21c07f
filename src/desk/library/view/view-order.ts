import type { OrderedIds } from '../../../contract/ids.ts'
import { collectedAt } from '../jobs/collected.ts'
import { occurrenceTitle } from './catalogue.ts'
import type { Rows } from './view-rows.ts'
import type { ViewSort, ViewSpec } from './view.ts'

/** Returns a function that sorts the rows shown. It sorts all of them once per order; filters then select from these. */
export function createRowOrder(rows: Rows) {
  const sorted = new Map<ViewSort, Uint32Array>()

  function rowsBy(sort: Exclude<ViewSort, 'best'>): Uint32Array {
    let order = sorted.get(sort)
    if (!order) sorted.set(sort, (order = sortRows(rows, sort)))
    return order
  }

  return ({ sort = 'best' }: ViewSpec, out: Uint16Array, found: Uint32Array | undefined): Uint32Array =>
    rowsLeft(sort === 'best' ? (found ?? rowsBy('newest')) : rowsBy(sort), out)
}

/** Not `filter`, which calls a function per row and is several times slower. */
function rowsLeft(order: Uint32Array, out: Uint16Array): Uint32Array {
  const left = new Uint32Array(order.length)
  let count = 0
  for (let place = 0; place < order.length; place += 1) {
    const row = order[place]!
    if (out[row] === 0) left[count++] = row
  }
  return left.subarray(0, count)
}

function sortRows(
  { entries, all, wordCounts, hitCounts }: Rows,
  sort: Exclude<ViewSort, 'best'>,
): Uint32Array {
  if (sort === 'newest') return all
  const order = all.slice()
  const collectedTimes = () => Float64Array.from(entries, ({ occurrences: [{ job }] }) => collectedAt(job))
  switch (sort) {
    case 'oldest':
      return by(order, collectedTimes(), 1)
    case 'longest':
      return by(order, wordCounts, -1)
    case 'shortest':
      return by(order, wordCounts, 1)
    case 'hits':
      return by(order, hitCounts, -1)
    case 'title':
      return byTitle(order, entries)
  }
}

/** Among equal values, the newer row comes first. */
const by = (order: Uint32Array, values: ArrayLike<number>, direction: 1 | -1): Uint32Array =>
  order.sort((a, b) => direction * (values[a]! - values[b]!) || a - b)

function byTitle(order: Uint32Array, entries: Rows['entries']): Uint32Array {
  const { compare } = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
  const titles = entries.map(({ occurrences }) => occurrenceTitle(occurrences[0]).trim())
  return order.sort((a, b) => compare(titles[a]!, titles[b]!) || a - b)
}

export function orderedIds(rows: Rows, order: Uint32Array): OrderedIds {
  const numbers = new Float64Array(order.length)
  const strings = new Map<number, string>()
  for (let place = 0; place < order.length; place += 1) {
    const row = order[place]!
    const number = rows.numbers[row]!
    numbers[place] = number
    if (Number.isNaN(number)) strings.set(place, String(rows.entries[row]!.id))
  }
  return { numbers, strings }
}
