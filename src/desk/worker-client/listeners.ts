/** The subscribers of one event. */
export interface Listeners<Told> {
  readonly tell: (told: Told) => void
  /** @returns a function that unsubscribes */
  readonly subscribe: (listener: (told: Told) => void) => () => void
}

export function createListeners<Told>(): Listeners<Told> {
  const all = new Set<(told: Told) => void>()
  return {
    tell: (told) => all.forEach((listener) => listener(told)),
    subscribe(listener) {
      all.add(listener)
      return () => {
        all.delete(listener)
      }
    },
  }
}
