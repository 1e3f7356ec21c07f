import type { TextAnalyser } from './text-analyser.ts'
import { createCardPages } from './card-pages.ts'
import { collectedAt, titleOf } from './catalogue.ts'
import type { Catalogue, CatalogueEntry, CatalogueKeeper, Occurrence } from './catalogue.ts'
import type { LibraryDuplicates } from './library-duplicates.ts'
import type { LibrarySearch } from './library-search.ts'
import { cardsPerPage } from '../records.ts'
import type { Tables } from '../store/store.ts'
import {
  decisionBits,
  keywordColumn,
  annotationColumn,
  latestOf,
  textColumn,
  versionCount,
} from './view-columns.ts'
import { qualitiesOf } from './quality-bits.ts'
import type { KeywordColumn, AnnotationColumn, TextColumn } from './view-columns.ts'
import { compareNames, countFacets } from './view-facets.ts'
import { usualWordCount } from './usual-findings.ts'
import type { StoredResult } from './stored-result.ts'
import { excludingFilters, keywordsOf } from './view-filters.ts'
import { categoryOf } from '../jobs/job-category.ts'
import { createRowOrder, orderedIds } from './view-order.ts'
import { type Rows, rowsOf } from './view-rows.ts'
import { provenanceOf } from '../../../contract/article.ts'
import type { ArticleId } from '../../../contract/ids.ts'
import type { Card, JobKey, LibraryArticle } from '../records.ts'
import type { TextDiff } from '../texts/text-diff/text-diff.ts'
import type {
  ArticleVersion,
  DuplicateNote,
  FacetCount,
  LibraryEntry,
  LibraryView,
  NearDuplicate,
  ViewSpec,
} from './view.ts'
import type { LibraryDependencies } from '../store/library-dependencies.ts'

/** The library as a whole, with every article once even if several jobs returned it. */
export interface ViewMethods {
  /**
   * The articles of all jobs, each once, filtered and sorted. Returns at once, with the texts read so far.
   *
   * @param firstCount how many of them to return with their cards
   */
  view(spec: ViewSpec, firstCount?: number): Promise<LibraryView>
  /** Reads and computes what such a view needs, whatever its filters, so that it is ready sooner. */
  prepareView(spec?: Pick<ViewSpec, 'query'>): Promise<void>
  /** Every label in use, in alphabetical order, with its number of articles. */
  labels(): Promise<FacetCount[]>
  /** The number of decided articles of each job. */
  decidedCounts(): Promise<ReadonlyMap<JobKey, number>>
  /** List entries of these articles, in the same order; undefined for an article that is in no job. */
  entries(ids: readonly ArticleId[]): Promise<(LibraryEntry | undefined)[]>
  /**
   * The most similar near-duplicate of each of these; undefined if there is none. Not part of `entries`, because it may
   * read two texts for each of them, and no card should wait for that.
   */
  duplicateNotes(ids: readonly ArticleId[]): Promise<(DuplicateNote | undefined)[]>
  /** An article with its newest text, from any job. */
  libraryArticle(id: ArticleId): Promise<LibraryArticle | undefined>
  /** Its near-duplicates, most similar first, including those linked only through others. */
  duplicatesOf(id: ArticleId): Promise<NearDuplicate[]>
  /** The different texts of an article, newest first. */
  versions(id: ArticleId): Promise<ArticleVersion[]>
  /** Compares two texts. Done in the worker, because long texts take a while. */
  compareTexts(before: string, after: string): Promise<TextDiff>
}

export function storedView(
  { store, changes }: LibraryDependencies,
  {
    catalogue: keeper,
    analyser,
    duplicates,
    search,
  }: {
    catalogue: CatalogueKeeper
    analyser: TextAnalyser
    duplicates: LibraryDuplicates
    search: LibrarySearch
  },
): ViewMethods {
  const pages = createCardPages(store, changes)
  const rowsFor = latestOf((entries: Catalogue['entries']) => {
    const rows = rowsOf(entries)
    return { rows, order: createRowOrder(rows) }
  })
  let changesHeard = 0
  changes.subscribe(() => (changesHeard += 1))
  let found: { rows: Rows; version: number; columns: TextColumns } | undefined
  let rowsOfDocs: { rows: Rows; after: Uint32Array } | undefined

  function columnsOfTexts(rows: Rows): TextColumns {
    const version = analyser.version + duplicates.version
    if (found?.rows !== rows || found.version !== version) {
      const texts = textColumn(rows, analyser, duplicates)
      found = { rows, version, columns: { texts, keywords: keywordColumn(rows, analyser) } }
    }
    return found.columns
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
  function grouped(
    { entries }: Rows,
    shown: Uint32Array,
    { duplicated, sort, query }: ViewSpec,
  ): Uint32Array {
    if (duplicated !== true || sort !== undefined || query !== undefined) return shown
    const groups = new Map<number | undefined, number[]>()
    for (const row of shown) {
      const group = duplicates.groupOf(entries[row]!.id)
      const known = groups.get(group)
      if (known) known.push(row)
      else groups.set(group, [row])
    }
    return Uint32Array.from([...groups.values()].flat())
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
    const { rows, order } = rowsFor(catalogue.entries)
    const found = rowsFound(rows, spec.query, catalogue)
    const { annotations } = catalogue
    const columns = {
      rows,
      annotations: annotationColumn(rows, annotations),
      annotationOf: (row: number) => annotations.get(rows.entries[row]!.id),
      ...columnsOfTexts(rows),
      found,
    }
    const { known, unreadTexts } = readSoFar(catalogue, spec)
    const out = excludingFilters(spec, columns)
    search.wake(!isBlank(spec.query))
    analyser.wake()
    duplicates.wake(spec.duplicated !== undefined)
    const shown = grouped(rows, order.shown(spec, out, found), spec)
    const view = {
      ids: orderedIds(rows, shown),
      decisions: decisionsOf(shown, columns.annotations),
      total: rows.entries.length,
      facets: countFacets(out, columns, known),
      unreadTexts,
    }
    return { rows, shown, view }
  }

  async function entriesWithCards(
    entries: readonly (CatalogueEntry | undefined)[],
    { annotations }: Pick<Catalogue, 'annotations'>,
  ): Promise<(LibraryEntry | undefined)[]> {
    const cards = await pages.cards(entries.flatMap((entry) => entry?.occurrences[0] ?? []))
    return entries.map((entry) => {
      const card = entry && cards.get(entry.occurrences[0])
      return card && { ...entryOf(entry, card, analyser), annotation: annotations.get(entry.id) }
    })
  }

  function readSoFar(catalogue: Catalogue, { query = '' }: ViewSpec) {
    const of = catalogue.entries.size
    const [analysed, compared] = [analyser.doneOf(catalogue), duplicates.doneOf(catalogue)]
    const done = Math.min(analysed, isBlank(query) ? compared : search.doneOf(catalogue))
    return {
      known: { texts: analysed === of, duplicates: compared === of },
      unreadTexts: done < of ? { done, of } : undefined,
    }
  }

  return {
    async view(spec, firstCount = 0) {
      for (;;) {
        const catalogue = await readAll(spec)
        const [before, { rows, shown, view }] = [changesHeard, viewOf(spec, catalogue)]
        const first = Array.from(shown.subarray(0, firstCount), (row) => rows.entries[row]!)
        const entries = await entriesWithCards(first, catalogue)
        // After a change, the page would get this result after the announcement and take it for the newer one.
        if (changesHeard === before) return { ...view, first: entries.filter((entry) => entry !== undefined) }
      }
    },

    async prepareView(spec = {}) {
      const { rows } = rowsFor((await readAll(spec)).entries)
      columnsOfTexts(rows)
      await pages.cards(rows.entries.slice(0, newestPrepared).map(({ occurrences }) => occurrences[0]))
    },

    async labels() {
      const counts = new Map<string, number>()
      for (const annotation of (await keeper.current()).annotations.values())
        for (const label of annotation.labels ?? []) counts.set(label, (counts.get(label) ?? 0) + 1)
      return Array.from(counts, ([value, count]) => ({ value, count })).sort((a, b) =>
        compareNames(a.value, b.value),
      )
    },

    async decidedCounts() {
      const { jobs, results, annotations } = await keeper.current()
      const counts = new Map<JobKey, number>()
      for (const key of jobs.keys()) {
        const result = results.get(key)
        let count = 0
        for (let position = 0; position < (result?.count ?? 0); position += 1)
          if (annotations.get(result!.idAt(position))?.decision !== undefined) count += 1
        counts.set(key, count)
      }
      return counts
    },

    async entries(ids) {
      const { entries, annotations } = await keeper.current()
      await analyser.restore()
      analyser.wake()
      return entriesWithCards(
        ids.map((id) => entries.get(id)),
        { annotations },
      )
    },

    async duplicateNotes(ids) {
      // It isn't announced: a screen that asked too early would never ask again.
      await duplicates.restore()
      duplicates.wake()
      return Promise.all(ids.map((id) => duplicates.noteOf(id)))
    },

    async libraryArticle(id) {
      const [newest] = (await keeper.current()).entries.get(id)?.occurrences ?? []
      if (!newest) return undefined
      const [text, cards] = await Promise.all([
        store.transaction('readonly', ['texts'], (tables) => textOf(tables, newest)),
        pages.cards([newest]),
      ])
      if (text === undefined) return undefined
      const { result, job, position } = newest
      return {
        id,
        ...(result.isUnsafeAt(position) && { unsafeId: true }),
        title: titleOf(newest),
        text,
        ...provenanceOf(cards.get(newest) ?? {}),
        jobKey: job.key,
        position,
        wordCount: result.wordCounts[position]!,
        collectedAt: collectedAt(job),
      }
    },

    async duplicatesOf(id) {
      await duplicates.restore()
      duplicates.wake(true)
      return duplicates.othersOf(id)
    },

    async versions(id) {
      const occurrences = (await keeper.current()).entries.get(id)?.occurrences ?? []
      return store.transaction('readonly', ['texts'], async (tables) => {
        const versions = new Map<string, ArticleVersion>()
        for (const occurrence of occurrences) {
          const text = await textOf(tables, occurrence)
          const version = text === undefined ? undefined : versionOf(occurrence, text)
          // Keeps the newest of equal texts.
          const name = version && `${version.title}\0${version.text}`
          if (version && name !== undefined && !versions.has(name)) versions.set(name, version)
        }
        return [...versions.values()]
      })
    },

    async compareTexts(before, after) {
      const { diffTexts } = await import('../texts/text-diff/text-diff.ts')
      return diffTexts(before, after)
    },
  }
}

/** Most views begin with the newest articles. */
const newestPrepared = 20

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

function entryOf(
  entry: CatalogueEntry,
  card: Card,
  analyser: TextAnalyser,
): Omit<LibraryEntry, 'annotation'> {
  const [newest] = entry.occurrences
  const jobs = [...new Set(entry.occurrences.map(({ job }) => job))]
  return {
    id: entry.id,
    card,
    jobs: jobs.map(({ key }) => key),
    category: categoryOf(newest.job),
    keywords: [...new Set(jobs.flatMap(keywordsOf))],
    collectedAt: collectedAt(newest.job),
    quality: qualitiesOf(analyser.of(newest.result.jobKey)?.unusualAt(newest.position) ?? 0),
    usualWordCount: usualWordsOf(newest.result),
    versionCount: versionCount(entry, analyser),
  }
}

const usualWords = new WeakMap<StoredResult, number | undefined>()

function usualWordsOf(result: StoredResult): number | undefined {
  if (!usualWords.has(result)) usualWords.set(result, usualWordCount(result.wordCounts))
  return usualWords.get(result)
}

async function textOf({ texts }: Pick<Tables, 'texts'>, { result, position }: Occurrence) {
  const page = await texts.get(result.jobKey, Math.floor(position / cardsPerPage))
  return page?.texts[position % cardsPerPage]
}

function versionOf(occurrence: Occurrence, text: string): ArticleVersion {
  const { result, job, position } = occurrence
  return {
    jobKey: job.key,
    collectedAt: collectedAt(occurrence.job),
    title: titleOf(occurrence),
    text,
    wordCount: result.wordCounts[position]!,
    signatureRemoved: job.request?.removeSignature,
  }
}
