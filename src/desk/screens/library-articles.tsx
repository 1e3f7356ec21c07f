import { useMemo, useEffect, useState } from 'react'
import { unpackInOrder } from '../../contract/ids.ts'
import { givenOrdering } from '../features/articles/list/ordering.ts'
import type { ListHandle } from '../features/articles/list/list-handle.ts'
import type { Reading } from '../features/articles/list/use-article-list.ts'
import type { SearchText } from '../features/articles/search/use-search-text.ts'
import { createDecisionIndex, type DecisionIndex } from '../features/decisions/decision-index.ts'
import type { ExportScope } from '../features/exports/scope-words.ts'
import { ArticleChips } from '../features/library/article-chips.tsx'
import { FilterRow } from '../features/library/filters/filter-row.tsx'
import type { LibrarySource } from '../features/library/library-source.ts'
import { dependsOnTexts, type HeldView } from '../features/library/views/use-library-view.ts'
import type { NewestArticles } from '../features/library/views/use-newest-articles.ts'
import type { ViewSpecState } from '../features/library/views/use-view-spec.ts'
import { addressOf } from '../features/library/views/view-address.ts'
import { activeFilters } from '../features/library/views/view-words.ts'
import { changePreferences, useDevicePreferences } from '../features/preferences/device-preferences.ts'
import { useLibrary, useArticleCache } from '../worker-client/worker-context.tsx'
import type { LibraryView, ViewSpec } from '../library/view/view.ts'
import { lazyPart, MissingWords } from '../ui/lazy-part.tsx'
import { lazyPopup } from '../ui/lazy-popup.tsx'
import { DecidingPanel } from './deciding-panel.tsx'
import { exportScopes, narrowedBy } from './export-scopes.ts'
import { useHighlighting } from './use-highlighting.ts'

const ExportDialog = lazyPopup(
  async () => (await import('../features/exports/export-dialog.tsx')).ExportDialog,
)

const Duplicates = lazyPart(async () => (await import('./duplicates.tsx')).Duplicates)
export const LibraryEmptyState = lazyPart(
  async () => (await import('./library-empty-states.tsx')).LibraryEmptyState,
)

export interface LibraryArticlesProps {
  source: LibrarySource
  listHandle: ListHandle
  reading: Reading
  search: SearchText
  filtering: ViewSpecState
  /** The filters and the search. */
  spec: ViewSpec
  view: HeldView
  /** The articles shown; the newest ones until the whole view is there. */
  held: Pick<LibraryView, 'ids'> & Partial<Pick<LibraryView, 'decisions'>>
  newest: NewestArticles | undefined
  onOpenFilters: () => void
}

/** The articles of the library that match the search and the filters. */
export function LibraryArticles({
  source,
  listHandle,
  reading,
  spec,
  view,
  held,
  newest,
  ...props
}: LibraryArticlesProps) {
  const { text, query, setText } = props.search
  const { change, clear } = props.filtering
  // Of what is shown: until the next view is there, its filters are not those of the address.
  const shownSpec = view.spec ?? spec
  const foundBy = view.spec?.query?.trim() ?? ''
  const total = newest?.atMost ?? view.total
  const { filtersFolded } = useDevicePreferences()
  const filters = activeFilters(shownSpec)
  const everything = foundBy === '' && filters.length === 0
  const ordering = useMemo(
    () => givenOrdering(source.positionsOf(held.ids), everything),
    [source, held, everything],
  )
  const address = addressOf(spec)
  const search = address && `?${address}`
  const library = useLibrary()
  const [exporting, setExporting] = useState<readonly ExportScope[]>()

  return (
    <>
      <DecidingPanel
        label="Articles of the library"
        list={{ source, ordering, total, search, reading }}
        index={useHeldDecisions(source, held)}
        listHandle={listHandle}
        search={{
          label: 'Search library',
          text,
          setText,
          onFocus: () => void library.prepareSearch().catch(ignore),
        }}
        highlighting={useHighlighting(undefined, foundBy)}
        isCounted={newest === undefined}
        early={newest?.early}
        busy={text.trim() !== query || (newest ? search !== '' : view.isStale)}
        Chips={ArticleChips}
        tools={shownSpec.duplicated ? <Duplicates spec={shownSpec} /> : undefined}
        filters={
          <FilterRow
            spec={spec}
            isSearching={query !== ''}
            cameSince={view.cameSince}
            onShowWhatCame={view.showWhatCame}
            onChange={change}
            onClear={clear}
            onOpen={props.onOpenFilters}
            isFolded={filtersFolded}
            onFold={(filtersFolded) => changePreferences({ filtersFolded })}
          />
        }
        nothing={
          <LibraryEmptyState
            search={{
              total,
              query: foundBy,
              filters,
              indexing: dependsOnTexts(shownSpec) ? view.indexing : undefined,
              onShowAll() {
                setText('')
                clear()
              },
              onClearFilters: clear,
            }}
            missing={<MissingWords />}
          />
        }
        onExport={(scopes) => {
          const words = filters.map(({ name, words }) =>
            name.startsWith('decision') ? words.toLowerCase() : words,
          )
          const open = (kept: readonly number[]) =>
            setExporting(exportScopes(scopes, narrowedBy(words, foundBy), kept))
          // Everything kept is offered besides what is shown; if it can't be read, the rest still is.
          library.view({ decisions: ['keep'] }).then(
            ({ ids }) => open([...source.positionsOf(ids)]),
            () => open([]),
          )
        }}
      />
      {exporting ? (
        <ExportDialog
          name="library"
          everythingLabel="Everything"
          scopes={exporting}
          idsOf={source.ids}
          choiceOf={async (positions) => ({ ids: await source.everyId(positions) })}
          onClose={() => setExporting(undefined)}
        />
      ) : null}
    </>
  )
}

/**
 * The decisions on every article of a view of the library, kept up to date while it is shown; undefined until the view
 * is there.
 */
function useHeldDecisions(
  source: LibrarySource,
  { ids, decisions }: LibraryArticlesProps['held'],
): DecisionIndex | undefined {
  const library = useLibrary()
  const articles = useArticleCache()
  const index = useMemo(() => {
    if (!decisions) return undefined
    const positions = source.positionsOf(ids)
    const known = source.known()
    const codes = new Uint8Array(known.numbers.length)
    for (let place = 0; place < positions.length; place += 1) codes[positions[place]!] = decisions[place]!
    return createDecisionIndex(known, codes)
  }, [source, ids, decisions])
  useEffect(
    () =>
      index &&
      articles.subscribeToAnnotations((changed) => {
        if (changed !== 'many') index.apply(changed)
        else library.annotations(unpackInOrder(ids)).then(index.apply, ignore)
      }),
    [library, articles, index, ids],
  )
  return index
}

/** What is known stays: the device is failing, and a notice says so. */
const ignore = (): void => {}
