import type { Article } from '../../../contract/article.ts'
import type { BackupValues, Restored } from './backup.ts'
import { nothingRestored } from './backup.ts'
import { cardMaker } from '../jobs/cards.ts'
import { answersOf, paged } from '../jobs/earlier-answers.ts'
import { packJobIds } from '../jobs/job-ids.ts'
import type { LibraryChange } from '../changes.ts'
import type { Card, JobKey, JobRecord } from '../records.ts'
import type { Tables } from '../store/store.ts'

export const jobTables = ['jobs', 'requests', 'ids', 'cards', 'texts', 'analyses'] as const

type JobTables = Pick<Tables, (typeof jobTables)[number]>

export interface Restoring {
  readonly restored: Restored
  readonly change: LibraryChange
}

/**
 * Puts a job of a backup beside what is here. A job that is not here comes whole; one that has not ended here gets the
 * articles it had there; and of one that has, those that it did not bring here, or brought with another text, are kept
 * as an earlier answer.
 */
export function jobRestorer(
  { record: there, request }: BackupValues['job'],
  answers: ReadonlyMap<JobKey, readonly Article[]>,
): (tables: JobTables) => Promise<Restoring> {
  const makeCard = cardMaker(there.request?.keywords ?? [])
  const cards = new Map<Article, Card>()
  for (const articles of answers.values())
    for (const [position, article] of articles.entries()) cards.set(article, makeCard(article, position))

  return async (tables) => {
    const here = await tables.jobs.get(there.key)
    const isWhole = !here || (here.phase !== 'ready' && there.phase === 'ready')
    const added = isWhole
      ? await restoreWhole(tables, withoutLoose(there, answers), answers, cards)
      : await restoreMissing(tables, here, answers, cards)
    await addRequest(tables, there, request)
    return {
      restored: {
        ...nothingRestored,
        jobs: isWhole || here.removedAt !== undefined ? 1 : 0,
        articles: added,
      },
      change: { jobs: [there.key], ...(added > 0 && { articles: [there.key] }) },
    }
  }
}

/** A file that was cut off may lack articles: what the record says of them has to be true. */
function withoutLoose(record: JobRecord, answers: ReadonlyMap<JobKey, readonly Article[]>): JobRecord {
  const articleCount = answers.get(record.key)?.length ?? 0
  const kept = answersOf(record).filter((key) => key === record.key || answers.has(key))
  return {
    ...record,
    // Its tab is not there to hear the answer.
    phase: record.phase === 'sending' ? 'unconfirmed' : record.phase,
    articleCount,
    newCount: Math.min(record.newCount, articleCount),
    earlierAnswers: kept.length > 1 ? record.earlierAnswers : undefined,
  }
}

async function restoreWhole(
  tables: JobTables,
  record: JobRecord,
  answers: ReadonlyMap<JobKey, readonly Article[]>,
  cards: ReadonlyMap<Article, Card>,
): Promise<number> {
  await tables.jobs.put(record)
  let added = 0
  for (const key of answersOf(record)) {
    await putAnswer(tables, key, answers.get(key) ?? [], cards)
    added += answers.get(key)?.length ?? 0
  }
  return added
}

async function restoreMissing(
  tables: JobTables,
  here: JobRecord,
  answers: ReadonlyMap<JobKey, readonly Article[]>,
  cards: ReadonlyMap<Article, Card>,
): Promise<number> {
  if (here.removedAt !== undefined) await tables.jobs.put({ ...here, removedAt: undefined })
  const known = await textsOf(tables, here)
  const missing = [...answers.values()].flat().filter((article) => {
    const isMissing = !known.has(nameOf(article))
    known.add(nameOf(article))
    return isMissing
  })
  if (missing.length === 0) return 0
  const earlierAnswers = (here.earlierAnswers ?? 0) + 1
  await putAnswer(tables, `${here.key}~${earlierAnswers}`, missing, cards)
  await tables.jobs.put({ ...here, removedAt: undefined, earlierAnswers })
  return missing.length
}

/** A job that was opened by number here may have been asked for there. */
async function addRequest(
  tables: JobTables,
  there: JobRecord,
  request: BackupValues['job']['request'],
): Promise<void> {
  const known = await tables.jobs.get(there.key)
  if (known && !known.request && there.request) await tables.jobs.put({ ...known, request: there.request })
  if (request && !(await tables.requests.get(there.key)))
    await tables.requests.put({ jobKey: there.key, request })
}

async function putAnswer(
  tables: JobTables,
  jobKey: JobKey,
  articles: readonly Article[],
  cards: ReadonlyMap<Article, Card>,
): Promise<void> {
  const placed = articles.map((article, position) => ({ ...cards.get(article)!, position }))
  const texts = articles.map(({ text }) => text)
  for (const table of [tables.cards, tables.texts, tables.analyses]) await table.deleteAll(jobKey)
  await tables.cards.put(paged(placed, (page, cards) => ({ jobKey, page, cards })))
  await tables.texts.put(paged(texts, (page, texts) => ({ jobKey, page, texts })))
  await tables.ids.put(packJobIds(jobKey, articles))
}

/** Every article that a job has brought here, with its text. */
async function textsOf(tables: JobTables, record: JobRecord): Promise<Set<string>> {
  const known = new Set<string>()
  for (const answer of answersOf(record)) {
    for (let page = 0; ; page += 1) {
      const cards = (await tables.cards.get(answer, page))?.cards
      if (!cards) break
      const texts = (await tables.texts.get(answer, page))?.texts ?? []
      for (const [index, { id, title }] of cards.entries())
        known.add(nameOf({ id, title, text: texts[index] ?? '' }))
    }
  }
  return known
}

const nameOf = ({ id, title, text }: Article): string => `${JSON.stringify(id)}\0${title}\0${text}`
