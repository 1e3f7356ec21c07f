import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { ArticleId } from '../../contract/ids.ts'
import type { JobSort } from '../library/annotations/decision-codes.ts'
import type { JobKey, JobRecord, Named } from '../library/records.ts'
import type { ViewSpec } from '../library/view/view.ts'
import type { ArticleCache } from './article-cache.ts'
import type { LatestAnswer, WorkerApi } from './worker-api.ts'

/**
 * Queries of the library. Nothing goes stale on its own: `LibrarySync` hears of every write, in any tab, and
 * invalidates what it touched. Network mode "always" keeps reads from the device working offline.
 */
const fromDevice = {
  staleTime: Number.POSITIVE_INFINITY,
  networkMode: 'always',
  retry: false,
  refetchOnWindowFocus: false,
} as const

/** Cards and texts are cheap to read again and expensive to keep: ten thousand of them take 30 MB. */
const shortLivedMs = 15_000

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
  /** Derived from the whole library: facets, rates, the ledger. */
  facts: (name: string) => ['library', name, 'facts'] as const,
  /** Those facts that change while texts are being read for the first time. */
  views: (name: string) => ['library', name, 'facts', 'views'] as const,
  /** The service's latest answer about an unfinished job. */
  answer: (name: string, key: JobKey) => ['answer', name, key] as const,
  /** Articles with the library-wide facts about them. */
  whole: (name: string) => ['library', name, 'whole'] as const,
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

/** Answers are pushed as they come; polling catches those pushed while nobody was subscribed. */
const askAgainMs = 5_000

/**
 * The latest answer to a job, the same in every tab. The watch in the worker decides when the service is asked; this
 * only polls what is known so far, for as long as the job is watched.
 */
export const answerQuery = (worker: WorkerApi, { key, phase }: Pick<JobRecord, 'key' | 'phase'>) =>
  queryOptions({
    queryKey: libraryKeys.answer(worker.library.name, key),
    queryFn: async ({ client, queryKey }) =>
      withLastPartial(client.getQueryData(queryKey), await worker.latestAnswer(key)),
    refetchInterval: phase === 'watched' ? askAgainMs : false,
    networkMode: 'always',
    retry: false,
    structuralSharing: false,
    gcTime: 0,
  })

/**
 * Keeps the last partial result until the library's cards replace it. It ends with the check that brought it, often
 * before the page has drawn it.
 */
export const withLastPartial = (last: LatestAnswer | undefined, latest: LatestAnswer): LatestAnswer =>
  latest.partial ? latest : (last ?? latest)

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
    ...fromDevice,
    gcTime: shortLivedMs,
    structuralSharing: false,
    queryKey: [...libraryKeys.articles(library.name, key), 'cards', page],
    queryFn: () => library.cards(key, page),
  })

/** The matches together with their query: they stay on screen while a newer query is running. */
export const findQuery = ({ library }: WorkerApi, key: JobKey, query: string) =>
  queryOptions({
    ...fromDevice,
    gcTime: shortLivedMs,
    structuralSharing: false,
    queryKey: [...libraryKeys.articles(library.name, key), 'find', query],
    queryFn: async () => ({ query, positions: await library.find(key, query) }),
  })

/** Read again on every visit; articles keep their places during a visit. */
export const jobOrderQuery = ({ library }: WorkerApi, key: JobKey, sort: JobSort) =>
  queryOptions({
    ...fromDevice,
    gcTime: 0,
    structuralSharing: false,
    queryKey: [...libraryKeys.articles(library.name, key), 'order', sort],
    queryFn: () => library.jobOrder(key, sort),
  })

/** Null if the job has no such article. */
export const articleQuery = ({ library }: WorkerApi, key: JobKey, id: ArticleId) =>
  queryOptions({
    ...fromDevice,
    gcTime: shortLivedMs,
    structuralSharing: false,
    queryKey: [...libraryKeys.articles(library.name, key), 'article', id],
    queryFn: async () => (await library.article(key, id)) ?? null,
  })

/** Rows that fit most windows. */
const firstRows = 12

/**
 * Read again on every visit, since articles keep their places only while the view is open. The facts of its first rows
 * are read while the page is still drawing the list.
 */
export const viewQuery = (
  { library }: WorkerApi,
  spec: ViewSpec,
  articles: Pick<ArticleCache, 'prefetchEntries'>,
) =>
  queryOptions({
    ...fromDevice,
    gcTime: 0,
    structuralSharing: false,
    queryKey: [...libraryKeys.views(library.name), spec],
    queryFn: async () => {
      const view = await library.view(spec)
      const { numbers, strings } = view.ids
      articles.prefetchEntries(Array.from(numbers.subarray(0, firstRows), (id, at) => strings.get(at) ?? id))
      return { spec, view }
    },
  })

/** Null if no job of the library has such an article. */
export const libraryArticleQuery = ({ library }: WorkerApi, id: ArticleId) =>
  queryOptions({
    ...fromDevice,
    gcTime: shortLivedMs,
    structuralSharing: false,
    queryKey: [...libraryKeys.whole(library.name), 'article', id],
    queryFn: async () => (await library.libraryArticle(id)) ?? null,
  })

/** The texts an article has had, newest first. */
export const versionsQuery = ({ library }: WorkerApi, id: ArticleId) =>
  queryOptions({
    ...fromDevice,
    gcTime: shortLivedMs,
    structuralSharing: false,
    queryKey: [...libraryKeys.whole(library.name), 'versions', id],
    queryFn: () => library.versions(id),
  })

/** Two texts side by side. */
export const comparisonQuery = ({ library }: WorkerApi, before: string, after: string) =>
  queryOptions({
    ...fromDevice,
    gcTime: shortLivedMs,
    structuralSharing: false,
    queryKey: [...libraryKeys.all(library.name), 'comparison', before, after],
    queryFn: () => library.compareTexts(before, after),
  })

/** Near-duplicates, most similar first. Read again on every visit, since they include the decisions. */
export const duplicatesQuery = ({ library }: WorkerApi, id: ArticleId) =>
  queryOptions({
    ...fromDevice,
    gcTime: 0,
    queryKey: [...libraryKeys.whole(library.name), 'duplicates', id],
    queryFn: () => library.duplicatesOf(id),
  })

/** Null if the setting was never made. */
export const settingQuery = ({ library }: WorkerApi, setting: string) =>
  queryOptions({
    ...fromDevice,
    queryKey: [...libraryKeys.all(library.name), 'setting', setting],
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
    queryKey: [...libraryKeys.facts(library.name), 'decided-counts'],
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
