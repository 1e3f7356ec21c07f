import type { DecisionIndex } from './decision-index.ts'

/** The articles shown, by their place in the list and their position in the job. */
export interface ShownOrder {
  readonly count: number
  readonly at: (place: number) => number
  readonly placeOf: (position: number) => number
}

/**
 * The next shown article without a decision, to go to after deciding; undefined if there is none.
 *
 * @param index if undefined, it is the next one whatever is decided
 */
export function nextUndecided(
  shown: ShownOrder,
  index: Pick<DecisionIndex, 'decisionAt'> | undefined,
  from: number,
): number | undefined {
  for (let place = shown.placeOf(from) + 1; place < shown.count; place += 1) {
    const position = shown.at(place)
    if (index?.decisionAt(position) === undefined) return position
  }
  return undefined
}
