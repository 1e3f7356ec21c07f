import { useRef } from 'react'
import { nextUndecided } from '../features/decisions/next-undecided.ts'
import type { DecisionIndex } from '../features/decisions/decision-index.ts'
import { useRejectionReasons } from '../features/decisions/rejection-reasons.tsx'
import { type Decisions, useDecisions } from '../features/decisions/use-decisions.ts'
import type { ArticleListState } from '../features/articles/list/use-article-list.ts'
import { useDevicePreferences } from '../features/preferences/device-preferences.ts'
import { useOnUndone } from '../worker-client/worker-context.tsx'
import type { ArticleId } from '../../contract/ids.ts'
import type { Card, Decision } from '../library/records.ts'
import { useToast } from '../ui/toast.tsx'
import { useShortcut } from '../ui/use-shortcut.ts'

export interface Deciding extends Decisions {
  /** Decides on the current article, like the keys. */
  readonly decideHere: (decision: Decision) => void
  /** Passes on the ids of the selected articles: at once, if the decisions have been read. */
  readonly withSelected: (change: (ids: readonly ArticleId[]) => void) => void
  /** The ids of the selected articles, in the order of the selection. */
  readonly selectedIds: () => Promise<ArticleId[]>
}

/**
 * Decides in a list and in the reader beside it: on the current article, after which it moves on to the next undecided
 * one, and on the selection. Keys pressed in the reader are for its article, even if others are selected in the list.
 *
 * @param onLabel opens the labels of articles
 * @param early cards that are on the screen before the library has been read: keys work on them, too
 */
export function useDeciding(
  list: ArticleListState,
  index: DecisionIndex | undefined,
  onLabel: (ids: readonly ArticleId[]) => void,
  early: readonly Card[] = [],
): Deciding {
  const { afterDeciding } = useDevicePreferences()
  const { ordering, source, reading, cursor, selection, changeSelection } = list
  const toast = useToast()
  /** The decision after which there was no article to move on to. */
  const last = useRef<{ id: ArticleId; decision: Decision }>(undefined)
  const idHere = () => {
    const at = list.here()
    return at === undefined ? undefined : (index?.idAt(at) ?? source.peek(at)?.id ?? early[at]?.id)
  }
  const decisions = useDecisions()
  const reasons = useRejectionReasons()
  useOnUndone(({ article }) => {
    const position = article === undefined ? undefined : index?.positionOf(article)
    if (position !== undefined && ordering.placeOf(position) >= 0) list.goTo(position)
  })

  /** @returns whether there was an article to move on to, if the editor wants that */
  const advance = (): boolean => {
    const from = list.here()
    if (afterDeciding === 'stay' || from === undefined) return true
    // Until it is known which are undecided, move to the next: the same key again would remove this decision.
    const isKnown = afterDeciding === 'undecided' && index
    const next = isKnown ? nextUndecided(ordering, index, from) : nextOf(list, from)
    if (next !== undefined) list.goTo(next)
    return next !== undefined
  }
  const decideHere = (decision: Decision) => {
    const id = idHere()
    if (id === undefined) return
    last.current = undefined
    // After removing a decision the editor stays with the article they changed their mind about.
    if (decisions.toggle(id, decision) !== null && !advance()) last.current = { id, decision }
  }

  const selectedIds = async () => {
    const cards = await Promise.all([...selection.positions].map(source.card))
    return cards.flatMap((card) => card?.id ?? [])
  }
  const withSelected = (change: (ids: readonly ArticleId[]) => void) => {
    if (index) return change([...selection.positions].flatMap((position) => index.idAt(position) ?? []))
    selectedIds().then(change, () =>
      toast({ message: 'Not done: the articles could not be read. Nothing is lost; try again.' }),
    )
  }
  const isForSelected = (event: KeyboardEvent | undefined) =>
    selection.positions.size > 0 &&
    event !== undefined &&
    (!list.isReading() || (event.target as Element).closest('[data-selecting]') !== null)
  /** With keys, the editor moves on: were the articles still selected, the next key would decide on them again. */
  const decideSelected = (change: (ids: readonly ArticleId[]) => void) =>
    withSelected((ids) => {
      change(ids)
      changeSelection({ kind: 'clear' })
      const { position } = cursor
      if (position === undefined) return
      const isMoving = !list.isReading() && afterDeciding !== 'stay' && advance()
      // The focus may be in the toolbar of the selection, which goes away.
      if (!isMoving) cursor.goTo(position)
    })

  useDecisionShortcuts(
    {
      decide(decision, event) {
        if (isForSelected(event)) return decideSelected((ids) => decisions.decide(ids, decision))
        // An editor who goes on with the same key doesn't see that this is the end.
        if (last.current?.id === idHere() && last.current?.decision === decision) {
          last.current = undefined
          return toast({ message: 'No article follows. The same key takes the decision back.' })
        }
        decideHere(decision)
      },
      rejectFor(place, event) {
        const reason = reasons[place]
        if (reason === undefined) return
        if (isForSelected(event)) return decideSelected((ids) => decisions.rejectFor(ids, reason))
        const id = idHere()
        if (id !== undefined && decisions.rejectFor([id], reason)) advance()
      },
      toggleRead(event) {
        if (isForSelected(event)) return withSelected((ids) => decisions.setRead(ids, true))
        const id = idHere()
        if (id !== undefined) decisions.toggleRead(id)
      },
      label(event) {
        if (isForSelected(event)) return withSelected(onLabel)
        const id = idHere()
        if (id !== undefined) onLabel([id])
      },
    },
    (reading.open ? reading.position : cursor.position) !== undefined || selection.positions.size > 0,
  )
  return { ...decisions, decideHere, withSelected, selectedIds }
}

function nextOf({ ordering }: ArticleListState, from: number): number | undefined {
  const place = ordering.placeOf(from) + 1
  return place < ordering.count ? ordering.at(place) : undefined
}

/** Each gets the key that was pressed; none if the action was chosen in the palette, where it is for the article. */
interface DecisionActions {
  readonly decide: (decision: Decision, event: KeyboardEvent | undefined) => void
  /** @param place of one of the editor's first nine reasons, from 0 */
  readonly rejectFor: (place: number, event: KeyboardEvent) => void
  readonly toggleRead: (event: KeyboardEvent | undefined) => void
  readonly label: (event: KeyboardEvent | undefined) => void
}

/**
 * Shortcuts that decide on the current article or on the selection; the palette offers them by name.
 *
 * @param enabled whether there is an article to decide on
 */
function useDecisionShortcuts(actions: DecisionActions, enabled: boolean): void {
  const { decide, rejectFor, toggleRead, label } = actions
  useShortcut('keep', (event) => decide('keep', event), { enabled })
  useShortcut('maybe', (event) => decide('maybe', event), { enabled })
  useShortcut('reject', (event) => decide('reject', event), { enabled })
  useShortcut('reject-for', (event) => event && rejectFor(Number(event.key) - 1, event), { enabled })
  useShortcut('toggle-read', toggleRead, { enabled })
  useShortcut('label', label, { enabled })
}
