import { nextUndecided } from '../features/decisions/next-undecided.ts'
import type { DecisionIndex } from '../features/decisions/decision-index.ts'
import { useRejectionReasons } from '../features/decisions/rejection-reasons.tsx'
import { type Decisions, useDecisions } from '../features/decisions/use-decisions.ts'
import type { ArticleListState } from '../features/articles/list/use-article-list.ts'
import { useDevicePreferences } from '../features/preferences/device-preferences.ts'
import { useOnUndone } from '../worker-client/worker-context.tsx'
import type { ArticleId } from '../../contract/ids.ts'
import type { Card, Decision } from '../library/records.ts'
import { useShortcut } from '../ui/use-shortcut.ts'

export interface Deciding extends Decisions {
  /** Decides on the current article, like the keys. */
  readonly decideHere: (decision: Decision) => void
  /** The current article, once its card has been read: rows draw their cards without rendering the list again. */
  readonly idHere: () => ArticleId | undefined
  /** Whether the cursor is at an article. */
  readonly isHere: boolean
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
  const { ordering, source, reading, cursor } = list
  const idHere = () => {
    const at = list.here()
    return at === undefined ? undefined : (index?.idAt(at) ?? source.peek(at)?.id ?? early[at]?.id)
  }
  const go = (position: number | undefined) => {
    if (position !== undefined) list.goTo(position)
  }
  const isHere = (reading.open ? reading.position : cursor.position) !== undefined
  const decisions = useDecisions()
  const reasons = useRejectionReasons()
  useOnUndone(({ article }) => {
    const position = article === undefined ? undefined : index?.positionOf(article)
    if (position !== undefined && ordering.placeOf(position) >= 0) go(position)
  })

  const advance = () => {
    const from = list.here()
    if (afterDeciding === 'stay' || from === undefined) return
    // Until it is known which are undecided, move to the next: the same key again would remove this decision.
    const isKnown = afterDeciding === 'undecided' && index
    go(isKnown ? nextUndecided(ordering, index, from) : nextOf(list, from))
  }
  const decideHere = (decision: Decision) => {
    const id = idHere()
    // After removing a decision the editor stays with the article they changed their mind about.
    if (id !== undefined && decisions.toggle(id, decision) !== null) advance()
  }
  useDecisionShortcuts(
    {
      decide: decideHere,
      rejectFor(place) {
        const id = idHere()
        const reason = reasons[place]
        if (id === undefined || reason === undefined) return
        if (decisions.rejectFor([id], reason)) advance()
      },
      toggleRead() {
        const id = idHere()
        if (id !== undefined) decisions.toggleRead(id)
      },
    },
    isHere,
  )
  return { ...decisions, decideHere, idHere, isHere }
}

function nextOf({ ordering }: ArticleListState, from: number): number | undefined {
  const place = ordering.placeOf(from) + 1
  return place < ordering.count ? ordering.at(place) : undefined
}

interface DecisionActions {
  readonly decide: (decision: Decision) => void
  /** @param place of one of the editor's first nine reasons, from 0 */
  readonly rejectFor: (place: number) => void
  readonly toggleRead: () => void
}

/**
 * Shortcuts that decide on the current article, in a list and in the reader; the palette offers them by name.
 *
 * @param enabled whether there is a current article
 */
function useDecisionShortcuts({ decide, rejectFor, toggleRead }: DecisionActions, enabled: boolean): void {
  useShortcut('keep', () => decide('keep'), { enabled })
  useShortcut('maybe', () => decide('maybe'), { enabled })
  useShortcut('reject', () => decide('reject'), { enabled })
  useShortcut('reject-for', (event) => event && rejectFor(Number(event.key) - 1), { enabled })
  useShortcut('toggle-read', toggleRead, { enabled })
}
