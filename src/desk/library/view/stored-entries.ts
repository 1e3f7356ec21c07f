import type { ArticleId } from '../../../contract/ids.ts'
import { provenanceOf } from '../../../contract/article.ts'
import { toPlainText } from '../../../text/html-text.ts'
import { collectedAt } from '../jobs/collected.ts'
import { categoryOf } from '../jobs/job-category.ts'
import { cardsPerPage, type Card, type JobKey, type LibraryArticle } from '../records.ts'
import type { Store, Tables } from '../store/store.ts'
import type { TextDiff } from '../texts/text-diff/text-diff.ts'
import type { CardPages } from './card-pages.ts'
import { occurrenceTitle } from './catalogue.ts'
import type { Catalogue, CatalogueEntry, CatalogueKeeper, Occurrence } from './catalogue.ts'
import type { LibraryDuplicates } from './library-duplicates.ts'
import { qualitiesOf } from './quality-bits.ts'
import type { StoredResult } from './stored-result.ts'
import type { TextAnalyser } from './text-analyser.ts'
import { usualWordCount } from './usual-findings.ts'
import { versionCount } from './view-columns.ts'
import { countLabels } from '../annotations/annotation-buckets.ts'
import { keywordsOf } from './view-filters.ts'
import type { ArticleVersion, DuplicateNote, FacetCount, LibraryEntry, NearDuplicate } from './view.ts'

/** Single articles of the library, with what is known of them across all jobs. */
export interface EntryMethods {
  /** Every label in use, in alphabetical order, with its number of articles. */
  labels(): Promise<FacetCount[]>
  /** The number of decided articles of each job. */
  decidedCounts(): Promise<ReadonlyMap<JobKey, number>>
  /** List entries of these articles, in the same order; undefined for an article that is in no job. */
  entries(ids: readonly ArticleId[]): Promise<(LibraryEntry | undefined)[]>
  /**
   * The near-duplicate that contains most of each of these; undefined if there is none. Not part of `entries`, because
   * it may read texts for each of them, and no card should wait for that.
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

export function storedEntries(
  store: Store,
  {
    catalogue: keeper,
    analyser,
    duplicates,
    pages,
  }: {
    catalogue: CatalogueKeeper
    analyser: TextAnalyser
    duplicates: LibraryDuplicates
    pages: CardPages
  },
): EntryMethods {
  return {
    async labels() {
      const { annotations } = await keeper.current()
      const counts = countLabels(Array.from(annotations.values(), (annotation) => annotation.labels))
      return Array.from(counts, ([value, count]) => ({ value, count }))
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
        { pages, analyser },
      )
    },

    async duplicateNotes(ids) {
      // The end of restoring isn't announced, so a screen that asked too early would never ask again.
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
        title: occurrenceTitle(newest),
        text,
        ...provenanceOf(cards.get(newest) ?? {}),
        jobKey: job.key,
        position,
        wordCount: result.wordCounts[position]!,
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
      // Compared as the reader shows them: a difference in markup doesn't count.
      return diffTexts(toPlainText(before), toPlainText(after))
    },
  }
}

/** In the same order; undefined for an article that is in no job, or whose card can't be read. */
export async function entriesWithCards(
  entries: readonly (CatalogueEntry | undefined)[],
  { annotations }: Pick<Catalogue, 'annotations'>,
  { pages, analyser }: { pages: CardPages; analyser: TextAnalyser },
): Promise<(LibraryEntry | undefined)[]> {
  const cards = await pages.cards(entries.flatMap((entry) => entry?.occurrences[0] ?? []))
  return entries.map((entry) => {
    const card = entry && cards.get(entry.occurrences[0])
    return card && { ...entryOf(entry, card, analyser), annotation: annotations.get(entry.id) }
  })
}

function entryOf(
  entry: CatalogueEntry,
  card: Card,
  analyser: TextAnalyser,
): Omit<LibraryEntry, 'annotation'> {
  const [newest] = entry.occurrences
  const jobs = [...new Set(entry.occurrences.map(({ job }) => job))]
  const versions = versionCount(entry, analyser)
  const findings = ({ result, position }: Occurrence) =>
    qualitiesOf(analyser.of(result.jobKey)?.unusualAt(position) ?? 0)
  return {
    id: entry.id,
    card,
    jobs: jobs.map(({ key }) => key),
    category: categoryOf(newest.job),
    keywords: [...new Set(jobs.flatMap(keywordsOf))],
    quality: findings(newest),
    ...(versions > 1 && {
      qualityIn: Object.fromEntries(entry.occurrences.toReversed().map((it) => [it.job.key, findings(it)])),
    }),
    usualWordCount: usualWordCountOf(newest.result),
    versionCount: versions,
  }
}

const usualWordCounts = new WeakMap<StoredResult, number | undefined>()

function usualWordCountOf(result: StoredResult): number | undefined {
  if (!usualWordCounts.has(result)) usualWordCounts.set(result, usualWordCount(result.wordCounts))
  return usualWordCounts.get(result)
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
    title: occurrenceTitle(occurrence),
    text,
    wordCount: result.wordCounts[position]!,
    signatureRemoved: job.request?.removeSignature,
  }
}
