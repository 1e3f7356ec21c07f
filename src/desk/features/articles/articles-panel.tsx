import { useCallback, useMemo, useReducer, useRef } from 'react'
import { useLibrary } from '../../intake/intake-context.tsx'
import type { Card, JobRecord } from '../../library/records.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { ArticleList } from './article-list.tsx'
import styles from './articles-panel.module.css'
import { ArticlesToolbar } from './articles-toolbar.tsx'
import { ListStatus } from './list-status.tsx'
import { changeSelection, nothingSelected, scopesOf, type Scope } from './selection.ts'
import { useOpenArticle } from './use-card.ts'
import { useArticlesKeys } from './use-articles-keys.ts'
import { useCopyIds } from './use-copy-ids.ts'
import { useCursor } from './use-cursor.ts'
import { usePlaces, useSearchText } from './use-search.ts'

export interface ArticlesPanelProps {
  record: JobRecord
  /** Whether the reader is open, and the position of what it shows, once that is known. */
  reading: { readonly open: boolean; readonly position: number | undefined }
  early: readonly Card[]
  /** @param scopes what there is to export, the one meant first */
  onExport: (scopes: Scope[]) => void
}

/** The articles of a finished job: search, selection, and what can be done with them. */
export function ArticlesPanel({ record, reading, early, onExport }: ArticlesPanelProps) {
  const { key, articleCount } = record
  const library = useLibrary()
  const { text, query, setText } = useSearchText()
  const { places, foundBy, stale } = usePlaces(record, query)
  const [selection, change] = useReducer(changeSelection, nothingSelected)
  const cursor = useCursor(places, reading.position)
  const openArticle = useOpenArticle(key, query)
  const copyIds = useCopyIds(key)
  const field = useRef<HTMLInputElement>(null)

  const keywords = record.request?.keywords
  const marking = useMemo(() => ({ keywords: keywords ?? [], query: foundBy }), [keywords, foundBy])
  const scopes = useMemo(() => scopesOf(selection, places, articleCount), [selection, places, articleCount])
  const scope = scopes[0] as Scope

  const { position, moveTo } = cursor
  const select = useCallback(
    (position: number, extend: boolean) => {
      change(extend ? { kind: 'extend', to: position, within: places } : { kind: 'toggle', position })
      moveTo(position)
    },
    [places, moveTo],
  )

  useArticlesKeys(
    {
      move: cursor.step,
      open: () => position !== undefined && void openArticle(position),
      select: (extend) => position !== undefined && select(position, extend),
      copy: () => void copyIds(scope),
      search: () => field.current?.focus(),
      clear: () => {
        change({ kind: 'clear' })
        return selection.positions.size > 0
      },
    },
    reading.open,
  )

  return (
    <section className={styles.panel} aria-label="Collected articles">
      <div className={styles.bar}>
        <SearchField
          ref={field}
          label="Search these articles"
          placeholder="Search these articles"
          value={text}
          onValueChange={setText}
          onFocus={() => void library.prepareFind(key)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && text !== '') setText('')
            else if (event.key === 'Escape') field.current?.blur()
            else if (event.key === 'ArrowDown' || event.key === 'Enter') cursor.focusFirst()
            else return
            event.preventDefault()
          }}
        />
        <ArticlesToolbar
          jobKey={key}
          scope={scope}
          articleCount={articleCount}
          onCopy={() => void copyIds(scope)}
          onExport={() => onExport(scopes)}
        />
        <ListStatus
          places={places}
          articleCount={articleCount}
          selectedCount={selection.positions.size}
          onSelectAll={() => change({ kind: 'add-all', of: places })}
          onClear={() => change({ kind: 'clear' })}
        />
      </div>
      {places.count === 0 ? (
        <EmptyState
          title="Nothing here matches"
          actions={<Button onClick={() => setText('')}>Show all articles</Button>}
        >
          {`None of the ${articleCount} articles of this job has “${query}” in its title or text.`}
        </EmptyState>
      ) : (
        <div aria-busy={stale || text.trim() !== query}>
          <ArticleList
            {...{ places, marking, early, position }}
            jobKey={key}
            reveal={cursor.reveal}
            claim={cursor.claim}
            selected={selection.positions}
            onSelect={select}
          />
        </div>
      )}
    </section>
  )
}
