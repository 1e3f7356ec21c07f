import type { ArticleId } from '../../../contract/ids.ts'
import { countIds, idAt, uniteIds } from '../../../contract/ids.ts'
import { cardMaker } from './cards.ts'
import { articleOf, type CardedArticle, resultTables, writeResult } from './result-pages.ts'
import { jobOfResult, keepEarlier, readIds } from './earlier-results.ts'
import { createJobSearch, type FoldedNotes } from './job-search.ts'
import { allIdsOf, countKnown, packJobIds, positionOf } from './job-ids.ts'
import type { Card, JobIds, JobKey, JobRecord, JobResult, LibraryArticle } from '../records.ts'
import { cardsPerPage } from '../records.ts'
import type { Tables } from '../store/store.ts'
import { present, readyRecord } from './stored-jobs.ts'
import type { LibraryDependencies } from '../store/library-dependencies.ts'

/** The articles of jobs: a result is saved whole and read by page. */
export interface ArticleMethods {
  /**
   * Saves the articles and marks the job ready, in one transaction with strict durability. Saving a job again replaces
   * its articles; those it no longer returns are kept as an earlier result, see `versions`.
   */
  saveResult(key: JobKey, result: JobResult, at: number): Promise<JobRecord>
  /** The cards of page `page` (from 0, {@link cardsPerPage} each), in the service's order. */
  cards(key: JobKey, page: number): Promise<Card[]>
  /** The positions of the articles that match, note included, in the service's order; see `search.ts` for the syntax. */
  find(key: JobKey, query: string): Promise<Uint32Array>
  /** Prefetches what {@link ArticleMethods.find} needs. Call it on focus, so that the first keystroke is not slow. */
  prepareFind(key: JobKey): Promise<void>
  article(key: JobKey, id: ArticleId): Promise<LibraryArticle | undefined>
  /** The number of different articles of these jobs. */
  countReceived(keys: readonly JobKey[]): Promise<number>
  /** The ids of the articles at these positions, in the same order; `unsafe` counts those that can't be exported. */
  idsAt(key: JobKey, positions: readonly number[] | 'all'): Promise<{ ids: ArticleId[]; unsafe: number }>
}

/** @param readNotes the editor's notes, which are searched with the articles */
export function storedArticles(
  { store, changes }: LibraryDependencies,
  readNotes: () => Promise<FoldedNotes>,
): ArticleMethods {
  const jobSearch = createJobSearch(store, readNotes)
  changes.subscribe(({ articles = [] }) => {
    for (const key of articles) jobSearch.drop(key)
  })

  return {
    async saveResult(key, result, at) {
      const record = await store.transaction('readonly', ['jobs'], ({ jobs }) => jobs.get(key))
      // Made before the transaction, which would close while the texts are read.
      const cards = result.cards ?? result.articles.map(cardMaker(record?.request?.keywords ?? []))
      const ids = packJobIds(key, result.articles)
      const saved = await store.transaction('readwrite', savingTables, (tables) =>
        save(tables, { key, result, at, cards, ids, record }),
      )
      changes.announce({ jobs: [key], articles: [key] })
      return saved
    },

    cards: (key, page) =>
      store.transaction('readonly', ['cards'], async ({ cards }) => [
        ...((await cards.get(key, page))?.cards ?? []),
      ]),
    find: (key, query) => jobSearch.find(key, query),
    prepareFind: (key) => jobSearch.prepare(key),

    article: (key, id) =>
      store.transaction('readonly', ['ids', 'cards', 'texts'], async ({ ids, cards, texts }) => {
        const jobIds = await ids.get(key)
        const position = jobIds ? positionOf(jobIds, id) : -1
        if (position < 0) return undefined
        const page = Math.floor(position / cardsPerPage)
        const card = (await cards.get(key, page))?.cards[position % cardsPerPage]
        const text = (await texts.get(key, page))?.texts[position % cardsPerPage]
        if (!card || text === undefined) return undefined
        return { ...articleOf(card, text), jobKey: key, position, wordCount: card.wordCount }
      }),

    countReceived: (keys) =>
      store.transaction('readonly', ['jobs', 'ids'], async (tables) => {
        const records = await Promise.all(keys.map((key) => tables.jobs.get(key)))
        const ids = await readIds(
          tables,
          records.filter((record) => record !== undefined),
        )
        return countIds(uniteIds(ids.map(allIdsOf)))
      }),

    idsAt: (key, positions) =>
      store.transaction('readonly', ['ids'], async ({ ids }) => {
        const jobIds = await ids.get(key)
        return jobIds ? pickIds(jobIds, positions) : { ids: [], unsafe: 0 }
      }),
  }
}

interface Saved {
  readonly key: JobKey
  /** The job as it was just before. */
  readonly record: JobRecord | undefined
  readonly result: JobResult
  readonly at: number
  readonly cards: readonly Card[]
  readonly ids: JobIds
}

const savingTables = ['jobs', 'requests', ...resultTables] as const

type SavingTables = Pick<Tables, (typeof savingTables)[number]>

async function save(
  tables: SavingTables,
  { key, result, at, cards, ids, ...known }: Saved,
): Promise<JobRecord> {
  // If a device that refused this has lost the job by the time it accepts it, the articles must not be lost as well.
  const record = (await tables.jobs.get(key)) ?? known.record
  if (!record) throw new Error('A job must be known before its articles are saved')
  // The result belongs to another job, which has the number now.
  if (record.isOfEarlierService) return record
  const request = (await tables.requests.get(key))?.request
  const earlier = await idsOfEarlierJobs(tables, record)
  const earlierAnswers = await keepEarlier(tables, record, result.articles)
  const ready = readyRecord(record, result, {
    at,
    newCount: result.articles.length - countKnown(ids, earlier.map(allIdsOf)),
    skippedReturned: request ? countKnown(ids, [request.idsToSkip]) : 0,
  })
  await writeResult(
    tables,
    key,
    result.articles.map((article, index): CardedArticle => ({ article, card: cards[index]! })),
  )
  const saved = earlierAnswers > 0 ? { ...ready, earlierAnswers } : ready
  await tables.jobs.put(saved)
  return saved
}

/** For a job that is saved again, only jobs that were ready before it the first time count. */
async function idsOfEarlierJobs(
  tables: Pick<Tables, 'jobs' | 'ids'>,
  { readyAt }: JobRecord,
): Promise<JobIds[]> {
  const jobs = present(await tables.jobs.all()).filter(({ isOfEarlierService }) => !isOfEarlierService)
  const isEarlier = new Set(
    jobs.filter((job) => readyAt === undefined || (job.readyAt ?? Infinity) < readyAt).map((job) => job.key),
  )
  return (await tables.ids.all()).filter(({ jobKey }) => isEarlier.has(jobOfResult(jobKey)))
}

function pickIds(jobIds: JobIds, positions: readonly number[] | 'all'): { ids: ArticleId[]; unsafe: number } {
  const wanted = positions === 'all' ? jobIds.numbers.keys() : positions
  const ids: ArticleId[] = []
  let unsafe = 0
  for (const position of wanted) {
    const id = idAt(jobIds, position)
    if (jobIds.unsafe.has(position)) unsafe += 1
    else if (id !== undefined) ids.push(id)
  }
  return { ids, unsafe }
}
