import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react'
import {
  createPath,
  type Location,
  NavigationType,
  useLocation,
  useNavigate,
  useNavigationType,
} from 'react-router-dom'
import type { ArticleSource } from '../../../worker-client/article-source.ts'
import { useToast } from '../../../ui/toast.tsx'
import type { Ordering } from './ordering.ts'
import {
  changeSelection,
  nothingSelected,
  scopesOf,
  type Scope,
  type Selection,
  type SelectionChange,
} from './selection.ts'
import { type Cursor, useCursor } from './use-cursor.ts'

/** Whether the reader is open, and the position of its article once known. */
export interface Reading {
  readonly open: boolean
  readonly position: number | undefined
  /** Whether the article in the address is still being read: the position is that of the one before. */
  readonly isPending?: boolean
}

export interface ArticleListOptions {
  readonly source: ArticleSource
  readonly ordering: Ordering
  /** Number of articles in the source, shown or not. */
  readonly total: number
  /** The search and filters as they stand in article addresses. */
  readonly search: string
  readonly reading: Reading
}

/** Navigation state of a list of articles: the cursor, the selection and the scopes of actions. */
export interface ArticleListState extends ArticleListOptions {
  readonly cursor: Cursor
  readonly selection: Selection
  readonly changeSelection: (change: SelectionChange) => void
  readonly select: (position: number, extend: boolean) => void
  /** Available scopes, the default first. */
  readonly scopes: readonly Scope[]
  /** Position of the article that keys apply to, in the list or in the reader. */
  readonly here: () => number | undefined
  /** Moves to an article: the cursor, or the reader while it is open. */
  readonly goTo: (position: number) => void
  /** Moves through the shown articles: 1 to the next, -1 to the previous. */
  readonly step: (by: 1 | -1) => void
  /** Opens an article in the reader, or shows it in the reader that is open. */
  readonly open: (position: number) => Promise<void>
  /** Goes back to the list, also from an article that is still loading. @returns whether there was one */
  readonly close: () => boolean
}

export function useArticleList(options: ArticleListOptions): ArticleListState {
  const { source, ordering, total, search, reading } = options
  const [selection, change] = useReducer(changeSelection, nothingSelected)
  const cursor = useCursor(ordering, reading.position)
  const navigate = useNavigate()
  const opening = useOpening()
  usePassing()
  const toast = useToast()
  /** The article requested last, and the path it holds for: the current one while its card is read, then its own. */
  const asked = useRef<{ position: number; path: string }>(undefined)
  const { moveTo } = cursor

  /** The position of the article requested last, unless the editor has gone elsewhere since. */
  const requested = () =>
    asked.current?.path === window.location.pathname ? asked.current.position : undefined

  function here(): number | undefined {
    if (!reading.open) return cursor.position
    // Keys may outrun the reader: the article about to be shown counts, or the one before would be decided twice.
    const next = requested()
    if (next !== undefined || !reading.isPending) return next ?? reading.position
    // One opened by the link in its row is that of the cursor.
    const { position } = cursor
    const card = position === undefined ? undefined : source.peek(position)
    return card && source.articlePath(card.id) === window.location.pathname ? position : undefined
  }

  function goTo(position: number): void {
    if (reading.open) void open(position)
    else cursor.goTo(position)
  }

  async function open(position: number): Promise<void> {
    const { pathname } = window.location
    const turn = { position, path: pathname }
    asked.current = turn
    const card = await source.card(position).catch(() => undefined)
    // By now another article may have been asked for, or the editor may have moved on.
    if (asked.current !== turn) return
    const isLeft = window.location.pathname !== pathname
    if (!card || isLeft) {
      asked.current = undefined
      if (!isLeft) toast({ message: 'Not opened: the article could not be read. Try again.' })
      return
    }
    turn.path = source.articlePath(card.id)
    await navigate({ pathname: turn.path, search }, opening)
  }

  return {
    ...options,
    cursor,
    selection,
    changeSelection: change,
    scopes: useMemo(() => scopesOf(selection, ordering, total), [selection, ordering, total]),
    select: useCallback(
      (position, extend) => {
        change(extend ? { kind: 'extend', to: position, within: ordering } : { kind: 'toggle', position })
        moveTo(position)
      },
      [ordering, moveTo],
    ),
    here,
    goTo,
    step(by) {
      if (!reading.open) return cursor.step(by)
      const place = ordering.placeOf(here() ?? -1)
      const next = place + by
      if (place >= 0 && next >= 0 && next < ordering.count) goTo(ordering.at(next))
    },
    open,
    close() {
      const next = requested()
      // The list goes on at an article that was still to be drawn, not at the one before.
      if (next !== undefined && next !== reading.position) cursor.goTo(next)
      asked.current = undefined
      if (!reading.open) return next !== undefined
      const to = { pathname: source.listPath, search: window.location.search }
      void navigate(to, opening)
      return true
    },
  }
}

/** State of a history entry that a list has made: the search in its address is the one that found the list. */
export interface MadeByList {
  /** The key of the list's own entry if that is the one before it. */
  readonly list: string | null
}

const listOf = ({ state }: Location) => (state as MadeByList | null)?.list

/**
 * How a list opens an article. It takes the place of the one that is open, or that was opened last and closed since:
 * "back" leaves the reader at once, and then the list, however many were opened.
 */
export function useOpening() {
  const here = useLocation()
  const list = listOf(here) ?? (here.pathname.includes('/articles/') ? null : here.key)
  const state: MadeByList = { list }
  return { preventScrollReset: true, replace: list !== here.key, state }
}

/**
 * Passes the entry of an article that was closed: it shows the list, as the one before it does. Closing goes back to
 * neither, since that takes a moment, in which keys for the list would still be for the article.
 */
function usePassing(): void {
  const navigate = useNavigate()
  const isPop = useNavigationType() === NavigationType.Pop
  const here = useLocation()
  const last = useRef(here)
  useEffect(() => {
    const from = last.current
    last.current = here
    if (!isPop || createPath(from) !== createPath(here)) return
    if (listOf(from) === here.key) void navigate(-1)
    if (listOf(here) === from.key) void navigate(1)
  }, [here, isPop, navigate])
}
