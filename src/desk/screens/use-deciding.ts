import { useState } from 'react'
import { nextUndecided } from '../features/decisions/next-undecided.ts'
import type { DecisionIndex } from '../features/decisions/decision-index.ts'
import { useRejectionReasons } from '../features/decisions/rejection-reasons.tsx'
import { useDecisionShortcuts } from '../features/decisions/use-decision-shortcuts.ts'
import { type Decisions, useDecisions } from '../features/decisions/use-decisions.ts'
import type { ArticleListState } from '../features/articles/list/use-article-list.ts'
import { useDevicePreferences } from '../features/preferences/device-preferences.ts'
import { useOnUndone } from '../worker-client/worker-context.tsx'
import type { ArticleId } from '../../contract/ids.ts'
import type { Card, Decision } from '../library/records.ts'

export interface Deciding extends Decisions {
  /** Decides on the current article, like the keys. */
  readonly decideHere: (decision: Decision) => void
  /** The current article; undefined if there is none. */
  readonly idHere: ArticleId | undefined
}

/**
 * Decides in a list and in the reader beside it: on the current article, after which it moves on to the next undecided
 * one, and on the selection.
 *
 * @param early cards that are on the screen before the library has been read: keys work on them, too
 */
export function useDeciding(
  list: ArticleListState,
  index: DecisionIndex | undefined,
  early: readonly Card[] = [],
): Deciding {
  const { afterDeciding } = useDevicePreferences()
  const { ordering, cursor, reading, source } = list
  const [opening, setOpening] = useState<{ from: number | undefined; to: number }>()
  if (opening && opening.from !== reading.position) setOpening(undefined)
  // Keys may outrun the reader: the article about to be shown counts, or the one before would be decided twice.
  const isOpening = opening !== undefined && opening.from === reading.position
  const at = !reading.open ? cursor.position : isOpening ? opening.to : reading.position
  const id = at === undefined ? undefined : (index?.idAt(at) ?? source.peek(at)?.id ?? early[at]?.id)

  const go = (position: number | undefined) => {
    if (position === undefined) return
    if (!reading.open) return cursor.goTo(position)
    setOpening({ from: reading.position, to: position })
    void list.open(position)
  }
  const decisions = useDecisions()
  const reasons = useRejectionReasons()
  useOnUndone(({ article }) => {
    const position = article === undefined ? undefined : index?.positionOf(article)
    if (position !== undefined && ordering.placeOf(position) >= 0) go(position)
  })

  const advance = (from: number) => {
    if (afterDeciding === 'stay') return
    // Until it is known which are undecided, move to the next: the same key again would remove this decision.
    const isKnown = afterDeciding === 'undecided' && index
    go(isKnown ? nextUndecided(ordering, index, from) : nextOf(list, from))
  }
  const decideHere = (decision: Decision) => {
    // After removing a decision the editor stays with the article they changed their mind about.
    if (id !== undefined && decisions.toggle(id, decision) !== null) advance(at as number)
  }
  useDecisionShortcuts(
    {
      decide: decideHere,
      rejectFor(place) {
        const reason = reasons[place]
        if (id === undefined || reason === undefined) return
        if (decisions.rejectFor([id], reason)) advance(at as number)
      },
      toggleRead() {
        if (id !== undefined) decisions.toggleRead(id)
      },
    },
    id !== undefined,
  )
  return { ...decisions, decideHere, idHere: id }
}

function nextOf({ ordering }: ArticleListState, from: number): number | undefined {
  const place = ordering.placeOf(from) + 1
  return place < ordering.count ? ordering.at(place) : undefined
}
