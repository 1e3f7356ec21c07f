import type { DecisionIndex } from './decision-index.ts'

export interface Stand {
  readonly count: number
  readonly at: (place: number) => number
  readonly placeOf: (position: number) => number
}

/** The next shown article without a decision, to go to after deciding; undefined if there is none. */
export function nextUndecided(
  shown: Stand,
  index: Pick<DecisionIndex, 'decisionAt'>,
  from: number,
): number | undefined {
  for (let place = shown.placeOf(from) + 1; place < shown.count; place += 1) {
    const position = shown.at(place)
    if (index.decisionAt(position) === undefined) return position
  }
  return undefined
}
