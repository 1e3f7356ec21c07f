import type { TextAnalyser } from './text-analyser.ts'
import { createCardPages } from './card-pages.ts'
import { collectedAt, titleOf } from './catalogue.ts'
import type { Catalogue, CatalogueEntry, CatalogueKeeper, Occurrence } from './catalogue.ts'
import type { LibraryDuplicates } from './library-duplicates.ts'
import type { LibrarySearch } from './library-search.ts'
import { cardsPerPage } from '../records.ts'
import type { Tables } from '../store/store.ts'
import { decisionBits, keywordColumn, annotationColumn, textColumn, versionCount } from './view-columns.ts'
import { qualitiesOf } from './quality-bits.ts'
import type { KeywordColumn, AnnotationColumn, TextColumn } from './view-columns.ts'
import { countFacets } from './view-facets.ts'
import { keptOut, keywordsOf } from './view-filters.ts'
import { categoryOf } from '../jobs/job-category.ts'
import { createRowOrder, orderedIds } from './view-order.ts'
import { type Rows, rowsOf } from './view-rows.ts'
import { provenanceOf } from '../../../contract/provenance.ts'
import type { ArticleId } from '../../../contract/ids.ts'
import type { Card, JobKey, LibraryArticle } from '../records.ts'
import type { TextDiff } from '../texts/text-diff.ts'
import type {
  ArticleVersion,
  DuplicateNote,
  FacetCount,
  LibraryEntry,
  LibraryView,
  NearDuplicate,
  ViewSpec,
} from './view.ts'
import type { LibraryParts } from '../store/library-parts.ts'

/** The library as a whole, with every article once even if several jobs returned it. */
export interface ViewMethods {
  /** The articles of all jobs, each once, filtered and sorted. Answers at once, with the texts read so far. */
  view(spec: ViewSpec): Promise<LibraryView>
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
  { store, changes }: LibraryParts,
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
  let found: { rows: Rows; version: number; columns: TextColumns } | undefined

  function columnsOfTexts(rows: Rows): TextColumns {
    const version = analyser.version + duplicates.version
    if (found?.rows !== rows || found.version !== version) {
      const texts = textColumn(rows, analyser, duplicates)
      found = { rows, version, columns: { texts, keywords: keywordColumn(rows, analyser) } }
    }
    return found.columns
  }

  function rowsFound(rows: Rows, query: string | undefined): Uint32Array | undefined {
    if (query === undefined || isBlank(query)) return undefined
    const found = search.search(query).map((id) => rows.rowOf(id))
    return Uint32Array.from(found.filter((row) => row !== undefined))
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
    async view(spec) {
      // The results of an earlier visit are read quickly, which avoids drawing twice.
      const restored = Promise.all([
        analyser.restore(),
        duplicates.restore(),
        isBlank(spec.query) ? undefined : search.restore(),
      ])
      const catalogue = await keeper.current()
      await restored
      const { rows, order } = rowsFor(catalogue.entries)
      const found = rowsFound(rows, spec.query)
      const { annotations } = catalogue
      const columns = {
        rows,
        annotations: annotationColumn(rows, annotations),
        markOf: (row: number) => annotations.get(rows.entries[row]!.id),
        ...columnsOfTexts(rows),
        found,
      }
      const { known, unreadTexts } = readSoFar(catalogue, spec)
      const out = keptOut(spec, columns)
      search.wake(!isBlank(spec.query))
      analyser.wake()
      duplicates.wake(spec.duplicated !== undefined)
      const shown = grouped(rows, order.shown(spec, out, found), spec)
      return {
        ids: orderedIds(rows, shown),
        decisions: decisionsOf(shown, columns.annotations),
        total: rows.entries.length,
        facets: countFacets(out, columns, known),
        unreadTexts,
      }
    },

    async labels() {
      const counts = new Map<string, number>()
      for (const annotation of (await keeper.current()).annotations.values())
        for (const label of annotation.labels ?? []) counts.set(label, (counts.get(label) ?? 0) + 1)
      return Array.from(counts, ([value, count]) => ({ value, count })).sort((a, b) =>
        a.value.localeCompare(b.value, 'en', { numeric: true }),
      )
    },

    async decidedCounts() {
      const { jobs, answers, annotations } = await keeper.current()
      const counts = new Map<JobKey, number>()
      for (const key of jobs.keys()) {
        const answer = answers.get(key)
        let count = 0
        for (let position = 0; position < (answer?.count ?? 0); position += 1)
          if (annotations.get(answer!.idAt(position))?.decision !== undefined) count += 1
        counts.set(key, count)
      }
      return counts
    },

    async entries(ids) {
      const { entries, annotations } = await keeper.current()
      await analyser.restore()
      analyser.wake()
      const known = ids.map((id) => entries.get(id))
      const cards = await pages.cards(known.flatMap((entry) => entry?.occurrences[0] ?? []))
      return known.map((entry) => {
        const card = entry && cards.get(entry.occurrences[0])
        return card && { ...entryOf(entry, card, analyser), annotation: annotations.get(entry.id) }
      })
    },

    duplicateNotes(ids) {
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
      const { answer, job, position } = newest
      return {
        id,
        ...(answer.isUnsafeAt(position) && { unsafeId: true }),
        title: titleOf(newest),
        text,
        ...provenanceOf(cards.get(newest) ?? {}),
        jobKey: job.key,
        position,
        wordCount: answer.wordCounts[position]!,
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
      const { diffTexts } = await import('../texts/text-diff.ts')
      return diffTexts(before, after)
    },
  }
}

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

/** Memoizes `make` for the latest argument. */
function latestOf<From extends object, To>(make: (from: From) => To): (from: From) => To {
  let latest: { from: From; made: To } | undefined
  return (from) => {
    if (latest?.from !== from) latest = { from, made: make(from) }
    return latest.made
  }
}

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
    quality: qualitiesOf(analyser.quality(newest.answer.jobKey, newest.position)),
    versionCount: versionCount(entry, analyser),
  }
}

async function textOf({ texts }: Pick<Tables, 'texts'>, { answer, position }: Occurrence) {
  const page = await texts.get(answer.jobKey, Math.floor(position / cardsPerPage))
  return page?.texts[position % cardsPerPage]
}

function versionOf(occurrence: Occurrence, text: string): ArticleVersion {
  const { answer, job, position } = occurrence
  return {
    jobKey: job.key,
    collectedAt: collectedAt(occurrence.job),
    title: titleOf(occurrence),
    text,
    wordCount: answer.wordCounts[position]!,
    signatureRemoved: job.request?.removeSignature,
  }
}
