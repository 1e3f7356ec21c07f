import { useCallback, useMemo, useReducer, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ArticleSource } from '../article-source.ts'
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
import { openedFromList } from '../search/use-search.ts'

/** Whether the reader is open, and the position of what it shows, once that is known. */
export interface Reading {
  readonly open: boolean
  readonly position: number | undefined
}

export interface ArticleListOptions {
  readonly source: ArticleSource
  readonly ordering: Ordering
  /** How many articles the source has, shown or not. */
  readonly total: number
  /** What narrows the list, as the addresses of its articles carry it. */
  readonly search: string
  readonly reading: Reading
}

/** A list of articles as the editor walks it: where the keyboard is, what is selected, and what actions are about. */
export interface ArticleListState extends ArticleListOptions {
  readonly cursor: Cursor
  readonly selection: Selection
  readonly changeSelection: (change: SelectionChange) => void
  readonly select: (position: number, extend: boolean) => void
  /** What there is to act on, what is meant unless the editor says otherwise first. */
  readonly scopes: readonly Scope[]
  /** Opens the reader on an article, or has it show this one. */
  readonly open: (position: number) => Promise<void>
  /** Back to the list from an article, also from one that is still on its way. @returns whether there was one */
  readonly close: () => boolean
}

export function useArticleList(options: ArticleListOptions): ArticleListState {
  const { source, ordering, total, search, reading } = options
  const [selection, change] = useReducer(changeSelection, nothingSelected)
  const cursor = useCursor(ordering, reading.position)
  const navigate = useNavigate()
  /** The article that was asked for last, while its card is being read. */
  const coming = useRef<symbol>(undefined)
  const { moveTo } = cursor
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
    async open(position) {
      const turn = Symbol()
      coming.current = turn
      const { pathname } = window.location
      const card = await source.card(position)
      // While the device read it, another may have been asked for, or the editor have gone on.
      if (coming.current !== turn) return
      coming.current = undefined
      if (!card || window.location.pathname !== pathname) return
      // Steps from article to article replace one another, so that "back" leaves the reader at once.
      const to = { pathname: source.articlePath(card.id), search }
      await navigate(to, { replace: reading.open, preventScrollReset: true, state: openedFromList })
    },
    close() {
      const wasComing = coming.current !== undefined
      coming.current = undefined
      // The address knows of an article before there is a reader to be seen, or to hear a key.
      const { pathname, search } = window.location
      if (!pathname.startsWith(`${source.listPath}/articles/`)) return wasComing
      void navigate({ pathname: source.listPath, search }, { replace: true, preventScrollReset: true })
      return true
    },
  }
}
