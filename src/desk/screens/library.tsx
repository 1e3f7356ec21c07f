import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useMatch, useNavigate } from 'react-router-dom'
import { createListHandle } from '../features/articles/list/list-handle.ts'
import type { Reading } from '../features/articles/list/use-article-list.ts'
import { useSearchText } from '../features/articles/search/use-search-text.ts'
import { FilterPanel } from '../features/library/filters/filter-panel.tsx'
import { useDevicePreferences } from '../features/preferences/device-preferences.ts'
import { createLibrarySource, type LibrarySource } from '../features/library/library-source.ts'
import { SavedViews } from '../features/library/views/saved-views.tsx'
import { useLibraryView, useViewAhead } from '../features/library/views/use-library-view.ts'
import { useNewestArticles } from '../features/library/views/use-newest-articles.ts'
import { useViewSpec } from '../features/library/views/use-view-spec.ts'
import { activeFilters } from '../features/library/views/view-words.ts'
import { useArticleCache, useWorkerApi, useLibrary } from '../worker-client/worker-context.tsx'
import { jobsQuery, libraryArticleQuery, libraryKeys } from '../worker-client/library-queries.ts'
import type { JobRecord } from '../library/records.ts'
import { searchedFor } from '../library/texts/search.ts'
import type { ViewSpec } from '../library/view/view.ts'
import { articleIdFrom, paths, routePatterns } from '../paths.ts'
import { pluralize, figure } from '../ui/number-words.ts'
import { MissingWords } from '../ui/lazy-part.tsx'
import { lazyPopup } from '../ui/lazy-popup.tsx'
import { Page } from '../ui/page.tsx'
import { ListSkeleton } from '../ui/skeleton.tsx'
import { LibraryArticles, LibraryEmptyState } from './library-articles.tsx'
import { LibraryUnreadable } from './library-unreadable.tsx'
import styles from './library.module.css'
import { ReaderOutlet } from './reader-outlet.tsx'
import type { LibraryReading } from './library-article.tsx'
import { SplitScreen } from './split-screen.tsx'

const loadReader = () => import('./library-article.tsx')
const FilterSheet = lazyPopup(
  async () => (await import('../features/library/filters/filter-sheet.tsx')).FilterSheet,
)

/** Nothing that was read, shown or selected before a reset of the service applies: its articles have other ids since. */
export function LibraryScreen() {
  const library = useLibrary()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [resets, setResets] = useState(0)
  useEffect(
    () =>
      library.subscribe(({ service }) => {
        if (service !== 'was-reset') return
        queries.removeQueries({ queryKey: libraryKeys.views(library.name) })
        setResets((count) => count + 1)
        const { pathname, search } = window.location
        // The address of an open article is now that of another. That of the next screen may be there already.
        if (pathname.startsWith(paths.library))
          void navigate({ pathname: paths.library, search }, { replace: true })
      }),
    [library, queries, navigate],
  )
  return <Library key={resets} />
}

/** All articles of all jobs, each once; on a wide screen the filters and the reader are beside them. */
function Library() {
  const worker = useWorkerApi()
  const articles = useArticleCache()
  const [source] = useState(() => createLibrarySource(worker.library, articles))
  const [listHandle] = useState(createListHandle)
  const { data: jobs } = useQuery(jobsQuery(worker))
  const filtering = useViewSpec(jobs)
  const { spec: asked, change, clear } = filtering
  const search = useSearchText()
  const { query } = search
  const spec = useMemo(() => searching(asked, query), [asked, query])
  const viewAhead = useViewAhead()
  const view = useLibraryView(spec)
  const { facets, held, total, indexing } = view
  const reading = useReading(source)
  const [isChoosing, setChoosing] = useState(false)
  const newest = useNewestArticles({ source, jobs, spec }, !held)
  const shownArticles = held ?? newest
  const hasArticles = total > 0 || newest !== undefined

  const { filtersFolded } = useDevicePreferences()

  const filters = facets ? <FilterPanel spec={asked} facets={facets} jobs={jobs} onChange={change} /> : null
  const savedViews = <SavedViews spec={spec} />

  return (
    <>
      <SplitScreen
        isSplit={!held || hasArticles}
        hasRail={!filtersFolded}
        isReading={hasArticles && reading.open}
        reader={
          hasArticles ? (
            <ReaderOutlet
              isOpen={reading.open}
              load={loadReader}
              context={{ source, listHandle } satisfies LibraryReading}
            />
          ) : null
        }
      >
        <Page
          title="Library"
          lede={
            <div className={styles.lede}>
              {total > 0 ? <p>{ledeOf(total, jobs)}</p> : null}
              {hasArticles && indexing ? (
                <p className={styles.unread} role="status">
                  {`Indexing: ${figure(indexing.done)} of ${figure(indexing.of)}`}
                </p>
              ) : null}
            </div>
          }
        >
          {shownArticles && hasArticles ? (
            <div className={styles.body} data-rail={!filtersFolded}>
              {filtersFolded ? null : (
                <section className={styles.rail} aria-label="Filters">
                  <div className={styles.filters}>{filters}</div>
                  {savedViews}
                </section>
              )}
              <div className={styles.articles}>
                <LibraryArticles
                  {...{ source, listHandle, reading, filtering, spec, view, newest }}
                  held={shownArticles}
                  search={{
                    ...search,
                    setText: (text) => {
                      viewAhead(searching(asked, text.trim()))
                      search.setText(text)
                    },
                  }}
                  onOpenFilters={() => setChoosing(true)}
                />
              </div>
            </div>
          ) : view.isError ? (
            <LibraryUnreadable />
          ) : held ? (
            <LibraryEmptyState waiting={<ListSkeleton />} missing={<MissingWords />} />
          ) : (
            <ListSkeleton />
          )}
        </Page>
      </SplitScreen>
      {isChoosing && filters ? (
        <FilterSheet
          count={held?.ids.numbers.length ?? 0}
          canClear={activeFilters(asked).length > 0}
          onClear={clear}
          onClose={() => setChoosing(false)}
        >
          {filters}
          {savedViews}
        </FilterSheet>
      ) : null}
    </>
  )
}

const searching = (spec: ViewSpec, query: string): ViewSpec => ({
  ...spec,
  query: searchedFor(query) || undefined,
})

function useReading(source: LibrarySource): Reading {
  const match = useMatch(`${paths.library}/${routePatterns.article}`)
  const open = match !== null
  const id = articleIdFrom(match?.params.articleId ?? '')
  const { data: isUnknown } = useQuery({
    ...libraryArticleQuery(useWorkerApi(), id),
    enabled: open,
    select: (article) => !article || undefined,
  })
  // No key decides on an id in the address that is no article's: it would be skipped from then on.
  return { open, position: open && !isUnknown ? source.positionOf(id) : undefined }
}

function ledeOf(total: number, jobs: readonly JobRecord[] | undefined): string {
  const from = jobs?.filter(({ articleCount }) => articleCount > 0)
  return `${pluralize(total, 'article')}${from ? ` from ${pluralize(from.length, 'job')}` : ''}, stored on this device.`
}
