import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useOnUndone } from '../../worker-client/worker-context.tsx'
import { decisions } from '../../library/annotations/decision-codes.ts'
import type { Decision } from '../../library/records.ts'
import { useAddressParam } from '../../ui/use-address.ts'
import type { DecisionIndex } from './decision-index.ts'
import type { ShownOrder } from './next-undecided.ts'

export const decisionChoices = ['all', 'undecided', ...decisions] as const

/** Which articles to show: all, or those with a certain decision. */
export type DecisionChoice = 'all' | 'undecided' | Decision

/** The URL parameter that holds it. */
export const decisionParam = 'decision'

/** The choice, kept in the address beside the search; an invalid value counts as "all". */
export function useDecisionChoice(): [DecisionChoice, (choice: DecisionChoice) => void] {
  const [asked, ask] = useAddressParam(decisionParam)
  return [
    decisionChoices.find((choice) => choice === asked) ?? 'all',
    (choice) => void ask(choice === 'all' ? '' : choice),
  ]
}

/**
 * The positions that had the chosen decision and label when the choice was made. An article decided later stays in
 * place until the choice or the search changes: if it vanished under the editor's hand, it would have to be found
 * again. An article that matches again because a step was undone returns to its place.
 */
export function useChosenPositions(
  positions: ShownOrder,
  { choice, label }: { choice: DecisionChoice; label: string },
  index: DecisionIndex | undefined,
): Uint32Array | undefined {
  const asked = useMemo<Asked | undefined>(
    () => ((choice === 'all' && label === '') || !index ? undefined : { positions, choice, label, index }),
    [positions, choice, label, index],
  )
  const [held, setHeld] = useState<{ asked: Asked | undefined; chosen: Uint32Array | undefined }>()
  if (held?.asked !== asked) setHeld({ asked, chosen: asked && choose(asked) })

  const bringBack = () => {
    const chosen = asked && choose(asked, new Set(held?.chosen))
    if (chosen?.length !== held?.chosen?.length) setHeld({ asked, chosen })
  }
  // The step and the decisions it reverted are announced separately; which comes first depends on their number.
  const isUndoing = useRef(false)
  useOnUndone(() => {
    isUndoing.current = true
    bringBack()
  })
  const onDecided = useEffectEvent(() => {
    if (isUndoing.current) bringBack()
    isUndoing.current = false
  })
  useEffect(() => index?.subscribe(() => onDecided()), [index])
  return held?.asked === asked ? held?.chosen : undefined
}

interface Asked {
  readonly positions: ShownOrder
  readonly choice: DecisionChoice
  /** Blank matches any. */
  readonly label: string
  readonly index: DecisionIndex
}

/** @param shown positions that stay whatever was decided on them */
function choose({ positions, choice, label, index }: Asked, shown?: ReadonlySet<number>): Uint32Array {
  const wanted = choice === 'undecided' ? undefined : choice
  const chosen: number[] = []
  for (let place = 0; place < positions.count; place += 1) {
    const position = positions.at(place)
    const isWanted =
      (choice === 'all' || index.decisionAt(position) === wanted) &&
      (label === '' || index.labelsAt(position).includes(label))
    if (isWanted || shown?.has(position)) chosen.push(position)
  }
  return Uint32Array.from(chosen)
}
