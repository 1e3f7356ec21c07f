import { hashKey, queryOptions, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ArticleId } from '../../contract/ids.ts'
import type { JobSort } from '../library/annotations/decision-codes.ts'
import type { LibraryChange } from '../library/library.ts'
import type { JobKey, JobRecord, Named } from '../library/records.ts'
import type { ViewSpec } from '../library/view/view.ts'
import type { ArticleCache } from './article-cache.ts'
import type { LatestResult, WorkerApi } from '../worker-protocol/worker-api.ts'
import type { NewestCards } from '../worker-protocol/worker-connection.ts'
import { useArticleCache, useWorkerApi } from './worker-context.tsx'

/**
 * Queries of the library. Nothing goes stale on its own: `LibrarySync` hears of every write, in any tab, and
 * invalidates what it touched.
 */
export const fromDevice = { staleTime: Number.POSITIVE_INFINITY } as const

/** Cards and texts are cheap to read again and expensive to keep: ten thousand of them take 30 MB. */
const shortLived = { ...fromDevice, gcTime: 15_000, structuralSharing: false } as const

/** Orders, in which articles keep their places only during a visit. */
const readOnEachVisit = { ...fromDevice, gcTime: 0, structuralSharing: false } as const

/** Query keys begin with the account's name, so that no account sees what another has read. */
export const libraryKeys = {
  all: (name: string) => ['library', name] as const,
  jobs: (name: string) => ['library', name, 'jobs'] as const,
  job: (name: string, key: JobKey) => ['library', name, 'job', key] as const,
  unsaved: (name: string) => ['library', name, 'unsaved'] as const,
  articles: (name: string, key: JobKey) => ['library', name, 'articles', key] as const,
  service: (name: string) => ['library', name, 'service'] as const,
  lists: (name: string) => ['library', name, 'lists'] as const,
  named: (name: string) => ['library', name, 'named'] as const,
  settings: (name: string) => ['library', name, 'setting'] as const,
  /** Derived from the whole library: facets, rates, the ledger. */
  derived: (name: string) => ['library', name, 'derived'] as const,
  /** The part of it that changes while texts are indexed for the first time. */
  views: (name: string) => ['library', name, 'derived', 'views'] as const,
  /** The service's latest response about an unfinished job. */
  latestResult: (name: string, key: JobKey) => ['latest result', name, key] as const,
  /** Articles with what the library as a whole knows of them. */
  whole: (name: string) => ['library', name, 'whole'] as const,
}

/**
 * For the key of what is derived from the articles of these jobs. The jobs themselves change with every check, and a
 * library of 100,000 articles must not be read every second.
 */
export const articlesKey = (jobs: readonly JobRecord[]): string =>
  jobs
    .filter(({ articleCount }) => articleCount > 0)
    .map(({ key, readyAt, articleCount }) => `${key} ${readyAt} ${articleCount}`)
    .join()

/** The keys of what a change touches. */
function touchedBy(change: LibraryChange, name: string): QueryKey[] {
  // The tab is about to be signed out.
  if (change.forgotten) return []
  if (change.everything) return [libraryKeys.all(name)]
  const { jobs = [], articles = [], unsaved, lists, named, settings, annotations, analysed, service } = change
  return [
    ...(unsaved ? [libraryKeys.unsaved(name)] : []),
    ...(jobs.length > 0 ? [libraryKeys.jobs(name)] : []),
    ...(service ? [libraryKeys.service(name)] : []),
    ...(lists ? [libraryKeys.lists(name)] : []),
    ...(named ? [libraryKeys.named(name)] : []),
    ...(settings ? [libraryKeys.settings(name)] : []),
    // Counts and results based on annotations; the articles of a view keep their places until it is left.
    ...(annotations || lists || articles.length > 0 ? [libraryKeys.derived(name)] : []),
    ...(jobs.length > 0 || analysed ? [libraryKeys.views(name)] : []),
    // A job that is removed or restored changes the lists as well, and one that is merely checked does not.
    ...(articles.length > 0 || analysed || (jobs.length > 0 && lists) ? [libraryKeys.whole(name)] : []),
    ...jobs.map((key) => libraryKeys.job(name, key)),
    ...articles.map((key) => libraryKeys.articles(name, key)),
  ]
}

/** One frame: writes come in groups, and the editor's action is drawn before what the library reports about it. */
const pauseMs = 16
/**
 * Pauses while texts are indexed, in times of what reading takes: a view of a million articles takes a second, in which
 * nothing is indexed.
 */
const progressRest = 4
/** A device may sleep while it is read, and the first count of a large library takes longer than any after it. */
const longestRestMs = 5_000

/** Keeps the screen in sync with the library, whichever tab wrote to it. */
export function LibrarySync() {
  const worker = useWorkerApi()
  const articles = useArticleCache()
  const queries = useQueryClient()
  useEffect(() => {
    const { library } = worker
    const read = (queryKey: QueryKey) => readAgain(queries, queryKey)
    const pending = gather(read)
    const progress = gather(read, progressRest)
    const stopHearing = library.subscribe((change) =>
      (change.analysed?.length === 0 ? progress : pending).add(touchedBy(change, library.name)),
    )
    const stopCounting = articles.subscribeToWritten(() => pending.add([libraryKeys.derived(library.name)]))
    const stopWatch = worker.subscribe((news) => {
      if (news.kind === 'result')
        queries.setQueryData<LatestResult>(libraryKeys.latestResult(library.name, news.key), (last) =>
          withLastPartial(last, news.result),
        )
    })
    return () => {
      stopWatch()
      stopHearing()
      stopCounting()
      pending.stop()
      progress.stop()
    }
  }, [worker, articles, queries])
  return null
}

/**
 * What is being read may be older than the change, and would count as fresh: a first read is not begun anew.
 *
 * @returns a promise that resolves when what is on screen has been read
 */
function readAgain(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  const reading = queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })
  const read = queries.invalidateQueries({ queryKey })
  for (const { queryKey, promise, state } of reading) {
    const again = () => readAgain(queries, queryKey)
    if (state.data === undefined) promise?.then(again, again)
  }
  return read
}

/**
 * Passes keys on after a pause, without duplicates.
 *
 * @param rest how long the pauses are at least, in times of what passing on takes
 */
function gather(pass: (key: QueryKey) => Promise<void>, rest = 0) {
  const gathered = new Map<string, QueryKey>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let tookMs = 0
  const passOnSoon = () => {
    if (gathered.size > 0)
      timer ??= setTimeout(passOn, Math.max(pauseMs, Math.min(tookMs * rest, longestRestMs)))
  }
  const passOn = () => {
    const keys = [...gathered.values()]
    gathered.clear()
    const startedAt = performance.now()
    const passed = Promise.all(keys.map(pass))
    const end = () => {
      tookMs = performance.now() - startedAt
      timer = undefined
      passOnSoon()
    }
    if (rest === 0) end()
    else void passed.then(end)
  }
  return {
    add(keys: readonly QueryKey[]): void {
      for (const key of keys) gathered.set(hashKey(key), key)
      passOnSoon()
    },
    stop(): void {
      gathered.clear()
      clearTimeout(timer)
    },
  }
}

/** The mutation by which the form becomes a job. */
export const creatingJob = ['creating job'] as const

export const jobsQuery = ({ library }: WorkerApi) =>
  queryOptions({ ...fromDevice, queryKey: libraryKeys.jobs(library.name), queryFn: () => library.jobs() })

/** Null if there is no such job on this device: a query may not return undefined. */
export const jobQuery = ({ library }: WorkerApi, key: JobKey) =>
  queryOptions({
    ...fromDevice,
    queryKey: libraryKeys.job(library.name, key),
    queryFn: async () => (await library.job(key)) ?? null,
  })

/** Results are pushed as they come; polling catches those pushed while nobody was subscribed. */
const askAgainMs = 5_000

/**
 * The latest result of a job, the same in every tab. The watch in the worker decides when the service is asked; this
 * only polls what is known so far, for as long as the job is watched.
 */
export const latestResultQuery = (worker: WorkerApi, { key, phase }: Pick<JobRecord, 'key' | 'phase'>) =>
  queryOptions({
    queryKey: libraryKeys.latestResult(worker.library.name, key),
    queryFn: async ({ client, queryKey }) =>
      withLastPartial(client.getQueryData(queryKey), await worker.latestResult(key)),
    refetchInterval: phase === 'watched' ? askAgainMs : false,
    structuralSharing: false,
    gcTime: 0,
  })

/**
 * Once the articles are saved, keeps the last partial result until the library's cards replace it. It ends with the
 * check that brought it, often before the page has drawn it.
 */
const withLastPartial = (last: LatestResult | undefined, latest: LatestResult): LatestResult =>
  latest.isSaved ? (last ?? latest) : latest

/**
 * Opens a job by its number. Leaves the list of jobs to `LibrarySync`: redrawing it would only delay leaving its
 * screen.
 */
export async function openJob(client: QueryClient, worker: WorkerApi, jobId: number): Promise<JobRecord> {
  const record = await worker.openJob(jobId)
  client.setQueryData(libraryKeys.job(worker.library.name, record.key), record)
  return record
}

export const cardsQuery = ({ library }: WorkerApi, key: JobKey, page: number) =>
  queryOptions({
    ...shortLived,
    queryKey: [...libraryKeys.articles(library.name, key), 'cards', page],
    queryFn: () => library.cards(key, page),
  })

/** Prefetched data is read again on first use, since changes until then went unnoticed. */
export function fillWithNewest(
  client: QueryClient,
  worker: WorkerApi,
  { jobs, key, cards }: NewestCards,
): void {
  client.setQueryData(jobsQuery(worker).queryKey, jobs)
  client.setQueryData(cardsQuery(worker, key, 0).queryKey, cards)
  void client.invalidateQueries({ refetchType: 'none' })
}

/** The matches together with their query: they stay on screen while a newer query is running. */
export const findQuery = ({ library }: WorkerApi, key: JobKey, query: string) =>
  queryOptions({
    ...shortLived,
    queryKey: [...libraryKeys.articles(library.name, key), 'find', query],
    queryFn: async () => ({ query, positions: await library.find(key, query) }),
  })

/** Read again on every visit; articles keep their places during a visit. */
export const jobOrderQuery = ({ library }: WorkerApi, key: JobKey, sort: JobSort) =>
  queryOptions({
    ...readOnEachVisit,
    queryKey: [...libraryKeys.articles(library.name, key), 'order', sort],
    queryFn: () => library.jobOrder(key, sort),
  })

/** Null if the job has no such article. */
export const articleQuery = ({ library }: WorkerApi, key: JobKey, id: ArticleId) =>
  queryOptions({
    ...shortLived,
    queryKey: [...libraryKeys.articles(library.name, key), 'article', id],
    queryFn: async () => (await library.article(key, id)) ?? null,
  })

/** Rows that fit most windows. */
const firstRows = 12

/**
 * Read again on every visit, since articles keep their places only while the view is open. Brings the cards of its first
 * rows along, so that they are drawn with the list.
 */
export const viewQuery = ({ library }: WorkerApi, spec: ViewSpec, articles: Pick<ArticleCache, 'readView'>) =>
  queryOptions({
    ...readOnEachVisit,
    queryKey: [...libraryKeys.views(library.name), spec],
    queryFn: async () => ({ spec, view: await articles.readView(spec, firstRows) }),
  })

/** Null if no job of the library has such an article. */
export const libraryArticleQuery = ({ library }: WorkerApi, id: ArticleId) =>
  queryOptions({
    ...shortLived,
    queryKey: [...libraryKeys.whole(library.name), 'article', id],
    queryFn: async () => (await library.libraryArticle(id)) ?? null,
  })

/** The texts an article has had, newest first. */
export const versionsQuery = ({ library }: WorkerApi, id: ArticleId) =>
  queryOptions({
    ...shortLived,
    queryKey: [...libraryKeys.whole(library.name), 'versions', id],
    queryFn: () => library.versions(id),
  })

/** Two texts side by side. */
export const comparisonQuery = ({ library }: WorkerApi, before: string, after: string) =>
  queryOptions({
    ...shortLived,
    queryKey: [...libraryKeys.all(library.name), 'comparison', before, after],
    queryFn: () => library.compareTexts(before, after),
  })

/** Null if the setting was never made. */
export const settingQuery = ({ library }: WorkerApi, setting: string) =>
  queryOptions({
    ...fromDevice,
    queryKey: [...libraryKeys.settings(library.name), setting],
    queryFn: async () => (await library.setting(setting)) ?? null,
  })

/** Null if no service has sent its id. */
export const serviceQuery = ({ library }: WorkerApi) =>
  queryOptions({
    ...fromDevice,
    queryKey: libraryKeys.service(library.name),
    queryFn: async () => (await library.service()) ?? null,
  })

/** The number of decided articles per job. */
export const decidedCountsQuery = ({ library }: WorkerApi) =>
  queryOptions({
    ...fromDevice,
    structuralSharing: false,
    queryKey: [...libraryKeys.derived(library.name), 'decided-counts'],
    queryFn: () => library.decidedCounts(),
  })

/** The named skip lists, without their ids. */
export const listsQuery = ({ library }: WorkerApi) =>
  queryOptions({ ...fromDevice, queryKey: libraryKeys.lists(library.name), queryFn: () => library.lists() })

export const namedQuery = ({ library }: WorkerApi, kind: Named['kind']) =>
  queryOptions({
    ...fromDevice,
    queryKey: [...libraryKeys.named(library.name), kind],
    queryFn: () => library.named(kind),
  })

/** Null if the device has saved everything. */
export const unsavedQuery = ({ library }: WorkerApi) =>
  queryOptions({
    ...fromDevice,
    queryKey: libraryKeys.unsaved(library.name),
    queryFn: async () => (await library.unsaved()) ?? null,
  })
