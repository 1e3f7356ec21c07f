import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { askForNote } from '../features/decisions/note-request.ts'
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
  readonly withSelected: (change: (ids: readonly ArticleId[]) => void) => unknown
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
    // What the card shows comes first: the decisions are read again a little later.
    return at === undefined ? undefined : (source.peek(at)?.id ?? index?.idAt(at) ?? early[at]?.id)
  }
  const decisions = useDecisions()
  const reasons = useRejectionReasons()
  useOnUndone(({ article }) => {
    const position = article === undefined ? undefined : index?.positionOf(article)
    if (position !== undefined && ordering.placeOf(position) >= 0) list.goTo(position)
  })

  // Until it is known which are undecided, move to the next: the same key again would remove this decision.
  const known = afterDeciding === 'undecided' ? index : undefined
  /** @returns whether there is such an article */
  const goTo = (position: number | undefined): boolean => {
    if (position !== undefined) list.goTo(position)
    return position !== undefined
  }
  /** @returns whether there was an article to move on to, if the editor wants that */
  const advance = (): boolean => {
    const from = list.here()
    if (afterDeciding === 'stay' || from === undefined) return true
    return goTo(nextUndecided(ordering, known, from))
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
    return selectedIds().then(
      // At once: the next key is for what comes then.
      (ids) => flushSync(() => change(ids)),
      () => toast({ message: 'Not done: the articles could not be read. Nothing is lost; try again.' }),
    )
  }
  /** Not if it was chosen in the palette, which names the article. */
  const isForSelected = (event: KeyboardEvent | undefined) =>
    selection.positions.size > 0 &&
    event !== undefined &&
    (!reading.open || (event.target as Element).closest('[data-selecting]') !== null)
  /** With keys, the editor moves on: were the articles still selected, the next key would decide on them again. */
  const decideSelected = (change: (ids: readonly ArticleId[]) => void) =>
    withSelected((ids) => {
      change(ids)
      changeSelection({ kind: 'clear' })
      const { position } = cursor
      if (position === undefined) return
      // An article that was not selected is not decided on yet: to go on would pass over it.
      const isDone = selection.positions.has(position)
      const isMoving = isDone && !reading.open && afterDeciding !== 'stay' && advance()
      // The focus may be in the toolbar of the selection, which goes away.
      if (!isMoving) cursor.goTo(position)
    })

  const decide = (decision: Decision) => (event: KeyboardEvent | undefined) => {
    if (isForSelected(event)) return decideSelected((ids) => decisions.decide(ids, decision))
    // An editor who goes on with the same key doesn't see that this is the end.
    const { current } = last
    if (current && current.id === idHere() && current.decision === decision) {
      last.current = undefined
      // Nothing is decided by going there: the editor sees the article first.
      const first = known && nextUndecided(ordering, known, -1)
      return first !== list.here() && goTo(first)
        ? toast({ message: 'No article follows. Here is the first undecided one.' })
        : toast({ message: 'No article follows. The same key takes the decision back.' })
    }
    decideHere(decision)
  }

  /** Whether there is an article to decide on: while one that was opened from the list is read, that of the cursor. */
  const enabled = (reading.position ?? cursor.position) !== undefined || selection.positions.size > 0
  useShortcut('keep', decide('keep'), { enabled })
  useShortcut('maybe', decide('maybe'), { enabled })
  useShortcut('reject', decide('reject'), { enabled })
  useShortcut(
    'reject-for',
    (event) => {
      const reason = reasons[Number(event?.key) - 1]
      if (reason === undefined) return undefined
      if (isForSelected(event)) return decideSelected((ids) => decisions.rejectFor(ids, reason))
      const id = idHere()
      if (id !== undefined && decisions.rejectFor([id], reason)) advance()
      return undefined
    },
    { enabled },
  )
  useShortcut(
    'toggle-read',
    (event) => {
      if (isForSelected(event)) return withSelected(decisions.toggleRead)
      const id = idHere()
      if (id !== undefined) decisions.toggleRead([id])
    },
    { enabled },
  )
  useShortcut(
    'label',
    (event) => {
      if (isForSelected(event)) return withSelected(onLabel)
      const id = idHere()
      if (id !== undefined) onLabel([id])
    },
    { enabled },
  )
  useShortcut(
    'note',
    () => {
      const id = reading.open ? idHere() : undefined
      if (id !== undefined) askForNote(id)
    },
    { enabled, isCommand: reading.open },
  )
  return { ...decisions, decideHere, withSelected, selectedIds }
}
