/**
 * The articles a list shows, as positions within their source: all of them, or those a search found. Takes no memory
 * for all of them, and none for the inverse until it is asked for.
 */
export interface Ordering {
  readonly count: number
  /** The position at a place in the list, both counted from 0; -1 beyond the end. */
  readonly at: (place: number) => number
  /** The place of a position in the list; -1 if it is not in the list. */
  readonly placeOf: (position: number) => number
  readonly everything: boolean
}

export function fullOrdering(count: number): Ordering {
  return {
    count,
    everything: true,
    at: (place) => (place >= 0 && place < count ? place : -1),
    placeOf: (position) => (position >= 0 && position < count ? position : -1),
  }
}

/** @param positions in any order, without duplicates; the inverse is built on first use */
export function givenOrdering(positions: Uint32Array, everything = false): Ordering {
  let placesAfter: Uint32Array | undefined
  return {
    count: positions.length,
    everything,
    at: (place) => positions[place] ?? -1,
    placeOf(position) {
      placesAfter ??= placesAfterOf(positions)
      return (placesAfter[position] ?? 0) - 1
    },
  }
}

/**
 * By position, one more than its place; 0 if it has none. Built at every keystroke, so without a `Map` and without the
 * iterators that are slow until the browser has optimized them.
 */
function placesAfterOf(positions: Uint32Array): Uint32Array {
  let length = 0
  for (let place = 0; place < positions.length; place += 1)
    if (positions[place]! >= length) length = positions[place]! + 1
  const placesAfter = new Uint32Array(length)
  for (let place = 0; place < positions.length; place += 1) placesAfter[positions[place]!] = place + 1
  return placesAfter
}

/** The positions between two places, both included, in either order. */
export function positionsBetween(ordering: Ordering, from: number, to: number): number[] {
  const first = Math.max(0, Math.min(from, to))
  const last = Math.min(ordering.count - 1, Math.max(from, to))
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => ordering.at(first + index))
}
