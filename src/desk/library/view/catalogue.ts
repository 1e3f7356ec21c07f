import type { ArticleId } from '../../../contract/ids.ts'
import { fold } from '../../../text/fold.ts'
import type { Changes, LibraryChange } from '../changes.ts'
import type { FoldedNotes } from '../jobs/job-search.ts'
import { isCollected, newestCollected } from '../jobs/collected.ts'
import { columnsOf, readCards } from '../jobs/result-pages.ts'
import { jobOfResult, resultKeysOf } from '../jobs/earlier-results.ts'
import { newestFirst, present } from '../jobs/stored-jobs.ts'
import type { JobIds, JobKey, JobRecord, Annotation } from '../records.ts'
import type { ResultColumns } from '../store/rows.ts'
import type { Store, Tables } from '../store/store.ts'
import { type StoredResult, toStoredResult } from './stored-result.ts'

/** One place where an article was returned. */
export interface Occurrence {
  readonly result: StoredResult
  /** The job of the result, as the editor knows it. */
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
  /** Ordered by newest occurrence: the job that was ready last first, then in the service's order. */
  readonly entries: ReadonlyMap<ArticleId, CatalogueEntry>
  /** By key. Updated in place, as are the annotations. */
  readonly results: ReadonlyMap<JobKey, StoredResult>
  readonly annotations: ReadonlyMap<ArticleId, Annotation>
  /** The notes among them, folded for search. */
  readonly foldedNotes: FoldedNotes
}

export interface CatalogueKeeper {
  /** Reads on the first call, then stays up to date. `entries` is the same object while no article comes or goes. */
  current(): Promise<Catalogue>
}

/** What an index over the whole library is made from. */
export interface IndexDependencies {
  readonly store: Store
  readonly changes: Changes
  readonly catalogue: CatalogueKeeper
}

/**
 * Caches the columns and annotations of the whole library in the worker, about a hundred bytes per article. Filters,
 * facets, rates and the ledger use it, so that they need not read the device.
 */
export function createCatalogue(store: Store, changes: Changes): CatalogueKeeper {
  const results = new Map<JobKey, StoredResult>()
  const annotations = new Map<ArticleId, Annotation>()
  const foldedNotes = new Map<ArticleId, string>()
  let areJobsStale = true
  let areAnnotationsStale = true
  /** While reading, the changes since it began. What is read may already have them, or not yet. */
  let sinceRead: LibraryChange[] | undefined
  let latest: Promise<Catalogue> | undefined

  function follow({ jobs = [], articles = [], annotations: changed, everything }: LibraryChange): void {
    for (const key of articles)
      for (const kept of results.keys()) if (jobOfResult(kept) === key) results.delete(kept)
    if (jobs.length > 0 || articles.length > 0 || everything) areJobsStale = true
    if (changed === 'many' || everything) areAnnotationsStale = true
    else
      for (const [id, annotation] of changed ?? []) {
        if (annotation) set(id, annotation)
        else {
          annotations.delete(id)
          foldedNotes.delete(id)
        }
      }
  }

  function set(id: ArticleId, annotation: Annotation): void {
    annotations.set(id, annotation)
    if (annotation.note === undefined) foldedNotes.delete(id)
    else foldedNotes.set(id, fold(annotation.note))
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
      // Separate transactions, so that a decision need not wait until the columns have been read.
      const [{ records, fresh }, buckets] = await Promise.all([
        withJobs ? readJobs() : { records: [], fresh: [] },
        withAnnotations ? store.transaction('readonly', ['marks'], ({ marks }) => marks.all()) : [],
      ])
      for (const result of fresh) results.set(result.jobKey, result)
      if (withAnnotations) {
        annotations.clear()
        foldedNotes.clear()
        for (const bucket of buckets) for (const [id, annotation] of bucket.marks) set(id, annotation)
      }
      const catalogue = before && !withJobs ? before : catalogueOf(records, fresh, before)
      // Only now: what was read may be newer than these, and ids that are missing from it would not be skipped.
      for (const change of since) follow(change)
      return catalogue
    } catch (error) {
      areJobsStale ||= withJobs
      areAnnotationsStale ||= withAnnotations
      throw error
    } finally {
      sinceRead = undefined
    }
  }

  function catalogueOf(
    records: JobRecord[],
    fresh: readonly StoredResult[],
    before: Catalogue | undefined,
  ): Catalogue {
    const jobs = newestFirst(present(records))
    const sources = newestCollected(jobs)
    const entries =
      before && fresh.length === 0 && isSame(sources, newestCollected([...before.jobs.values()]))
        ? before.entries
        : entriesOf(sources, results)
    return { jobs: new Map(jobs.map((job) => [job.key, job])), entries, results, annotations, foldedNotes }
  }

  async function readJobs(): Promise<{ records: JobRecord[]; fresh: StoredResult[] }> {
    const { records, found } = await store.transaction(
      'readonly',
      ['jobs', 'ids', 'columns', 'cards'],
      async (tables) => {
        const records = await tables.jobs.all()
        const wanted = records.filter(isCollected).flatMap(resultKeysOf)
        return {
          records,
          found: await readResults(
            tables,
            wanted.filter((key) => !results.has(key)),
          ),
        }
      },
    )
    const fresh: StoredResult[] = []
    for (const { ids, columns, areStored } of found)
      fresh.push(toStoredResult(ids, areStored ? columns : await keepColumns(store, columns)))
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

export const occurrenceTitle = ({ result, position }: Occurrence): string => result.titleAt(position)

interface FoundResult {
  readonly ids: JobIds
  readonly columns: ResultColumns
  /** False for the results of older desks, which stored no columns. */
  readonly areStored: boolean
}

/** From this number of results on, it is faster to read all of them at once. */
const manyResults = 8

async function readResults(
  { ids, columns, cards }: Pick<Tables, 'ids' | 'columns' | 'cards'>,
  wanted: readonly JobKey[],
): Promise<FoundResult[]> {
  const isMany = wanted.length >= manyResults
  const [allIds, allColumns] = isMany ? await Promise.all([ids.all(), columns.all()]) : [[], []]
  const idsOf = new Map(allIds.map((record) => [record.jobKey, record]))
  const columnsByKey = new Map(allColumns.map((record) => [record.jobKey, record]))
  // All at once: one after the other, each would wait for the browser's storage process.
  const found = await Promise.all(
    wanted.map(async (key): Promise<FoundResult | undefined> => {
      const [jobIds, known] = isMany
        ? [idsOf.get(key), columnsByKey.get(key)]
        : await Promise.all([ids.get(key), columns.get(key)])
      if (!jobIds) return undefined
      const areStored = known?.wordCounts.length === jobIds.numbers.length
      return {
        ids: jobIds,
        columns: areStored ? known : columnsOf(key, await readCards({ cards }, key)),
        areStored,
      }
    }),
  )
  return found.filter((result) => result !== undefined)
}

/**
 * Stores columns for the next visit, unless another tab has in the meantime.
 *
 * @returns those that are stored: with revisions of their own, two tabs would overwrite each other's analyses forever
 */
async function keepColumns(store: Store, made: ResultColumns): Promise<ResultColumns> {
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
  results: ReadonlyMap<JobKey, StoredResult>,
): Map<ArticleId, CatalogueEntry> {
  const entries = new Map<ArticleId, { id: ArticleId; occurrences: [Occurrence, ...Occurrence[]] }>()
  for (const job of jobs) {
    for (const result of resultKeysOf(job).flatMap((key) => results.get(key) ?? [])) {
      for (let position = 0; position < result.count; position += 1) {
        const id = result.idAt(position)
        const occurrence = { result, job, position }
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
