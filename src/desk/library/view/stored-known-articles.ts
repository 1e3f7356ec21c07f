import { readAnnotations } from '../annotations/annotation-buckets.ts'
import type { Catalogue, CatalogueKeeper, Occurrence } from './catalogue.ts'
import { createLruCache } from './lru-cache.ts'
import { collectedAt } from '../jobs/collected.ts'
import { categoryOf } from '../jobs/job-category.ts'
import { articleOf } from '../jobs/result-pages.ts'
import type { ArticleChoice, Card, KnownArticle } from '../records.ts'
import { cardsPerPage } from '../records.ts'
import type { Tables } from '../store/store.ts'
import type { LibraryDependencies } from '../store/library-dependencies.ts'

/** Articles read at a time, few enough for other calls to run in between. */
const batchSize = 100

/** Articles sorted by title are spread over the whole library. */
const maxPages = 150

/** Articles with everything known about them, for export to files. */
export interface KnownArticleMethods {
  /**
   * These articles with their texts and annotations, in the requested order and without those that are gone. In batches,
   * each read when it is asked for.
   */
  knownArticles(choice: ArticleChoice): Promise<AsyncIterable<readonly KnownArticle[]>>
}

export function storedKnownArticles(
  { store }: LibraryDependencies,
  catalogue: CatalogueKeeper,
): KnownArticleMethods {
  async function* batchesOf(choice: ArticleChoice) {
    const readPage = createPageReader()
    for (let from = 0; ; from += batchSize) {
      const places = placesOf(choice, from, await catalogue.current())
      if (!places) return
      yield await store.transaction('readonly', ['cards', 'texts', 'marks'], async (tables) => {
        const found: KnownArticle[] = []
        for (const place of places) found.push(...articleAt(place, await readPage(tables, place)))
        const annotations = await readAnnotations(
          tables.marks,
          found.map(({ id }) => id),
        )
        return found.map((article, index) => {
          const { decision, reason, labels, note } = annotations[index]?.[1] ?? {}
          return { ...article, decision, reason, labels, note }
        })
      })
    }
  }

  return { knownArticles: (choice) => Promise.resolve(batchesOf(choice)) }
}

/** @returns undefined after the last of them */
function placesOf(
  choice: ArticleChoice,
  from: number,
  { jobs, results, entries }: Catalogue,
): Occurrence[] | undefined {
  const to = from + batchSize
  if ('ids' in choice) {
    if (from >= choice.ids.length) return undefined
    return choice.ids.slice(from, to).flatMap((id) => entries.get(id)?.occurrences[0] ?? [])
  }
  const [job, result] = [jobs.get(choice.jobKey), results.get(choice.jobKey)]
  if (!job || !result) return undefined
  const chosen = choice.positions === 'all' ? undefined : choice.positions
  const end = Math.min(to, (chosen ?? result.wordCounts).length)
  if (from >= end) return undefined
  return Array.from({ length: end - from }, (_, index) => {
    const position = chosen ? chosen[from + index]! : from + index
    return { job, result, position }
  })
}

interface Page {
  readonly cards: readonly Card[]
  readonly texts: readonly string[]
}

/** Keeps the pages read last: up to 15,000 texts, dropped with the reader. */
function createPageReader() {
  const kept = createLruCache<Page>(maxPages)
  return async ({ cards, texts }: Pick<Tables, 'cards' | 'texts'>, place: Occurrence): Promise<Page> => {
    const { jobKey, revision } = place.result
    const page = Math.floor(place.position / cardsPerPage)
    // A job may be saved again meanwhile.
    const name = `${jobKey} ${revision} ${page}`
    const known = kept.get(name)
    if (known) return known
    const read = {
      cards: (await cards.get(jobKey, page))?.cards ?? [],
      texts: (await texts.get(jobKey, page))?.texts ?? [],
    }
    kept.set(name, read)
    return read
  }
}

/** None if it is gone. */
function articleAt({ job, position }: Occurrence, { cards, texts }: Page): KnownArticle[] {
  const card = cards[position % cardsPerPage]
  const text = texts[position % cardsPerPage]
  if (!card || text === undefined) return []
  return [
    {
      ...articleOf(card, text),
      wordCount: card.wordCount,
      category: categoryOf(job),
      jobId: job.jobId,
      keywords: job.request?.keywords ?? [],
      collectedAt: collectedAt(job),
    },
  ]
}
