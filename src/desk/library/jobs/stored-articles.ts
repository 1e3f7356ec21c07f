import type { ArticleId } from '../../../contract/ids.ts'
import { uniteIds } from '../../../contract/ids.ts'
import { cardMaker } from './cards.ts'
import { answersOf, jobOfAnswer, keepEarlier, paged } from './earlier-answers.ts'
import { createFinder } from '../texts/finder.ts'
import { readyRecord } from './job-changes.ts'
import type { JobIds } from './job-ids.ts'
import { countKnown, idAt, packJobIds, positionOf, toIdList } from './job-ids.ts'
import type { Library } from '../library.ts'
import type { Card, JobAnswer, JobKey, JobRecord } from '../records.ts'
import { cardsPerPage } from '../records.ts'
import type { Tables } from '../store/store.ts'
import { present } from './stored-jobs.ts'
import type { StoredLibraryParts } from '../library-parts.ts'

type ArticleMethods = Pick<
  Library,
  'saveAnswer' | 'cards' | 'find' | 'prepareFind' | 'article' | 'receivedIds' | 'idsAt'
>

/** The articles of jobs: saved whole, read by the page. */
export function storedArticles({ store, changes }: StoredLibraryParts): ArticleMethods {
  const finder = createFinder(store)
  changes.subscribe(({ articles = [] }) => {
    for (const key of articles) finder.drop(key)
  })

  return {
    async saveAnswer(key, answer, at) {
      const record = await store.transact('read', ({ jobs }) => jobs.get(key))
      // Made before the transaction: it would close by itself while texts are read.
      const cards = answer.cards ?? answer.articles.map(cardMaker(record?.request?.keywords ?? []))
      const ids = packJobIds(key, answer.articles)
      const saved = await store.transact('write', (tables) => save(tables, { key, answer, at, cards, ids }))
      changes.announce({ jobs: [key], articles: [key] })
      return saved
    },

    cards: (key, page) =>
      store.transact('read', async ({ cards }) => [...((await cards.get(key, page))?.cards ?? [])]),
    find: (key, query) => finder.find(key, query),
    prepareFind: (key) => finder.prepare(key),

    article: (key, id) =>
      store.transact('read', async ({ jobs, ids, cards, texts }) => {
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
      }),

    receivedIds: (keys) =>
      store.transact('read', async ({ jobs, ids }) => {
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
      store.transact('read', async ({ ids }) => {
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

async function save(tables: Tables, { key, answer, at, cards, ids }: Saved): Promise<JobRecord> {
  const record = await tables.jobs.get(key)
  if (!record) throw new Error('A job must be known before its articles are saved')
  const request = (await tables.requests.get(key))?.request
  const earlier = await idsOfEarlierJobs(tables, record)
  const earlierAnswers = record.readyAt === undefined ? 0 : await keepEarlier(tables, record, answer.articles)
  const ready = readyRecord(record, answer, {
    at,
    newCount: answer.articles.length - countKnown(ids, earlier.map(toIdList)),
    skippedReturned: request ? countKnown(ids, [request.idsToSkip]) : 0,
  })
  await tables.cards.deleteAll(key)
  await tables.texts.deleteAll(key)
  await tables.analyses.deleteAll(key)
  await tables.cards.put(paged(cards, (page, cards) => ({ jobKey: key, page, cards })))
  await tables.texts.put(
    paged(answer.articles, (page, articles) => ({
      jobKey: key,
      page,
      texts: articles.map(({ text }) => text),
    })),
  )
  await tables.ids.put(ids)
  const saved = earlierAnswers > 0 ? { ...ready, earlierAnswers } : ready
  await tables.jobs.put(saved)
  return saved
}

/** A job that is saved again counts only what was there before it the first time. */
async function idsOfEarlierJobs(tables: Tables, { key, readyAt }: JobRecord): Promise<JobIds[]> {
  const jobs = present(await tables.jobs.all())
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
