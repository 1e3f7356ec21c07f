import { ListPlus } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { ArticlesPanel } from '../features/articles/articles-panel.tsx'
import type { Scope } from '../features/articles/selection.ts'
import type { ShownPlaces } from '../features/articles/shown-places.ts'
import { useArticleList, type Reading } from '../features/articles/use-article-list.ts'
import { useJobSource } from '../features/articles/use-job-source.ts'
import { searchOf, usePlaces, useSearchAhead, useSearchText } from '../features/articles/use-search.ts'
import { useLibrary } from '../intake/intake-context.tsx'
import type { Card, JobRecord } from '../library/records.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'

export interface JobArticlesProps {
  record: JobRecord
  reading: Reading
  shown: ShownPlaces
  early: readonly Card[]
  /** @param scopes what there is to export, the one meant first */
  onExport: (scopes: readonly Scope[]) => void
}

/** The articles of a finished job. */
export function JobArticles({ record, reading, shown, early, onExport }: JobArticlesProps) {
  const { key, articleCount: total } = record
  const library = useLibrary()
  const navigate = useNavigate()
  const source = useJobSource(key)
  const { text, query, setText } = useSearchText()
  const searchAhead = useSearchAhead(key)
  const { places, foundBy, stale } = usePlaces(record, query)
  const list = useArticleList({ source, places, total, search: searchOf(foundBy), reading })
  useEffect(() => shown.set(places), [shown, places])

  const keywords = record.request?.keywords
  const marking = useMemo(() => ({ keywords: keywords ?? [], query: foundBy }), [keywords, foundBy])

  return (
    <ArticlesPanel
      label="Collected articles"
      list={list}
      search={{
        label: 'Search these articles',
        text,
        setText: (text) => {
          searchAhead(text)
          setText(text)
        },
        onFocus: () => void library.prepareFind(key),
      }}
      marking={marking}
      busy={stale || text.trim() !== query}
      early={early}
      tools={
        <LinkButton icon={<ListPlus />} to={`${paths.newJob}?${new URLSearchParams({ from: key })}`}>
          Collect more
        </LinkButton>
      }
      nothing={
        <EmptyState
          title="Nothing here matches"
          actions={<Button onClick={() => setText('')}>Show all articles</Button>}
        >
          {`None of the ${total} articles of this job has “${query}” in its title or text.`}
        </EmptyState>
      }
      onExport={onExport}
      onLeave={() => void navigate(paths.jobs)}
    />
  )
}
