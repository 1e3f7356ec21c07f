import type { ArticleId, IdList } from '../../../contract/ids.ts'
import { uniteIds } from '../../../contract/ids.ts'
import { cardMaker } from './cards.ts'
import { answerTables, type CardedArticle, writeAnswer } from './answer-pages.ts'
import { answersOf, jobOfAnswer, keepEarlier } from './earlier-answers.ts'
import { createJobSearch } from './job-search.ts'
import { readyRecord } from './job-changes.ts'
import { countKnown, idAt, packJobIds, positionOf, toIdList } from './job-ids.ts'
import type { Card, JobAnswer, JobIds, JobKey, JobRecord, LibraryArticle } from '../records.ts'
import { cardsPerPage } from '../records.ts'
import type { Tables } from '../store/store.ts'
import { present } from './stored-jobs.ts'
import type { LibraryParts } from '../store/library-parts.ts'

/** The articles of jobs: saved whole, read by the page. */
export interface ArticleMethods {
  /**
   * The articles and "ready", in one transaction, with strict durability. Saving the same job again replaces it; what it
   * brought before and no longer brings is put aside, see `versions`.
   */
  saveAnswer(key: JobKey, answer: JobAnswer, at: number): Promise<JobRecord>
  /** The cards of page `page` (from 0, {@link cardsPerPage} each), in the service's order. */
  cards(key: JobKey, page: number): Promise<Card[]>
  /** The positions of the articles that match, best first kept in the service's order; see `search.ts` for the syntax. */
  find(key: JobKey, query: string): Promise<Uint32Array>
  /** Reads what {@link ArticleMethods.find} needs, so that the first keystroke is as quick as the next: call it on focus. */
  prepareFind(key: JobKey): Promise<void>
  article(key: JobKey, id: ArticleId): Promise<LibraryArticle | undefined>
  /** The ids of a job's articles in the service's order, those left out: too large to be exact; of all jobs without a key. */
  receivedIds(keys?: readonly JobKey[]): Promise<IdList>
  /** Id of the article at each of these positions, in their order; `unsafe` counts those that cannot be exported. */
  idsAt(key: JobKey, positions: readonly number[] | 'all'): Promise<{ ids: ArticleId[]; unsafe: number }>
}

export function storedArticles({ store, changes }: LibraryParts): ArticleMethods {
  const jobSearch = createJobSearch(store)
  changes.subscribe(({ articles = [] }) => {
    for (const key of articles) jobSearch.drop(key)
  })

  return {
    async saveAnswer(key, answer, at) {
      const record = await store.transaction('readonly', ['jobs'], ({ jobs }) => jobs.get(key))
      // Made before the transaction, which would close while texts are read.
      const cards = answer.cards ?? answer.articles.map(cardMaker(record?.request?.keywords ?? []))
      const ids = packJobIds(key, answer.articles)
      const saved = await store.transaction('readwrite', savingTables, (tables) =>
        save(tables, { key, answer, at, cards, ids }),
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
      store.transaction(
        'readonly',
        ['jobs', 'ids', 'cards', 'texts'],
        async ({ jobs, ids, cards, texts }) => {
          const jobIds = await ids.get(key)
          const position = jobIds ? positionOf(jobIds, id) : -1
          if (position < 0) return undefined
          const page = Math.floor(position / cardsPerPage)
          const card = (await cards.get(key, page))?.cards[position % cardsPerPage]
          const text = (await texts.get(key, page))?.texts[position % cardsPerPage]
          if (!card || text === undefined) return undefined
          const { title, wordCount, unsafeId } = card
          const collectedAt = (await jobs.get(key))?.readyAt ?? 0
          return {
            id,
            ...(unsafeId && { unsafeId }),
            title,
            text,
            jobKey: key,
            position,
            wordCount,
            collectedAt,
          }
        },
      ),

    receivedIds: (keys) =>
      store.transaction('readonly', ['jobs', 'ids'], async ({ jobs, ids }) => {
        const wanted = keys ?? present(await jobs.all()).map((record) => record.key)
        const lists: JobIds[] = []
        for (const wantedKey of new Set(wanted)) {
          const record = await jobs.get(wantedKey)
          for (const key of record ? answersOf(record) : [wantedKey]) {
            const list = await ids.get(key)
            if (list) lists.push(list)
          }
        }
        return uniteIds(lists.map(toIdList))
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
  readonly answer: JobAnswer
  readonly at: number
  readonly cards: readonly Card[]
  readonly ids: JobIds
}

const savingTables = ['jobs', 'requests', ...answerTables] as const

type SavingTables = Pick<Tables, (typeof savingTables)[number]>

async function save(tables: SavingTables, { key, answer, at, cards, ids }: Saved): Promise<JobRecord> {
  const record = await tables.jobs.get(key)
  if (!record) throw new Error('A job must be known before its articles are saved')
  // The answer is of another job that has the number now.
  if (record.isOfEarlierService) return record
  const request = (await tables.requests.get(key))?.request
  const earlier = await idsOfEarlierJobs(tables, record)
  const earlierAnswers = record.readyAt === undefined ? 0 : await keepEarlier(tables, record, answer.articles)
  const ready = readyRecord(record, answer, {
    at,
    newCount: answer.articles.length - countKnown(ids, earlier.map(toIdList)),
    skippedReturned: request ? countKnown(ids, [request.idsToSkip]) : 0,
  })
  await writeAnswer(
    tables,
    key,
    answer.articles.map((article, index): CardedArticle => ({ article, card: cards[index]! })),
  )
  const saved = earlierAnswers > 0 ? { ...ready, earlierAnswers } : ready
  await tables.jobs.put(saved)
  return saved
}

/** A job that is saved again counts only what was there before it the first time. */
async function idsOfEarlierJobs(
  tables: Pick<Tables, 'jobs' | 'ids'>,
  { key, readyAt }: JobRecord,
): Promise<JobIds[]> {
  const jobs = present(await tables.jobs.all()).filter(({ isOfEarlierService }) => !isOfEarlierService)
  const isEarlier = new Set(
    jobs.filter((job) => readyAt === undefined || (job.readyAt ?? Infinity) < readyAt).map((job) => job.key),
  )
  const all = await tables.ids.all()
  return all.filter(({ jobKey }) => jobOfAnswer(jobKey) !== key && isEarlier.has(jobOfAnswer(jobKey)))
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
