import type { ArticleId } from '../../../contract/ids.ts'
import type { Changes, LibraryChange } from '../changes.ts'
import { columnsOf, readCards } from '../jobs/answer-pages.ts'
import { answersOf, jobOfAnswer } from '../jobs/earlier-answers.ts'
import { newestFirst, present } from '../jobs/stored-jobs.ts'
import type { JobKey, JobRecord, Annotation } from '../records.ts'
import type { AnswerColumns } from '../store/rows.ts'
import type { Store, Tables } from '../store/store.ts'
import { type Answer, answerOf } from './answer.ts'

/** Where an article came. */
export interface Occurrence {
  readonly answer: Answer
  /** The job of the answer, as the editor knows it. */
  readonly job: JobRecord
  readonly position: number
}

/** An article of the library, once, whatever the jobs it came in. */
export interface CatalogueEntry {
  readonly id: ArticleId
  /** The newest first: it is what is shown. */
  readonly occurrences: readonly [Occurrence, ...Occurrence[]]
}

/** The library as it is now. */
export interface Catalogue {
  /** Without those removed, newest first. */
  readonly jobs: ReadonlyMap<JobKey, JobRecord>
  /** In the order of their newest occurrence: newest job first, within it as the service gave them. */
  readonly entries: ReadonlyMap<ArticleId, CatalogueEntry>
  /** By their keys. Goes on being kept up to date, in place, as do the annotations. */
  readonly answers: ReadonlyMap<JobKey, Answer>
  readonly annotations: ReadonlyMap<ArticleId, Annotation>
}

export interface CatalogueKeeper {
  /** Read on the first call; kept up to date from then on. Its `entries` are the same object while no article came or went. */
  current(): Promise<Catalogue>
}

/**
 * Keeps the columns and annotations of the whole library in memory, in the worker: some hundred bytes an article. Filters,
 * facets, rates and the ledger are questions to it, answered without reading the device.
 */
export function createCatalogue(store: Store, changes: Changes): CatalogueKeeper {
  const answers = new Map<JobKey, Answer>()
  const annotations = new Map<ArticleId, Annotation>()
  let areJobsStale = true
  let areAnnotationsStale = true
  /** Changes since reading began: they are newer than what is read. */
  let sinceRead: LibraryChange[] = []
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
    sinceRead.push(change)
    follow(change)
  })

  async function read(before: Catalogue | undefined): Promise<Catalogue> {
    const [withJobs, withAnnotations] = [areJobsStale || !before, areAnnotationsStale]
    areJobsStale = areAnnotationsStale = false
    sinceRead = []
    try {
      // Apart from each other: a decision must not wait until the columns have been read.
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
      for (const change of sinceRead) follow(change)
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
    }
  }

  async function readJobs(): Promise<{ records: JobRecord[]; fresh: Answer[] }> {
    const { records, fresh, made } = await store.transaction(
      'readonly',
      ['jobs', 'ids', 'columns', 'cards'],
      async (tables) => {
        const records = await tables.jobs.all()
        const wanted = records.filter(hasArticles).flatMap(answersOf)
        return {
          records,
          ...(await readAnswers(
            tables,
            wanted.filter((key) => !answers.has(key)),
          )),
        }
      },
    )
    for (const columns of made) await keepColumns(store, columns)
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

/** When the articles of a job came. Milliseconds since the epoch. */
export const collectedAt = ({ readyAt, startedAt }: JobRecord): number => readyAt ?? startedAt

export const titleOf = ({ answer, position }: Occurrence): string => answer.titleAt(position)

const hasArticles = ({ phase }: JobRecord): boolean => phase === 'ready'

/** From so many answers on, it is quicker to read all of them at once. */
const manyAnswers = 8

async function readAnswers(
  { ids, columns, cards }: Pick<Tables, 'ids' | 'columns' | 'cards'>,
  wanted: readonly JobKey[],
): Promise<{ fresh: Answer[]; made: AnswerColumns[] }> {
  const isMany = wanted.length >= manyAnswers
  const [allIds, allColumns] = isMany ? await Promise.all([ids.all(), columns.all()]) : [[], []]
  const idsOf = new Map(allIds.map((record) => [record.jobKey, record]))
  const columnsByKey = new Map(allColumns.map((record) => [record.jobKey, record]))
  const fresh: Answer[] = []
  const made: AnswerColumns[] = []
  for (const key of wanted) {
    const jobIds = isMany ? idsOf.get(key) : await ids.get(key)
    if (!jobIds) continue
    let known = isMany ? columnsByKey.get(key) : await columns.get(key)
    // Older desks kept no columns.
    if (known?.wordCounts.length !== jobIds.numbers.length) {
      known = columnsOf(key, await readCards({ cards }, key))
      made.push(known)
    }
    fresh.push(answerOf(jobIds, known))
  }
  return { fresh, made }
}

/** So that they are read the next time. What another tab has written since counts more. */
async function keepColumns(store: Store, made: AnswerColumns): Promise<void> {
  const keeping = store.transaction('readwrite', ['columns'], async ({ columns }) => {
    const known = await columns.get(made.jobKey)
    if (known?.wordCounts.length !== made.wordCounts.length) await columns.put(made)
  })
  await keeping.catch(() => {})
}

/** A check of some job is noted every second or so, which must not cost a pass over a hundred thousand articles. */
const isSame = (jobs: readonly JobRecord[], others: readonly JobRecord[]): boolean =>
  jobs.length === others.length &&
  jobs.every((job, index) => {
    const other = others[index]
    return (
      job.key === other?.key &&
      !job.request === !other.request &&
      saidOf.every((field) => job[field] === other[field])
    )
  })

/** What is said of an article by the job it came in. A request is never changed, but may become known later. */
const saidOf = [
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
        // A number that an earlier service gave to another article: that one is still shown with its job.
        else if (!job.isOfEarlierService || entry.occurrences[0].job.isOfEarlierService)
          entry.occurrences.push(occurrence)
      }
    }
  }
  return entries
}
