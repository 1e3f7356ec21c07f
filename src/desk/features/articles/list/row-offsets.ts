/** Offsets of the rows of a list. A row counts with its measured height, or the usual height until it is measured. */
export interface RowOffsets {
  /** Total height of all rows. All lengths here are in pixels. */
  readonly height: () => number
  /** From the top of the list to a row; for the place after the last row, to the end of the list. */
  readonly offsetOf: (place: number) => number
  /** The row at a distance from the top, clamped to the first and last row. */
  readonly placeAt: (offset: number) => number
  /** @returns whether the height changed */
  readonly measure: (place: number, height: number) => boolean
}

/**
 * A Fenwick tree of the differences between measured heights and the usual height: 100,000 rows take 800 kB, and each
 * query or update about 17 steps.
 */
export function createRowOffsets(count: number, usual: number): RowOffsets {
  const difference = new Map<number, number>()
  const tree = new Float64Array(count + 1)

  const offsetOf = (place: number) => {
    let offset = place * usual
    for (let node = place; node > 0; node -= node & -node) offset += tree[node]!
    return offset
  }
  return {
    offsetOf,
    height: () => offsetOf(count),
    placeAt(offset) {
      let place = 0
      let left = offset
      for (let step = 2 ** Math.floor(Math.log2(Math.max(1, count))); step >= 1; step /= 2) {
        const next = place + step
        if (next > count) continue
        const size = step * usual + tree[next]!
        if (size > left) continue
        place = next
        left -= size
      }
      return Math.min(place, Math.max(0, count - 1))
    },
    measure(place, height) {
      const change = height - usual - (difference.get(place) ?? 0)
      if (change === 0) return false
      difference.set(place, height - usual)
      for (let node = place + 1; node <= count; node += node & -node) tree[node]! += change
      return true
    },
  }
}
