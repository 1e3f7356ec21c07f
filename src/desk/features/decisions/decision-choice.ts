import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useOnUndone } from '../../worker-client/worker-context.tsx'
import type { Decision } from '../../library/records.ts'
import { useAddressParams } from '../../ui/use-address.ts'
import type { DecisionIndex } from './decision-index.ts'

export const decisionChoices = ['all', 'undecided', 'keep', 'maybe', 'reject'] as const

/** Which articles are shown: all of them, or those that were decided so. */
export type DecisionChoice = 'all' | 'undecided' | Decision

/** The parameter of the address that holds it. */
export const decisionParam = 'decision'

/** The choice, kept in the address beside the search; what makes no sense there counts as "all". */
export function useDecisionChoice(): [DecisionChoice, (choice: DecisionChoice) => void] {
  const [params, changeAddress] = useAddressParams()
  const asked = params.get(decisionParam)
  const choose = useCallback(
    (choice: DecisionChoice) =>
      void changeAddress(
        (params) => (choice === 'all' ? params.delete(decisionParam) : params.set(decisionParam, choice)),
        { replace: true },
      ),
    [changeAddress],
  )
  return [decisionChoices.find((choice) => choice === asked) ?? 'all', choose]
}

interface Positions {
  readonly count: number
  readonly at: (place: number) => number
}

/**
 * Those of some positions that were decided so, and have the label, when the choice was made. What is decided after that stays in its place
 * until the choice or the search is another: an article that vanished under the editor's hand would have to be found
 * again. What comes to be decided so as a step is taken back stands in its place again.
 */
export function useChosenPositions(
  positions: Positions,
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
  // The step is told of, and the decisions it took back, one after the other: which comes first depends on their number.
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
  readonly positions: Positions
  readonly choice: DecisionChoice
  /** Blank for any. */
  readonly label: string
  readonly index: DecisionIndex
}

/** @param shown what stays, whatever was decided on it */
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
