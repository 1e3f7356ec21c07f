import ListPlus from 'lucide-react/icons/list-plus'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { givenOrdering } from '../features/articles/list/ordering.ts'
import type { ListHandle } from '../features/articles/list/list-handle.ts'
import { type Reading, useOpening } from '../features/articles/list/use-article-list.ts'
import { useJobSource } from '../features/articles/use-job-source.ts'
import { searchOf, useJobSearch, useSearchAhead } from '../features/articles/search/use-job-search.ts'
import { useSearchText } from '../features/articles/search/use-search-text.ts'
import {
  decisionParam,
  useChosenPositions,
  useDecisionChoice,
} from '../features/decisions/decision-choice.ts'
import { choiceWords, DecisionFilter } from '../features/decisions/decision-filter.tsx'
import { LabelFilter, labelParam } from '../features/labels/label-filter.tsx'
import type { DecisionIndex } from '../features/decisions/decision-index.ts'
import { nextUndecided, type ShownOrder } from '../features/decisions/next-undecided.ts'
import { useDecisionCounts, useJobDecisions } from '../features/decisions/use-job-decisions.ts'
import type { ExportScope } from '../features/exports/scope-words.ts'
import { useLibrary } from '../worker-client/worker-context.tsx'
import type { Card, JobRecord } from '../library/records.ts'
import { searchedFor } from '../library/texts/search.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { figure } from '../ui/number-words.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { useAddressParam } from '../ui/use-address.ts'
import { useIsLater } from '../ui/use-is-later.ts'
import { DecidingPanel } from './deciding-panel.tsx'
import { exportScopes, narrowedBy } from './export-scopes.ts'
import { JobOrderSelect, useJobOrder } from './job-order.tsx'
import { NothingShown } from './nothing-shown.tsx'
import { useHighlighting } from './use-highlighting.ts'

/** What the library as a whole knows about a job's articles. */
const ArticleChips = lazyPart(
  async () => (await import('../features/library/article-chips.tsx')).ArticleChips,
)

/** The first paint of a job waits neither for that nor for the rest of the library to be read. */
const chipsAfterMs = 1_500

export interface JobArticlesProps {
  record: JobRecord
  reading: Reading
  listHandle: ListHandle
  early: readonly Card[]
  /** @param scopes what can be exported, the default first */
  onExport: (scopes: readonly ExportScope[]) => void
}

/** The articles of a finished job. */
export function JobArticles({ record, reading, listHandle, early, onExport }: JobArticlesProps) {
  const { key, articleCount: total } = record
  const library = useLibrary()
  const navigate = useNavigate()
  const source = useJobSource(key)
  const { text, query, setText } = useSearchText()
  const searchAhead = useSearchAhead(key)
  const found = useJobSearch(record, searchedFor(query))
  const { foundBy } = found
  const index = useJobDecisions(key)
  const counts = useDecisionCounts(index)
  const [choice, choose] = useDecisionChoice()
  const [label, chooseLabel] = useAddressParam(labelParam)
  const chosen = useChosenPositions(found.ordering, { choice, label }, index)
  const narrowed = useMemo(() => (chosen ? givenOrdering(chosen) : found.ordering), [chosen, found.ordering])
  const ordering = useJobOrder(key, narrowed)
  const decided = counts ? total - counts.undecided : 0
  const goOn = index && placeToGoOn(index, ordering)
  const opening = useOpening()
  const search = searchOf(foundBy, { [decisionParam]: choice === 'all' ? '' : choice, [labelParam]: label })

  return (
    <DecidingPanel
      label="Collected articles"
      list={{ source, ordering, total, search, reading }}
      {...{ index, listHandle, early }}
      search={{
        label: 'Search these articles',
        text,
        setText: (text) => {
          searchAhead(text)
          setText(text)
        },
        onFocus: () => void library.prepareFind(key).catch(() => {}),
      }}
      highlighting={useHighlighting(record.request?.keywords, foundBy)}
      busy={found.stale || text.trim() !== query}
      Chips={useIsLater(chipsAfterMs) ? ArticleChips : undefined}
      filters={
        <>
          <DecisionFilter choice={choice} onChoose={choose} counts={counts} total={total} />
          <LabelFilter chosen={label} onChoose={chooseLabel} counts={index?.labelCounts()} />
        </>
      }
      progress={{
        // Blank if none is, or while that is not known.
        words: decided > 0 ? `${figure(decided)} of ${figure(total)} decided` : '',
        goOn:
          goOn === undefined || reading.open ? undefined : (
            <Link to={{ pathname: source.articlePath(index?.idAt(goOn) ?? ''), search }} {...opening}>
              Continue reading
            </Link>
          ),
      }}
      viewTools={<JobOrderSelect />}
      tools={
        <LinkButton size="s" icon={<ListPlus />} to={paths.newJobFrom(key)}>
          Collect more
        </LinkButton>
      }
      nothing={
        found.tryAgain ? (
          <EmptyState title="The search failed" actions={<Button onClick={found.tryAgain}>Try again</Button>}>
            The texts could not be read from this device. Nothing is lost.
          </EmptyState>
        ) : (
          <NothingShown
            {...{ total, query: foundBy, choice, label, index }}
            onShowAll={() => {
              setText('')
              choose('all')
              chooseLabel('')
            }}
          />
        )
      }
      onExport={(scopes) => {
        const filters = [
          ...(choice === 'all' ? [] : [choiceWords[choice].toLowerCase()]),
          ...(label === '' ? [] : [`label ${label}`]),
        ]
        const kept = index?.positionsOf('keep') ?? []
        onExport(exportScopes(scopes, narrowedBy(filters, foundBy), kept))
      }}
      onLeave={() => void navigate(paths.jobs)}
    />
  )
}

/** The article opened last, or the next undecided one; undefined if none was opened or none is left. */
function placeToGoOn(index: DecisionIndex, shown: ShownOrder): number | undefined {
  const { lastRead } = index
  if (lastRead === undefined || shown.placeOf(lastRead) < 0) return undefined
  if (index.decisionAt(lastRead) === undefined) return lastRead
  return nextUndecided(shown, index, lastRead) ?? nextUndecided(shown, index, -1)
}
