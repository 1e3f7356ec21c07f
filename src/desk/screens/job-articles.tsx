import { ListPlus } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { ArticlesPanel } from '../features/articles/articles-panel.tsx'
import { foundPlaces } from '../features/articles/places.ts'
import type { ShownPlaces } from '../features/articles/shown-places.ts'
import { useArticleList, type Reading } from '../features/articles/use-article-list.ts'
import { useJobSource } from '../features/articles/use-job-source.ts'
import { searchOf, usePlaces, useSearchAhead, useSearchText } from '../features/articles/use-search.ts'
import { BulkActions } from '../features/decisions/bulk-actions.tsx'
import {
  decisionParam,
  useChosenPositions,
  useDecisionChoice,
} from '../features/decisions/decision-choice.ts'
import { choiceWords, DecisionFilter } from '../features/decisions/decision-filter.tsx'
import { useJobDecisions } from '../features/decisions/use-job-decisions.ts'
import { AddToListButton } from '../features/skip-lists/add-to-list-button.tsx'
import { useLibrary } from '../intake/intake-context.tsx'
import type { Card, JobRecord } from '../library/records.ts'
import { paths } from '../paths.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { type FileScope, exportScopes } from './export-scopes.ts'
import { NothingShown } from './nothing-shown.tsx'
import { selectedIds, useDeciding } from './use-deciding.ts'
import { useLateChips } from './use-late-chips.ts'

export interface JobArticlesProps {
  record: JobRecord
  reading: Reading
  shown: ShownPlaces
  early: readonly Card[]
  /** @param scopes what there is to export, the one meant first */
  onExport: (scopes: readonly FileScope[]) => void
}

/** The articles of a finished job. */
export function JobArticles({ record, reading, shown, early, onExport }: JobArticlesProps) {
  const { key, articleCount: total } = record
  const library = useLibrary()
  const navigate = useNavigate()
  const source = useJobSource(key)
  const { text, query, setText } = useSearchText()
  const searchAhead = useSearchAhead(key)
  const found = usePlaces(record, query)
  const { foundBy } = found
  const index = useJobDecisions(record)
  const [choice, choose] = useDecisionChoice()
  const chosen = useChosenPositions(found.places, choice, index)
  const places = useMemo(() => (chosen ? foundPlaces(chosen) : found.places), [chosen, found.places])
  const search = searchOf(foundBy, { [decisionParam]: choice === 'all' ? '' : choice })
  const list = useArticleList({ source, places, total, search, reading })
  const deciding = useDeciding(list, index)
  useEffect(() => shown.set(places), [shown, places])
  useEffect(() => shown.decideWith(deciding.decideHere))

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
      busy={found.stale || text.trim() !== query}
      early={early}
      Chips={useLateChips()}
      filters={<DecisionFilter choice={choice} onChoose={choose} index={index} total={total} />}
      bulk={
        <>
          <BulkActions
            count={list.selection.positions.size}
            onDecide={(decision) => deciding.decide(selectedIds(list, index), decision)}
            onRead={() => deciding.setRead(selectedIds(list, index), true)}
          />
          <AddToListButton
            count={list.selection.positions.size}
            ids={() => source.ids([...list.selection.positions])}
          />
        </>
      }
      tools={
        <LinkButton icon={<ListPlus />} to={`${paths.newJob}?${new URLSearchParams({ from: key })}`}>
          Collect more
        </LinkButton>
      }
      nothing={
        <NothingShown
          {...{ total, query, choice, index }}
          onShowAll={() => {
            setText('')
            choose('all')
          }}
        />
      }
      onExport={(scopes) => {
        const filters = [
          ...(choice === 'all' ? [] : [choiceWords[choice].toLowerCase()]),
          ...(foundBy ? [`“${foundBy}”`] : []),
        ]
        onExport(exportScopes(scopes, filters, index?.positionsOf('keep') ?? []))
      }}
      onLeave={() => void navigate(paths.jobs)}
    />
  )
}
