/**
 * The articles a list shows, as positions within their source: all of them, or those a search found. Costs nothing
 * for all and four bytes each for those found, so that a list of any length is only ever counted, never copied.
 */
export interface Ordering {
  readonly count: number
  /** The position at a place in the list, both from 0; -1 beyond its end. */
  readonly at: (place: number) => number
  /** Where in the list a position stands; -1 where it is not among them. */
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

/** @param positions in rising order, as the library's `find` gives them */
export function foundOrdering(positions: Uint32Array): Ordering {
  return {
    count: positions.length,
    everything: false,
    at: (place) => positions[place] ?? -1,
    placeOf: (position) => {
      const place = firstNotBelow(positions, position)
      return positions[place] === position ? place : -1
    },
  }
}

/** @param positions in any order, none twice: the way back is made when it is first asked for */
export function givenOrdering(positions: Uint32Array, everything: boolean): Ordering {
  let placeByPosition: Map<number, number> | undefined
  return {
    count: positions.length,
    everything,
    at: (place) => positions[place] ?? -1,
    placeOf(position) {
      placeByPosition ??= new Map(Array.from(positions, (position, place) => [position, place]))
      return placeByPosition.get(position) ?? -1
    },
  }
}

/** The positions of a stretch of the list, ends included, whichever of them comes first. */
export function stretch(ordering: Ordering, from: number, to: number): number[] {
  const first = Math.max(0, Math.min(from, to))
  const last = Math.min(ordering.count - 1, Math.max(from, to))
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => ordering.at(first + index))
}

function firstNotBelow(positions: Uint32Array, position: number): number {
  let low = 0
  let high = positions.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((positions[middle] ?? 0) < position) low = middle + 1
    else high = middle
  }
  return low
}
