import ListChecks from 'lucide-react/icons/list-checks'
import X from 'lucide-react/icons/x'
import { useCallback, useMemo, useRef, type MouseEvent, type ReactNode } from 'react'
import { useCommand } from '../../../ui/commands.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { leftOutWords } from '../../../ui/left-out-words.ts'
import { pluralize, figure } from '../../../ui/number-words.ts'
import { useOnceReady } from '../../../ui/held-keys.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { isComposingKey } from '../../../ui/is-composing-key.ts'
import { keepRowFocus } from '../../../ui/row-focus.ts'
import { SearchField } from '../../../ui/search-field.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { useIsLater } from '../../../ui/use-is-later.ts'
import { useShortcut } from '../../../ui/use-shortcut.ts'
import hiddenStyles from '../../../ui/visually-hidden.module.css'
import { ArticleList, type ArticleListProps } from '../list/article-list.tsx'
import type { ArticleSource } from '../../../worker-client/article-source.ts'
import styles from './articles-panel.module.css'
import toolbarStyles from './articles-toolbar.module.css'
import { ArticlesToolbar, moveAlong } from './articles-toolbar.tsx'
import type { Scope } from '../list/selection.ts'
import type { ArticleListState } from '../list/use-article-list.ts'
import type { Ordering } from '../list/ordering.ts'

export interface ArticlesPanelProps extends Pick<
  ArticleListProps,
  'highlighting' | 'early' | 'Chips' | 'density'
> {
  list: ArticleListState
  /** Accessible name of the whole panel. */
  label: string
  search: {
    readonly label: string
    readonly text: string
    readonly setText: (text: string) => void
    readonly onFocus?: () => void
  }
  /** Whether the number of articles is known. While it isn't, its place stays empty. */
  isCounted?: boolean
  /** Whether the list still shows the result of an earlier query. */
  busy: boolean
  /** A row of the bar with further filters. */
  filters: ReactNode
  /** How the list is displayed, as opposed to what it shows. */
  viewTools?: ReactNode
  /** Further actions besides copying and exporting. */
  tools?: ReactNode
  /** How far the editor has come with the list, and a link to go on; shown beside the search field. */
  progress?: { readonly words: string; readonly goOn: ReactNode } | undefined
  /** Actions on the selection, shown while there is one. */
  bulk: ReactNode
  /** Takes the place of an empty list. */
  nothing: ReactNode
  /** @param scopes what can be exported, the default first */
  onExport: (scopes: readonly Scope[]) => void
  /** Leaves the list; called on Escape. */
  onLeave?: () => void
}

/**
 * When a search in progress becomes visible. Not a delayed transition: for that the browser gives the whole list a layer
 * of its own at once, and most results come a frame later.
 */
const slowMs = 150

/** A list of articles with search, selection and actions. */
export function ArticlesPanel({
  list,
  search,
  highlighting,
  isCounted = true,
  busy,
  ...props
}: ArticlesPanelProps) {
  const { source, ordering, total, cursor, selection, scopes, changeSelection, select } = list
  const { position } = cursor
  const copyIds = useCopyIds(source)
  const field = useRef<HTMLInputElement>(null)
  const selectAll = useRef<HTMLButtonElement>(null)
  const goToFirst = useOnceReady(busy, () => {
    // Without a hit, what is typed next is another search.
    if (ordering.count === 0) return field.current?.focus()
    field.current?.blur()
    return cursor.goTo(ordering.at(0))
  })
  const scope = scopes[0] as Scope
  const isSelecting = selection.positions.size > 0
  const isSlow = useIsLater(slowMs, busy)
  const matches = ordering.everything
    ? pluralize(ordering.count, 'article')
    : `${figure(ordering.count)} matching`
  const all = `Select ${ordering.count === 1 ? '' : 'all '}${matches}`

  /** Clears the search; a blank one is left for the row that it was opened from. */
  const leaveSearch = () => {
    if (search.text !== '') return search.setText('')
    field.current?.blur()
    if (position !== undefined && ordering.placeOf(position) >= 0) cursor.goTo(position)
  }

  const showBulk = useCallback((tools: HTMLElement | null) => {
    const panel = tools?.parentElement
    if (!tools || !panel) return undefined
    // How many lines they take depends on the counts and reasons in them.
    const measure = () => panel.style.setProperty('--bulk-height', `${tools.offsetHeight}px`)
    // At once: the row whose selection shows them is about to scroll clear of them.
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(tools)
    return () => {
      observer.disconnect()
      // They go away with the selection, and would take the focus with them.
      if (tools.contains(document.activeElement)) selectAll.current?.focus()
    }
  }, [])

  useShortcut('next', () => list.step(1))
  useShortcut('previous', () => list.step(-1))
  useShortcut('open', (event) => {
    // A focused button or link handles Enter itself.
    const isControl = (event?.target as Element | undefined)?.closest('a, button, summary, input')
    if (event?.key === 'Enter' && isControl) return undefined
    return position === undefined || busy || list.reading.open ? undefined : list.open(position)
  })
  useShortcut('back', () => {
    if (list.close()) return
    if (isSelecting) changeSelection({ kind: 'clear' })
    else if (search.text !== '') search.setText('')
    else props.onLeave?.()
  })
  const selectHere = (extend: boolean) => {
    if (position === undefined) return
    select(position, extend)
    cursor.show(position)
  }
  useShortcut('select', () => selectHere(false))
  useShortcut('select-range', () => selectHere(true))
  useShortcut('copy-ids', () => void copyIds(scope))
  useCommand({ id: 'articles/export', label: 'Export', run: () => props.onExport(scopes) })
  useShortcut('search', () => field.current?.focus())

  return (
    <section className={styles.panel} aria-label={props.label} data-selecting={isSelecting || undefined}>
      <div className={styles.bar} data-more-tools={props.tools !== undefined || undefined}>
        <IconButton
          ref={selectAll}
          className={styles.all}
          icon={<ListChecks />}
          label={all}
          disabled={ordering.count === 0 || !isCounted}
          onClick={() => changeSelection({ kind: 'add-all', of: ordering })}
        />
        <SearchField
          ref={field}
          className={styles.search}
          label={search.label}
          placeholder={search.label}
          value={search.text}
          onValueChange={search.setText}
          onFocus={search.onFocus}
          onKeyDown={(event) => {
            if (isComposingKey(event)) return
            if (event.key === 'Escape') leaveSearch()
            else if (event.key === 'ArrowDown' || event.key === 'Enter') goToFirst()
            else return
            event.preventDefault()
          }}
        />
        <ListStatus
          ordering={ordering}
          articleCount={total}
          selected={selection.positions}
          progress={props.progress}
          isCounted={isCounted}
        />
        <div className={styles.viewTools}>{props.viewTools}</div>
        <ArticlesToolbar
          scope={scope}
          total={total}
          isCounted={isCounted}
          onCopy={() => void copyIds(scope)}
          onExport={() => props.onExport(scopes)}
        >
          {props.tools}
        </ArticlesToolbar>
        <div ref={keepRowFocus} className={styles.filters}>
          {props.filters}
        </div>
      </div>
      {ordering.count === 0 ? (
        props.nothing
      ) : (
        <div
          className={styles.found}
          aria-busy={busy}
          data-slow={isSlow || undefined}
          onClickCapture={busy ? swallow : undefined}
        >
          <ArticleList
            {...{ source, ordering, highlighting, position }}
            search={list.search}
            reveal={cursor.reveal}
            claim={cursor.claim}
            followFocus={cursor.followFocus}
            selected={selection.positions}
            onSelect={select}
            early={props.early}
            Chips={props.Chips}
            density={props.density}
          />
        </div>
      )}
      {isSelecting ? (
        <div
          ref={showBulk}
          role="toolbar"
          aria-label="Selected articles"
          tabIndex={-1}
          className={toolbarStyles.bulk}
          onKeyDown={moveAlong}
        >
          {props.bulk}
          <IconButton
            size="s"
            label="Clear selection"
            icon={<X />}
            onClick={() => changeSelection({ kind: 'clear' })}
          />
        </div>
      ) : null}
    </section>
  )
}

/** The visible results belong to an earlier query: a click meant for a new result must not open another article. */
function swallow(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

/** Copies the ids of a scope, one per line, ready for the field "Article ids", and says how many there were. */
function useCopyIds(source: ArticleSource): (scope: Scope) => Promise<void> {
  const toast = useToast()
  return async ({ positions, count }) => {
    // What is on the clipboard is worth more than nothing.
    if (count === 0) return toast({ message: 'There are no ids to copy' })
    const read = source.ids(positions)
    try {
      const copied = await copyText(
        read.then(({ ids }) => ({ text: ids.map((id) => JSON.stringify(id)).join('\n') })),
      )
      const { ids, unsafe } = await read
      toast({
        message: copied
          ? `Copied ${pluralize(ids.length, 'id')}${leftOutWords(unsafe)}`
          : 'Not copied: the browser does not allow it here. Export gives the same ids as a file.',
      })
    } catch {
      toast({ message: 'Not copied: the articles could not be read. Nothing is lost; try again.' })
    }
  }
}

/** Most lists show everything, which need not be looked up. */
function countHidden(selected: ReadonlySet<number>, ordering: Ordering): number {
  if (ordering.everything) return 0
  let hidden = 0
  for (const position of selected) if (ordering.placeOf(position) < 0) hidden += 1
  return hidden
}

interface ListStatusProps {
  ordering: Ordering
  articleCount: number
  selected: ReadonlySet<number>
  progress: ArticlesPanelProps['progress']
  isCounted: boolean
}

/** Announces how many articles are shown and selected, but not each decision. */
function ListStatus({ ordering, articleCount, selected, progress, isCounted }: ListStatusProps) {
  // Actions apply to them, too.
  const hidden = useMemo(() => countHidden(selected, ordering), [selected, ordering])
  const count = ordering.everything
    ? pluralize(articleCount, 'article')
    : `${figure(ordering.count)} of ${figure(articleCount)} matching`
  // "18 of 30 decided" says how many there are, too.
  const words = ordering.everything ? progress?.words : ''
  if (!isCounted)
    return (
      <div className={styles.status} data-uncounted aria-hidden="true">
        <span>{count}</span>
      </div>
    )
  return (
    <div className={styles.status} data-progress={progress !== undefined || undefined}>
      <p role="status">
        {/* One element either way: another would be announced anew. */}
        <span className={words && hiddenStyles.hidden}>{count}</span>
        {selected.size > 0 ? (
          <span className={styles.selected}>
            {`${figure(selected.size)} selected${hidden === 0 ? '' : `, ${figure(hidden)}\u00a0hidden`}`}
          </span>
        ) : null}
      </p>
      {words ? <span>{words}</span> : null}
      {selected.size === 0 ? progress?.goOn : null}
    </div>
  )
}
