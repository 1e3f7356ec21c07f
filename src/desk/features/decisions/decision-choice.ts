import { useCallback, useMemo } from 'react'
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

/**
 * Those of some positions that were decided so when the choice was made. What is decided after that stays in its place
 * until the choice or the search is another: an article that vanished under the editor's hand would have to be found again.
 */
export function useChosenPositions(
  positions: { readonly count: number; readonly at: (place: number) => number },
  choice: DecisionChoice,
  index: DecisionIndex | undefined,
): Uint32Array | undefined {
  return useMemo(() => {
    if (choice === 'all' || !index) return undefined
    const wanted = choice === 'undecided' ? undefined : choice
    const chosen: number[] = []
    for (let place = 0; place < positions.count; place += 1) {
      const position = positions.at(place)
      if (index.decisionAt(position) === wanted) chosen.push(position)
    }
    return Uint32Array.from(chosen)
  }, [positions, choice, index])
}
