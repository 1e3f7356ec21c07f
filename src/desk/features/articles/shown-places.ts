import type { Places } from './places.ts'

/** What a list shows at the moment, for the reader that stands beside it and goes on in the same order. */
export interface ShownPlaces {
  readonly get: () => Places
  readonly set: (places: Places) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** A store of its own rather than state of the screen: with every key of a search, the reader alone is drawn anew. */
export function createShownPlaces(first: Places): ShownPlaces {
  let shown = first
  const listeners = new Set<() => void>()
  return {
    get: () => shown,
    set(places) {
      if (places === shown) return
      shown = places
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
