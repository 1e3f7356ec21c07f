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

/** Whether the reader is open, and the position of its article once known. */
export interface Reading {
  readonly open: boolean
  readonly position: number | undefined
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
  /** The article requested last, while its card is being read. */
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
      // By now another article may have been requested, or the editor may have moved on.
      if (coming.current !== turn) return
      coming.current = undefined
      if (!card || window.location.pathname !== pathname) return
      // Moving from article to article replaces the history entry, so that "back" leaves the reader at once.
      const to = { pathname: source.articlePath(card.id), search }
      await navigate(to, { replace: reading.open, preventScrollReset: true, state: openedFromList })
    },
    close() {
      const wasComing = coming.current !== undefined
      coming.current = undefined
      // The address names an article before the reader is visible or can handle a key.
      const { pathname, search } = window.location
      if (!pathname.startsWith(`${source.listPath}/articles/`)) return wasComing
      void navigate({ pathname: source.listPath, search }, { replace: true, preventScrollReset: true })
      return true
    },
  }
}
