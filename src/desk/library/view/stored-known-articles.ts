import { provenanceOf } from '../../../contract/article.ts'
import { readAnnotations } from '../annotations/annotation-buckets.ts'
import type { Catalogue, CatalogueKeeper } from './catalogue.ts'
import { createLruCache } from './lru-cache.ts'
import { collectedAt } from '../jobs/collected.ts'
import { categoryOf } from '../jobs/job-category.ts'
import type { ArticleChoice, Card, JobKey, JobRecord, KnownArticle } from '../records.ts'
import { cardsPerPage } from '../records.ts'
import type { Tables } from '../store/store.ts'
import type { LibraryDependencies } from '../store/library-dependencies.ts'

/** Articles read at a time, few enough for other calls to run in between. */
const batchSize = 100

/** Articles sorted by title are spread over the whole library. */
const maxPages = 150

interface Place {
  readonly job: JobRecord
  /** The job's key, or that of an earlier result. */
  readonly resultKey: JobKey
  readonly position: number
}

/** Articles with everything known about them, in batches, for export to files. */
export interface KnownArticleMethods {
  /**
   * Returns a batch of these articles with their texts and annotations, in the requested order and without those that
   * are gone. `next` is where the next batch starts, undefined after the last.
   */
  knownArticles(
    choice: ArticleChoice,
    from: number,
  ): Promise<{ articles: KnownArticle[]; next: number | undefined }>
}

export function storedKnownArticles(
  { store, changes }: LibraryDependencies,
  catalogue: CatalogueKeeper,
): KnownArticleMethods {
  let pages = createPages()
  changes.subscribe(({ articles }) => {
    if (articles) pages = createPages()
  })

  return {
    async knownArticles(choice, from) {
      const { places, next } = placesOf(choice, from, await catalogue.current())
      const articles = await store.transaction('readonly', ['cards', 'texts', 'marks'], async (tables) => {
        const found: KnownArticle[] = []
        for (const place of places) {
          const article = await pages.article(tables, place)
          if (article) found.push(article)
        }
        const annotations = await readAnnotations(
          tables.marks,
          found.map(({ id }) => id),
        )
        return found.map((article, index) => {
          const { decision, reason, labels, note } = annotations[index]?.[1] ?? {}
          return { ...article, decision, reason, labels, note }
        })
      })
      // Up to 15,000 texts, not needed once the last batch has been read.
      if (next === undefined) pages = createPages()
      return { articles, next }
    },
  }
}

function placesOf(
  choice: ArticleChoice,
  from: number,
  { jobs, entries }: Catalogue,
): { places: Place[]; next: number | undefined } {
  const to = from + batchSize
  if ('ids' in choice) {
    const newest = choice.ids.slice(from, to).map((id) => entries.get(id)?.occurrences[0])
    const places = newest
      .filter((place) => place !== undefined)
      .map(({ job, result, position }) => ({ job, resultKey: result.jobKey, position }))
    return { places, next: to < choice.ids.length ? to : undefined }
  }
  const job = jobs.get(choice.jobKey)
  if (!job) return { places: [], next: undefined }
  const { positions } = choice
  const count = positions === 'all' ? job.articleCount : positions.length
  const wanted =
    positions === 'all'
      ? Array.from({ length: Math.max(0, Math.min(to, count) - from) }, (_, index) => from + index)
      : positions.slice(from, to)
  return {
    places: wanted.map((position) => ({ job, resultKey: job.key, position })),
    next: to < count ? to : undefined,
  }
}

type PageTables = Pick<Tables, 'cards' | 'texts'>

function createPages() {
  const kept = createLruCache<{ cards: readonly Card[]; texts: readonly string[] }>(maxPages)

  async function page(tables: PageTables, resultKey: JobKey, number: number) {
    const name = `${resultKey}/${number}`
    const known = kept.get(name)
    if (known) return known
    const cards = (await tables.cards.get(resultKey, number))?.cards ?? []
    const read = { cards, texts: (await tables.texts.get(resultKey, number))?.texts ?? [] }
    kept.set(name, read)
    return read
  }

  return {
    async article(
      tables: PageTables,
      { job, resultKey, position }: Place,
    ): Promise<KnownArticle | undefined> {
      const { cards, texts } = await page(tables, resultKey, Math.floor(position / cardsPerPage))
      const card = cards[position % cardsPerPage]
      const text = texts[position % cardsPerPage]
      if (!card || text === undefined) return undefined
      return {
        id: card.id,
        ...(card.unsafeId && { unsafeId: card.unsafeId }),
        title: card.title,
        text,
        ...provenanceOf(card),
        wordCount: card.wordCount,
        category: categoryOf(job),
        jobId: job.jobId,
        keywords: job.request?.keywords ?? [],
        collectedAt: collectedAt(job),
      }
    },
  }
}
