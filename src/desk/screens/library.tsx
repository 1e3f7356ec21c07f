import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import { Outlet, useMatch } from 'react-router-dom'
import { allPlaces } from '../features/articles/places.ts'
import { createShownPlaces, type ShownPlaces } from '../features/articles/shown-places.ts'
import type { Reading } from '../features/articles/use-article-list.ts'
import { useSearchText } from '../features/articles/use-search.ts'
import { FilterPanel } from '../features/library/filter-panel.tsx'
import { createLibrarySource, type LibrarySource } from '../features/library/library-source.ts'
import { SavedViews } from '../features/library/saved-views.tsx'
import { useLibraryView } from '../features/library/use-library-view.ts'
import { useViewSpec } from '../features/library/use-view-spec.ts'
import { activeFilters } from '../features/library/view-words.ts'
import { useEntries, useIntake } from '../intake/intake-context.tsx'
import { jobsQuery } from '../intake/library-queries.ts'
import { articleIdFrom, paths, routePatterns } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'
import { counted, figure } from '../ui/counted.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './job.module.css'
import { LibraryArticles } from './library-articles.tsx'
import own from './library.module.css'
import { useFetchAhead } from './use-fetch-ahead.ts'

const loadReader = () => import('./library-article.tsx')
const FilterSheet = lazy(async () => ({
  default: (await import('../features/library/filter-sheet.tsx')).FilterSheet,
}))

/** What the reader needs to know of the list beside it. */
export interface LibraryReading {
  readonly source: LibrarySource
  readonly shown: ShownPlaces
}

/** Every article of every job, each once; on a wide screen the filters or the reader stand beside them. */
export function LibraryScreen() {
  const intake = useIntake()
  const entries = useEntries()
  const [source] = useState(() => createLibrarySource(intake.library, entries))
  const [shown] = useState(() => createShownPlaces(allPlaces(0)))
  const { data: jobs } = useQuery(jobsQuery(intake))
  const { spec: asked, change, clear } = useViewSpec(jobs)
  const { text, query, setText } = useSearchText()
  const spec = useMemo(() => ({ ...asked, query: query === '' ? undefined : query }), [asked, query])
  const view = useLibraryView(spec)
  const { facets, held, total, unreadTexts } = view
  const reading = useReading(source)
  const [isChoosing, setChoosing] = useState(false)
  const hasArticles = total > 0

  const filters = facets ? (
    <FilterPanel spec={asked} facets={facets} jobs={jobs} onChange={change}>
      <SavedViews spec={spec} />
    </FilterPanel>
  ) : null

  return (
    <div className={styles.screen} data-split data-reading={hasArticles && reading.open}>
      <div className={styles.list}>
        <Page
          title="Library"
          compact
          state={unreadTexts ? <ReadingTexts {...unreadTexts} /> : undefined}
          lede={
            hasArticles
              ? ledeOf(total, jobs?.filter(({ articleCount }) => articleCount > 0).length)
              : undefined
          }
        >
          {held && hasArticles ? (
            <LibraryArticles
              {...{ source, shown, spec, view, held, reading, text, query, setText, change, clear }}
              onOpenFilters={() => setChoosing(true)}
            />
          ) : (
            <Nothing isError={view.isError} isEmpty={held !== undefined} />
          )}
        </Page>
      </div>
      <div className={styles.reader}>
        {hasArticles ? <Beside reading={reading} context={{ source, shown }} filters={filters} /> : null}
      </div>
      {isChoosing && filters ? (
        <Suspense fallback={null}>
          <FilterSheet
            count={held?.ids.numbers.length ?? 0}
            canClear={activeFilters(asked).length > 0}
            onClear={clear}
            onClose={() => setChoosing(false)}
          >
            {filters}
          </FilterSheet>
        </Suspense>
      ) : null}
    </div>
  )
}

function useReading(source: LibrarySource): Reading {
  const match = useMatch(`${paths.library}/${routePatterns.article}`)
  const param = match?.params.articleId
  return {
    open: param !== undefined,
    position: param === undefined ? undefined : source.positionOf(articleIdFrom(param)),
  }
}

function Beside({
  reading,
  context,
  filters,
}: {
  reading: Reading
  context: LibraryReading
  filters: ReactNode
}) {
  useFetchAhead(loadReader)
  if (!reading.open)
    return (
      <section className={own.filters} aria-label="Filters">
        <div className={own.column}>{filters}</div>
      </section>
    )
  return (
    <Suspense fallback={null}>
      <Outlet context={context} />
    </Suspense>
  )
}

function ReadingTexts({ done, of }: { done: number; of: number }) {
  return (
    <p className={own.unread} role="status">
      {`Reading texts: ${figure(done)} of ${figure(of)}`}
    </p>
  )
}

const ledeOf = (total: number, jobs: number | undefined): string =>
  `${counted(total, 'article')}${jobs === undefined ? '' : ` from ${counted(jobs, 'job')}`}, kept on this device.`

function Nothing({ isError, isEmpty }: { isError: boolean; isEmpty: boolean }) {
  if (isError)
    return (
      <Alert tone="error" title="The library could not be read">
        What was collected is still on this device. Reload the page; if that does not help, close other tabs
        of the desk first.
      </Alert>
    )
  if (!isEmpty) return <Skeleton lines={6} />
  return (
    <EmptyState
      title="Nothing collected yet"
      actions={
        <>
          <LinkButton variant="primary" to={paths.newJob}>
            Create a job
          </LinkButton>
          <LinkButton to={paths.preferences}>Restore a backup</LinkButton>
        </>
      }
    >
      The articles of every finished job are kept here, on this device, for this account.
    </EmptyState>
  )
}
