import type { ArticleId } from '../../../contract/ids.ts'
import type { Changes } from '../changes.ts'
import type { CardPages } from './card-pages.ts'
import type { Catalogue, CatalogueKeeper } from './catalogue.ts'
import type { LibraryDuplicates } from './library-duplicates.ts'
import type { LibrarySearch } from './library-search.ts'
import { entriesWithCards } from './stored-entries.ts'
import type { TextAnalyser } from './text-analyser.ts'
import {
  annotationColumn,
  decisionBits,
  duplicatedBit,
  keywordColumn,
  latestOf,
  textColumn,
} from './view-columns.ts'
import type { AnnotationColumn, KeywordColumn, TextColumn } from './view-columns.ts'
import { countFacets } from './view-facets.ts'
import { excludingFilters } from './view-filters.ts'
import { createRowOrder, orderedIds } from './view-order.ts'
import { type Rows, rowsOf } from './view-rows.ts'
import type { DuplicateGroups, LibraryView, ViewSpec } from './view.ts'

/** The library as a whole, with every article once even if several jobs returned it. */
export interface ViewMethods {
  /**
   * The articles of all jobs, each once, filtered and sorted. Returns at once, with the texts read so far.
   *
   * @param firstCount how many of them to return with their cards
   */
  view(spec: ViewSpec, firstCount?: number): Promise<LibraryView>
  /**
   * The groups of near-duplicates that a view shows at least one article of, in its order, and that have an article
   * which is neither kept nor rejected, shown or not.
   *
   * @param after an article of the group after which to begin: without it, or if the view does not show it, at the first
   */
  duplicateGroups(spec: ViewSpec, after?: ArticleId): Promise<DuplicateGroups>
  /** Reads and computes what such a view needs, whatever its filters, so that it is ready sooner. */
  prepareView(spec?: Pick<ViewSpec, 'query'>): Promise<void>
  /** The same for the first letter of a search. */
  prepareSearch(): Promise<void>
}

export function storedView(
  changes: Changes,
  {
    catalogue: keeper,
    analyser,
    duplicates,
    search,
    pages,
  }: {
    catalogue: CatalogueKeeper
    analyser: TextAnalyser
    duplicates: LibraryDuplicates
    search: LibrarySearch
    pages: CardPages
  },
): ViewMethods {
  const rowsFor = latestOf((entries: Catalogue['entries']) => {
    const rows = rowsOf(entries)
    return { rows, inOrder: createRowOrder(rows) }
  })
  let changesHeard = 0
  changes.subscribe(() => (changesHeard += 1))
  let cached: { rows: Rows; version: number; columns: TextColumns } | undefined
  let rowsOfDocs: { rows: Rows; after: Uint32Array } | undefined

  function columnsOfTexts(rows: Rows): TextColumns {
    const version = analyser.version + duplicates.version
    if (cached?.rows !== rows || cached.version !== version) {
      const texts = textColumn(rows, analyser, duplicates)
      cached = { rows, version, columns: { texts, keywords: keywordColumn(rows, analyser) } }
    }
    return cached.columns
  }

  function rowsFound(
    rows: Rows,
    query: string | undefined,
    { foldedNotes }: Pick<Catalogue, 'foldedNotes'>,
  ): Uint32Array | undefined {
    if (query === undefined || isBlank(query)) return undefined
    const found = search.search(query, foldedNotes)
    const rowAfter = rowsAfterDocs(rows)
    let count = 0
    for (let place = 0; place < found.length; place += 1) {
      const after = rowAfter[found[place]!]!
      // Overwrites the docs in the same array, each after it has been read.
      if (after > 0) found[count++] = after - 1
    }
    return found.subarray(0, count)
  }

  /** By doc, one more than its row; 0 if it has none. Kept for the next keystroke. */
  function rowsAfterDocs(rows: Rows): Uint32Array {
    if (rowsOfDocs?.rows === rows && rowsOfDocs.after.length === search.docCount) return rowsOfDocs.after
    const after = new Uint32Array(search.docCount)
    for (let row = 0; row < rows.entries.length; row += 1) {
      const doc = search.docOf(rows.entries[row]!.id)
      if (doc !== undefined) after[doc] = row + 1
    }
    rowsOfDocs = { rows, after }
    return after
  }

  /** Groups near-duplicates if only they are shown and no order was requested. */
  function grouped(rows: Rows, shown: Uint32Array, { duplicated, sort, query }: ViewSpec): Uint32Array {
    if (duplicated !== true || sort !== undefined || query !== undefined) return shown
    return Uint32Array.from([...byGroup(rows, shown).values()].flat())
  }

  /** Some rows by their group of near-duplicates, in the order in which these occur. */
  function byGroup({ entries }: Rows, some: Uint32Array): Map<number | undefined, number[]> {
    const groups = new Map<number | undefined, number[]>()
    for (const row of some) {
      const group = duplicates.groupOf(entries[row]!.id)
      const known = groups.get(group)
      if (known) known.push(row)
      else groups.set(group, [row])
    }
    return groups
  }

  async function readAll({ query = '' }: Pick<ViewSpec, 'query'>): Promise<Catalogue> {
    // The results of an earlier visit are read quickly, which avoids drawing twice.
    const restored = Promise.all([
      analyser.restore(),
      duplicates.restore(),
      isBlank(query) ? undefined : search.restore(query),
    ])
    const catalogue = await keeper.current()
    await restored
    return catalogue
  }

  function viewOf(spec: ViewSpec, catalogue: Catalogue) {
    const { rows, inOrder } = rowsFor(catalogue.entries)
    const found = rowsFound(rows, spec.query, catalogue)
    const { annotations } = catalogue
    const columns = {
      rows,
      annotations: annotationColumn(rows, annotations),
      annotationOf: (row: number) => annotations.get(rows.entries[row]!.id),
      ...columnsOfTexts(rows),
      found,
    }
    const { known, indexing } = readSoFar(catalogue, spec)
    const out = excludingFilters(spec, columns)
    search.wake(!isBlank(spec.query))
    analyser.wake()
    duplicates.wake(spec.duplicated !== undefined)
    const shown = grouped(rows, inOrder(spec, out, found), spec)
    const view = {
      ids: orderedIds(rows, shown),
      decisions: decisionsOf(shown, columns.annotations),
      total: rows.entries.length,
      facets: countFacets(out, columns, known),
      indexing,
    }
    return { rows, shown, view }
  }

  function readSoFar(catalogue: Catalogue, { query = '' }: ViewSpec) {
    const of = catalogue.entries.size
    const [analysed, compared] = [analyser.doneOf(catalogue), duplicates.doneOf(catalogue)]
    const done = Math.min(analysed, isBlank(query) ? compared : search.doneOf(catalogue))
    return {
      known: { texts: analysed === of, duplicates: compared === of },
      indexing: done < of ? { done, of } : undefined,
    }
  }

  return {
    async view(spec, firstCount = 0) {
      for (;;) {
        const catalogue = await readAll(spec)
        const [before, { rows, shown, view }] = [changesHeard, viewOf(spec, catalogue)]
        const first = Array.from(shown.subarray(0, firstCount), (row) => rows.entries[row]!)
        const entries = await entriesWithCards(first, catalogue, { pages, analyser })
        // After a change, the page would get this result after the announcement and take it for the newer one.
        if (changesHeard === before) return { ...view, first: entries.filter((entry) => entry !== undefined) }
      }
    },

    async duplicateGroups(spec, after) {
      const catalogue = await readAll(spec)
      const { rows, shown, view } = viewOf({ ...spec, duplicated: true }, catalogue)
      const decisionOf = (row: number) => catalogue.annotations.get(rows.entries[row]!.id)?.decision
      const { texts } = columnsOfTexts(rows)
      // With those that the view does not show.
      const members = byGroup(
        rows,
        rows.all.filter((row) => texts[row]! & duplicatedBit),
      )
      const groups = [...byGroup(rows, shown).keys()]
      const place = after === undefined ? -1 : groups.indexOf(duplicates.groupOf(after))
      const open = groups
        .slice(place + 1)
        .map((group) => members.get(group) ?? [])
        .filter((group) => group.some((row) => !['keep', 'reject'].includes(decisionOf(row) ?? 'none')))
      const [first] = open
      // The longest contains most of the others, so least is lost.
      const longest = first?.toSorted((one, other) => rows.wordCounts[other]! - rows.wordCounts[one]!) ?? []
      const toKeep = longest.find((row) => decisionOf(row) === 'keep') ?? longest[0]
      return {
        count: open.length,
        first: toKeep === undefined ? undefined : rows.entries[toKeep]!.id,
        isIndexing: view.indexing !== undefined,
      }
    },

    async prepareView(spec = {}) {
      const { rows } = rowsFor((await readAll(spec)).entries)
      columnsOfTexts(rows)
      await pages.cards(rows.entries.slice(0, newestPrepared).map(({ occurrences }) => occurrences[0]))
    },

    async prepareSearch() {
      const [catalogue] = await Promise.all([readAll({}), search.restoreFirstLetters()])
      const { rows } = rowsFor(catalogue.entries)
      // Not at every visit to the field: what a search of these rows leaves behind is still there.
      if (rowsOfDocs?.rows !== rows) rowsFound(rows, commonLetter, catalogue)
    },
  }
}

/** Most views begin with the newest articles. */
const newestPrepared = 20

/** Finds so much that the browser optimizes the search, which makes the next one faster. */
const commonLetter = 'e'

interface TextColumns {
  readonly texts: TextColumn
  readonly keywords: KeywordColumn
}

/** Not `Uint8Array.from` with a function, which uses an iterator and is ten times slower. */
function decisionsOf(rows: Uint32Array, annotations: AnnotationColumn): Uint8Array<ArrayBuffer> {
  const decisions = new Uint8Array(rows.length)
  for (let place = 0; place < rows.length; place += 1)
    decisions[place] = annotations[rows[place]!]! & decisionBits
  return decisions
}

const isBlank = (query = ''): boolean => query.trim() === ''
