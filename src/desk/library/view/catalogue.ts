import type { ArticleId } from '../../../contract/ids.ts'
import type { Changes, LibraryChange } from '../changes.ts'
import { columnsOf, readCards } from '../jobs/answer-pages.ts'
import { answersOf, jobOfAnswer } from '../jobs/earlier-answers.ts'
import { newestFirst, present } from '../jobs/stored-jobs.ts'
import type { JobIds, JobKey, JobRecord, Annotation } from '../records.ts'
import type { AnswerColumns } from '../store/rows.ts'
import type { Store, Tables } from '../store/store.ts'
import { type Answer, answerOf } from './answer.ts'

/** One place where an article was returned. */
export interface Occurrence {
  readonly answer: Answer
  /** The job of the answer, as the editor knows it. */
  readonly job: JobRecord
  readonly position: number
}

/** An article of the library, listed once even if several jobs returned it. */
export interface CatalogueEntry {
  readonly id: ArticleId
  /** Newest first. The newest is shown. */
  readonly occurrences: readonly [Occurrence, ...Occurrence[]]
}

/** The library as it is now. */
export interface Catalogue {
  /** Newest first, without removed jobs. */
  readonly jobs: ReadonlyMap<JobKey, JobRecord>
  /** Ordered by newest occurrence: newest job first, then in the service's order. */
  readonly entries: ReadonlyMap<ArticleId, CatalogueEntry>
  /** By key. Updated in place, as are the annotations. */
  readonly answers: ReadonlyMap<JobKey, Answer>
  readonly annotations: ReadonlyMap<ArticleId, Annotation>
}

export interface CatalogueKeeper {
  /** Reads on the first call, then stays up to date. `entries` is the same object while no article comes or goes. */
  current(): Promise<Catalogue>
}

/**
 * Caches the columns and annotations of the whole library in the worker, about a hundred bytes per article. Filters,
 * facets, rates and the ledger use it, so that they need not read the device.
 */
export function createCatalogue(store: Store, changes: Changes): CatalogueKeeper {
  const answers = new Map<JobKey, Answer>()
  const annotations = new Map<ArticleId, Annotation>()
  let areJobsStale = true
  let areAnnotationsStale = true
  /** While reading, the changes since it began. They are newer than what is read. */
  let sinceRead: LibraryChange[] | undefined
  let latest: Promise<Catalogue> | undefined

  function follow({ jobs, articles = [], annotations: changed }: LibraryChange): void {
    for (const key of articles)
      for (const kept of answers.keys()) if (jobOfAnswer(kept) === key) answers.delete(kept)
    if (jobs.length > 0 || articles.length > 0) areJobsStale = true
    if (changed === 'many') areAnnotationsStale = true
    else
      for (const [id, annotation] of changed ?? []) {
        if (annotation) annotations.set(id, annotation)
        else annotations.delete(id)
      }
  }

  changes.subscribe((change) => {
    sinceRead?.push(change)
    follow(change)
  })

  async function read(before: Catalogue | undefined): Promise<Catalogue> {
    const [withJobs, withAnnotations] = [areJobsStale || !before, areAnnotationsStale]
    areJobsStale = areAnnotationsStale = false
    const since: LibraryChange[] = (sinceRead = [])
    try {
      // In separate transactions: a decision must not wait until the columns have been read.
      const [{ records, fresh }, buckets] = await Promise.all([
        withJobs ? readJobs() : { records: [], fresh: [] },
        withAnnotations ? store.transaction('readonly', ['marks'], ({ marks }) => marks.all()) : [],
      ])
      for (const answer of fresh) answers.set(answer.jobKey, answer)
      if (withAnnotations) {
        annotations.clear()
        for (const bucket of buckets)
          for (const [id, annotation] of bucket.marks) annotations.set(id, annotation)
      }
      for (const change of since) follow(change)
      if (before && !withJobs) return before
      const jobs = newestFirst(present(records))
      const sources = jobs.filter(hasArticles)
      const entries =
        before && fresh.length === 0 && isSame(sources, [...before.jobs.values()].filter(hasArticles))
          ? before.entries
          : entriesOf(sources, answers)
      return { jobs: new Map(jobs.map((job) => [job.key, job])), entries, answers, annotations }
    } catch (error) {
      areJobsStale ||= withJobs
      areAnnotationsStale ||= withAnnotations
      throw error
    } finally {
      sinceRead = undefined
    }
  }

  async function readJobs(): Promise<{ records: JobRecord[]; fresh: Answer[] }> {
    const { records, found } = await store.transaction(
      'readonly',
      ['jobs', 'ids', 'columns', 'cards'],
      async (tables) => {
        const records = await tables.jobs.all()
        const wanted = records.filter(hasArticles).flatMap(answersOf)
        return {
          records,
          found: await readAnswers(
            tables,
            wanted.filter((key) => !answers.has(key)),
          ),
        }
      },
    )
    const fresh: Answer[] = []
    for (const { ids, columns, areStored } of found)
      fresh.push(answerOf(ids, areStored ? columns : await keepColumns(store, columns)))
    return { records, fresh }
  }

  return {
    current() {
      if (latest && !areJobsStale && !areAnnotationsStale) return latest
      const next = (latest ?? Promise.resolve(undefined)).catch(() => undefined).then(read)
      latest = next
      return next
    },
  }
}

/** When the articles of a job were collected. Milliseconds since the epoch. */
export const collectedAt = ({ readyAt, startedAt }: JobRecord): number => readyAt ?? startedAt

export const titleOf = ({ answer, position }: Occurrence): string => answer.titleAt(position)

const hasArticles = ({ phase }: JobRecord): boolean => phase === 'ready'

interface FoundAnswer {
  readonly ids: JobIds
  readonly columns: AnswerColumns
  /** False for the answers of older desks, which stored no columns. */
  readonly areStored: boolean
}

/** From this number of answers on, it is faster to read all of them at once. */
const manyAnswers = 8

async function readAnswers(
  { ids, columns, cards }: Pick<Tables, 'ids' | 'columns' | 'cards'>,
  wanted: readonly JobKey[],
): Promise<FoundAnswer[]> {
  const isMany = wanted.length >= manyAnswers
  const [allIds, allColumns] = isMany ? await Promise.all([ids.all(), columns.all()]) : [[], []]
  const idsOf = new Map(allIds.map((record) => [record.jobKey, record]))
  const columnsByKey = new Map(allColumns.map((record) => [record.jobKey, record]))
  const found: FoundAnswer[] = []
  for (const key of wanted) {
    const jobIds = isMany ? idsOf.get(key) : await ids.get(key)
    if (!jobIds) continue
    const known = isMany ? columnsByKey.get(key) : await columns.get(key)
    const areStored = known?.wordCounts.length === jobIds.numbers.length
    found.push({
      ids: jobIds,
      columns: areStored ? known : columnsOf(key, await readCards({ cards }, key)),
      areStored,
    })
  }
  return found
}

/**
 * Stores columns for the next visit, unless another tab has in the meantime.
 *
 * @returns those that are stored: with revisions of their own, two tabs would overwrite each other's analyses forever
 */
async function keepColumns(store: Store, made: AnswerColumns): Promise<AnswerColumns> {
  const keeping = store.transaction('readwrite', ['columns'], async ({ columns }) => {
    const known = await columns.get(made.jobKey)
    if (known?.wordCounts.length === made.wordCounts.length) return known
    await columns.put(made)
    return made
  })
  return keeping.catch(() => made)
}

/** Job records change about every second with each check, which must not rebuild a hundred thousand entries. */
const isSame = (jobs: readonly JobRecord[], others: readonly JobRecord[]): boolean =>
  jobs.length === others.length &&
  jobs.every((job, index) => {
    const other = others[index]
    return (
      job.key === other?.key &&
      !job.request === !other.request &&
      fieldsOfArticles.every((field) => job[field] === other[field])
    )
  })

/** The fields of a job that its articles depend on. A request never changes, but may become known later. */
const fieldsOfArticles = [
  'earlierAnswers',
  'readyAt',
  'category',
  'chain',
  'articleCount',
  'isOfEarlierService',
] as const

function entriesOf(
  jobs: readonly JobRecord[],
  answers: ReadonlyMap<JobKey, Answer>,
): Map<ArticleId, CatalogueEntry> {
  const entries = new Map<ArticleId, { id: ArticleId; occurrences: [Occurrence, ...Occurrence[]] }>()
  for (const job of jobs) {
    for (const answer of answersOf(job).flatMap((key) => answers.get(key) ?? [])) {
      for (let position = 0; position < answer.count; position += 1) {
        const id = answer.idAt(position)
        const occurrence = { answer, job, position }
        const entry = entries.get(id)
        if (!entry) entries.set(id, { id, occurrences: [occurrence] })
        // Skipped: an earlier service used the same id for another article, which is still shown with its job.
        else if (!job.isOfEarlierService || entry.occurrences[0].job.isOfEarlierService)
          entry.occurrences.push(occurrence)
      }
    }
  }
  return entries
}
