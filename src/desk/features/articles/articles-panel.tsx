import { useRef, type ComponentType, type ReactNode } from 'react'
import type { Marking } from '../../library/texts/marking.ts'
import type { Card } from '../../library/records.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { ArticleList } from './article-list.tsx'
import styles from './articles-panel.module.css'
import { ArticlesToolbar, moveAlong } from './articles-toolbar.tsx'
import toolbarStyles from './articles-toolbar.module.css'
import { ListStatus } from './list-status.tsx'
import type { Scope } from './selection.ts'
import type { ArticleListState } from './use-article-list.ts'
import { useCopyIds } from './use-copy-ids.ts'
import { useListShortcuts } from './use-list-shortcuts.ts'

export interface ArticlesPanelProps {
  list: ArticleListState
  /** The accessible name of all of it. */
  label: string
  search: {
    readonly label: string
    readonly text: string
    readonly setText: (text: string) => void
    readonly onFocus?: () => void
  }
  marking: Marking
  /** Whether what is shown is not yet what was asked for. */
  busy: boolean
  /** Cards that came before the library was read, so that nothing blinks between "so far" and "ready". */
  early?: readonly Card[] | undefined
  Chips?: ComponentType<{ card: Card }> | undefined
  /** A row of the bar, in which other choices of what is shown stand. */
  filters?: ReactNode
  /** What can be done beyond copying and exporting. */
  tools?: ReactNode
  /** What can be done with those selected, while some are. */
  bulk?: ReactNode
  /** In the place of the list where nothing is shown. */
  nothing: ReactNode
  /** @param scopes what there is to export, the one meant first */
  onExport: (scopes: readonly Scope[]) => void
  /** Away from the list, by Escape. */
  onLeave?: () => void
}

/** Any list of articles: search, selection, and what can be done with them. */
export function ArticlesPanel({ list, search, marking, busy, ...props }: ArticlesPanelProps) {
  const { source, places, total, cursor, selection, scopes, changeSelection, select } = list
  const { position } = cursor
  const copyIds = useCopyIds(source)
  const field = useRef<HTMLInputElement>(null)
  const scope = scopes[0] as Scope
  const isSelecting = selection.positions.size > 0

  useListShortcuts(
    {
      move: cursor.step,
      open: () => position !== undefined && void list.open(position),
      close: list.close,
      select: (extend) => position !== undefined && select(position, extend),
      copy: () => void copyIds(scope),
      export: () => props.onExport(scopes),
      search: () => field.current?.focus(),
      clear: () => {
        if (isSelecting) changeSelection({ kind: 'clear' })
        else search.setText('')
        return isSelecting || search.text !== ''
      },
      leave: props.onLeave,
    },
    list.reading.open,
  )

  return (
    <section className={styles.panel} aria-label={props.label} data-selecting={isSelecting || undefined}>
      <div className={styles.bar}>
        <SearchField
          ref={field}
          label={search.label}
          placeholder={search.label}
          value={search.text}
          onValueChange={search.setText}
          onFocus={search.onFocus}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && search.text !== '') search.setText('')
            else if (event.key === 'Escape') field.current?.blur()
            else if (event.key === 'ArrowDown' || event.key === 'Enter') cursor.focusFirst()
            else return
            event.preventDefault()
          }}
        />
        <ArticlesToolbar
          scope={scope}
          total={total}
          onCopy={() => void copyIds(scope)}
          onExport={() => props.onExport(scopes)}
        >
          {props.tools}
        </ArticlesToolbar>
        {props.filters ? <div className={styles.filters}>{props.filters}</div> : null}
        <ListStatus
          places={places}
          articleCount={total}
          selectedCount={selection.positions.size}
          onSelectAll={() => changeSelection({ kind: 'add-all', of: places })}
          onClear={() => changeSelection({ kind: 'clear' })}
        />
      </div>
      {places.count === 0 ? (
        props.nothing
      ) : (
        <div aria-busy={busy}>
          <ArticleList
            {...{ source, places, marking, position }}
            search={list.search}
            reveal={cursor.reveal}
            claim={cursor.claim}
            selected={selection.positions}
            onSelect={select}
            early={props.early}
            Chips={props.Chips}
          />
        </div>
      )}
      {isSelecting && props.bulk ? (
        <div
          role="toolbar"
          aria-label="Selected articles"
          tabIndex={-1}
          className={toolbarStyles.bulk}
          onKeyDown={moveAlong}
        >
          {props.bulk}
        </div>
      ) : null}
    </section>
  )
}
