import type { Article } from '../../../contract/article.ts'
import type { LibraryChange } from '../changes.ts'
import { type CardedArticle, deleteResult, readPages, resultTables } from '../jobs/result-pages.ts'
import { cardMaker } from '../jobs/cards.ts'
import { removalLists } from '../jobs/removed-jobs.ts'
import { earlierKey, numberOfResult, resultKeysOf } from '../jobs/earlier-results.ts'
import type { JobKey, JobRecord } from '../records.ts'
import { freeKey } from '../jobs/stored-jobs.ts'
import type { Tables } from '../store/store.ts'
import { forgetRemovals } from '../undo/undo-log.ts'
import { textHash } from '../texts/text-hash.ts'
import { appendToResult } from './append-to-result.ts'
import type { BackupValues, Restored } from './backup.ts'
import { nothingRestored } from './backup.ts'

export const jobTables = ['jobs', 'requests', 'steps', 'settings', ...resultTables] as const

type JobTables = Pick<Tables, (typeof jobTables)[number]>

export interface Restoring {
  readonly restored: Restored
  readonly change: LibraryChange
}

/** A partly restored job, passed on to its next part. */
export interface RestoredJob {
  /** The backup's record, under the key it has in this library. */
  readonly there: JobRecord
  readonly keyInBackup: JobKey
  /** Texts already in the library, by {@link nameOf}; undefined if the job is taken from the backup whole. */
  readonly known?: ReadonlySet<string> | undefined
  /** Whether an earlier restore of it was interrupted, so that what is missing belongs to its own results. */
  readonly isCutOff?: boolean
  /** The result that gets the articles missing from the library. */
  readonly added?: JobKey | undefined
  /** The keys here, by those in the backup, of jobs that have another here: of this job and those restored before. */
  readonly localKeys: ReadonlyMap<JobKey, JobKey>
}

/** Whether `here` is the result of an earlier restore of the same job that was interrupted. */
const isCutOff = (here: JobRecord, there: JobRecord): boolean =>
  here.readyAt !== undefined &&
  here.readyAt === there.readyAt &&
  here.articleCount < there.articleCount &&
  // The service's own second result may have fewer articles; the first is then an earlier one.
  here.earlierAnswers === undefined

/**
 * The key of the same job in this library, or a free key: each service uses a number for a different job.
 *
 * @param keys of all jobs here, and perhaps of some that are gone
 */
async function localKeyOf(
  { jobs }: Pick<Tables, 'jobs'>,
  there: JobRecord,
  keys: Iterable<JobKey>,
): Promise<JobKey> {
  const { key, jobId, sentKey, startedAt, earlierService, isOfEarlierService } = there
  if (jobId === undefined) {
    if (await jobs.get(key)) return key
    // A request that has got its response since the backup was made.
    return (await jobs.all()).find((job) => job.sentKey === key)?.key ?? key
  }
  const number = String(jobId)
  const withNumber: JobRecord[] = []
  for (const taken of keys)
    if (taken === key || taken === number || taken.startsWith(`${number}-`)) {
      const job = await jobs.get(taken)
      if (job) withNumber.push(job)
    }
  const ofService = withNumber.filter((job) => job.jobId === jobId && job.earlierService === earlierService)
  // Either copy may be marked as an earlier service's. The keys can't tell: each device numbers its own.
  const same =
    ofService.find((job) =>
      sentKey === undefined || job.sentKey === undefined
        ? job.startedAt === startedAt
        : job.sentKey === sentKey,
    ) ??
    // Two requests that were sent are two jobs: of two services, or from before and after a reset.
    ofService.find((job) => job.isOfEarlierService === isOfEarlierService && !(job.sentKey && sentKey))
  if (same) return same.key
  return withNumber.some((job) => job.key === key) ? freeKey(jobId, withNumber) : key
}

type Results = ReadonlyMap<JobKey, readonly Article[]>

/**
 * Restores a job of a backup with the first of its articles. A job that is missing here, or not finished here but in
 * the backup, is taken whole; one that was restored in part is completed. For other jobs, articles that are missing here
 * or have another text are kept as an earlier result.
 *
 * @returns work for a transaction, to be called with the job that was restored before, and with the keys of all jobs
 *   here, to which it adds this one's
 */
export function beginJob({ record, request }: BackupValues['job'], results: Results) {
  const carded = withCards(record, results)
  return async (
    tables: JobTables,
    before: RestoredJob | undefined,
    keys: Set<JobKey>,
  ): Promise<Restoring & { readonly job: RestoredJob }> => {
    const key = await localKeyOf(tables, record, keys)
    keys.add(key)
    const localKeys = new Map(before?.localKeys).set(record.key, key)
    if (key === record.key) localKeys.delete(key)
    const there = { ...withLocalKeys(record, localKeys), key }
    const here = await tables.jobs.get(there.key)
    // Here it may still be a request without a response.
    const sent = there.sentKey === undefined ? undefined : await tables.jobs.get(there.sentKey)
    if (sent) {
      await tables.jobs.delete(sent.key)
      await tables.requests.delete(sent.key)
      await forgetRemovals(tables, [sent.key])
    }
    const isWhole = !here || (here.phase !== 'ready' && there.phase === 'ready')
    if (isWhole) {
      for (const resultKey of resultKeysOf(here ?? there)) await deleteResult(tables, resultKey)
      await tables.jobs.put(withOrigin(withoutArticles(there), here ?? sent))
    } else if (here.removedAt !== undefined) await tables.jobs.put({ ...here, removedAt: undefined })
    if (here?.removedAt !== undefined) await forgetRemovals(tables, [here.key])
    const begun: RestoredJob = {
      there,
      keyInBackup: record.key,
      known: isWhole ? undefined : await textsOf(tables, here),
      isCutOff: !isWhole && isCutOff(here, there),
      localKeys,
    }
    const { job, added } = await addArticles(tables, begun, underLocalKeys(begun, carded))
    await addRequest(tables, there, request)
    return {
      job,
      restored: {
        ...nothingRestored,
        jobs: isWhole || here.removedAt !== undefined ? 1 : 0,
        articles: added,
      },
      // As the job is back, its ids are skipped as those of a job again.
      change: {
        ...changeOf(there.key, added),
        ...(sent && { jobs: [there.key, sent.key] }),
        ...(here?.removedAt !== undefined && { lists: removalLists }),
      },
    }
  }
}

/**
 * Adds more articles to a job that {@link beginJob} has begun.
 *
 * @returns work for a transaction, to be called with the job that the work before it has returned
 */
export function continueJob({ there }: RestoredJob, results: Results) {
  const carded = withCards(there, results)
  return async (
    tables: JobTables,
    begun: RestoredJob,
  ): Promise<Restoring & { readonly job: RestoredJob }> => {
    const { job, added } = await addArticles(tables, begun, underLocalKeys(begun, carded))
    return {
      job,
      restored: { ...nothingRestored, articles: added },
      change: changeOf(begun.there.key, added),
    }
  }
}

const changeOf = (key: JobKey, added: number): LibraryChange => ({
  jobs: [key],
  ...(added > 0 && { articles: [key] }),
})

/** Makes the cards before the transaction, which would close while the texts are read. */
function withCards({ request }: JobRecord, results: Results): ReadonlyMap<JobKey, readonly CardedArticle[]> {
  const makeCard = cardMaker(request?.keywords ?? [])
  return new Map(
    Array.from(results, ([resultKey, articles]) => [
      resultKey,
      articles.map((article, position) => ({ article, card: makeCard(article, position) })),
    ]),
  )
}

const underLocalKeys = <T>({ there, keyInBackup }: RestoredJob, results: ReadonlyMap<JobKey, T>) =>
  new Map(
    Array.from(results, ([resultKey, articles]) => [
      there.key + resultKey.slice(keyInBackup.length),
      articles,
    ]),
  )

/** A backup has the jobs that others were made from before these. */
function withLocalKeys(record: JobRecord, localKeys: ReadonlyMap<JobKey, JobKey>): JobRecord {
  if (localKeys.size === 0) return record
  const local = (key: JobKey) => localKeys.get(key) ?? key
  const { madeFrom, chain, skipScope } = record
  return {
    ...record,
    madeFrom: madeFrom && local(madeFrom),
    chain: chain && local(chain),
    skipScope: skipScope && {
      ...skipScope,
      chain: skipScope.chain && local(skipScope.chain),
      jobs: skipScope.jobs?.map(local),
    },
  }
}

/** The counts of the record must be true even if the file was cut off after it. */
const withoutArticles = (record: JobRecord): JobRecord => ({
  ...record,
  // The tab that waited for the response is gone.
  phase: record.phase === 'sending' ? 'unconfirmed' : record.phase,
  articleCount: 0,
  newCount: 0,
  earlierAnswers: undefined,
})

/** Adds what only the device that sent the request knows: the other one may have opened the job by its number. */
function withOrigin(there: JobRecord, here: JobRecord | undefined): JobRecord {
  if (!here) return there
  const named = { ...there, name: there.name ?? here.name }
  if (there.request || !here.request) return named
  const { sentKey, request, madeFrom, chain, skipScope, startedAt, firstSentAt } = here
  return { ...named, sentKey, request, madeFrom, chain, skipScope, startedAt, firstSentAt }
}

async function addArticles(
  tables: JobTables,
  job: RestoredJob,
  results: ReadonlyMap<JobKey, readonly CardedArticle[]>,
): Promise<{ job: RestoredJob; added: number }> {
  const here = await tables.jobs.get(job.there.key)
  // Deleted since its first articles were restored.
  if (!here) return { job, added: 0 }
  const { isCutOff } = job
  // A check may have saved articles of the job since its first ones were restored.
  const isSaved = !job.known && here.lastCheckAt !== job.there.lastCheckAt
  const known = isSaved ? await textsOf(tables, here) : job.known
  if (!known) return addWhole(tables, here, job, results)
  if (!isCutOff) return addMissing(tables, here, { ...job, known }, [...results.values()].flat())
  const isMissing = ({ article }: CardedArticle) => !known.has(nameOf(article))
  const missing = Array.from(
    results,
    ([resultKey, articles]) => [resultKey, articles.filter(isMissing)] as const,
  )
  return addWhole(tables, here, job, new Map(missing.filter(([, articles]) => articles.length > 0)))
}

async function addWhole(
  tables: JobTables,
  here: JobRecord,
  job: RestoredJob,
  results: ReadonlyMap<JobKey, readonly CardedArticle[]>,
): Promise<{ job: RestoredJob; added: number }> {
  let added = 0
  let { articleCount, earlierAnswers = 0 } = here
  for (const [resultKey, articles] of results) {
    await appendToResult(tables, resultKey, articles)
    added += articles.length
    if (resultKey === here.key) articleCount += articles.length
    earlierAnswers = Math.max(earlierAnswers, numberOfResult(resultKey))
  }
  const newCount = Math.min(job.there.newCount, articleCount)
  await tables.jobs.put({ ...here, articleCount, newCount, ...(earlierAnswers > 0 && { earlierAnswers }) })
  return { job, added }
}

async function addMissing(
  tables: JobTables,
  here: JobRecord,
  job: RestoredJob & Required<Pick<RestoredJob, 'known'>>,
  articles: readonly CardedArticle[],
): Promise<{ job: RestoredJob; added: number }> {
  const known = new Set(job.known)
  const missing = articles.filter(({ article }) => {
    const name = nameOf(article)
    const isMissing = !known.has(name)
    known.add(name)
    return isMissing
  })
  if (missing.length === 0) return { job, added: 0 }
  const added = job.added ?? earlierKey(here.key, (here.earlierAnswers ?? 0) + 1)
  const earlierAnswers = Math.max(here.earlierAnswers ?? 0, numberOfResult(added))
  await appendToResult(tables, added, missing)
  await tables.jobs.put({ ...here, earlierAnswers })
  return { job: { ...job, known, added }, added: missing.length }
}

/** Adds the request from the backup to a job that was opened by number here. */
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

/** The names of all texts that a job has in this library, see {@link nameOf}. */
async function textsOf(tables: JobTables, record: JobRecord): Promise<Set<string>> {
  const known = new Set<string>()
  for (const resultKey of resultKeysOf(record))
    for await (const page of readPages(tables, resultKey))
      for (const { article } of page) known.add(nameOf(article))
  return known
}

/** Uses a hash of the text, because the texts of a job may not fit in memory. */
const nameOf = (article: Article): string => `${JSON.stringify(article.id)} ${textHash(article)}`
