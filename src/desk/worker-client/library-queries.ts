import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { ArticleId } from '../../contract/ids.ts'
import type { JobSort } from '../library/annotations/decision-codes.ts'
import type { JobKey, JobRecord, Named } from '../library/records.ts'
import type { ViewSpec } from '../library/view/view.ts'
import type { ArticleCache } from './article-cache.ts'
import type { LatestAnswer, WorkerApi } from './worker-api.ts'

/**
 * Reads of the library. Nothing goes stale by itself: `LibrarySync` hears of every write, in any tab, and
 * invalidates what it touched. Without network mode "always", being offline would stop reading from the device.
 */
const fromDevice = {
  staleTime: Number.POSITIVE_INFINITY,
  networkMode: 'always',
  retry: false,
  refetchOnWindowFocus: false,
} as const

/** Cards and texts are cheap to read again and dear to keep: ten thousand of them are 30 MB. */
const shortLivedMs = 15_000

/** Query keys begin with the account's name, so that one account never sees what another had read. */
export const libraryKeys = {
  all: (name: string) => ['library', name] as const,
  jobs: (name: string) => ['library', name, 'jobs'] as const,
  job: (name: string, key: JobKey) => ['library', name, 'job', key] as const,
  unsaved: (name: string) => ['library', name, 'unsaved'] as const,
  articles: (name: string, key: JobKey) => ['library', name, 'articles', key] as const,
  service: (name: string) => ['library', name, 'service'] as const,
  lists: (name: string) => ['library', name, 'lists'] as const,
  named: (name: string) => ['library', name, 'named'] as const,
  /** What is counted over the whole library: facets, rates, the ledger. */
  facts: (name: string) => ['library', name, 'facts'] as const,
  /** Of those, what grows while texts are still being read for the first time. */
  views: (name: string) => ['library', name, 'facts', 'views'] as const,
  /** What is known of the service's latest answer, of a job that has not finished. */
  answer: (name: string, key: JobKey) => ['answer', name, key] as const,
  /** Articles with what the library as a whole knows of them. */
  whole: (name: string) => ['library', name, 'whole'] as const,
}

export const jobsQuery = ({ library }: WorkerApi) =>
  queryOptions({ ...fromDevice, queryKey: libraryKeys.jobs(library.name), queryFn: () => library.jobs() })

/** Null where there is no such job on this device: a query may not answer undefined. */
export const jobQuery = ({ library }: WorkerApi, key: JobKey) =>
  queryOptions({
    ...fromDevice,
    queryKey: libraryKeys.job(library.name, key),
    queryFn: async () => (await library.job(key)) ?? null,
  })

/** Answers are told of as they come; asking again is for what was told while nobody listened. */
const askAgainMs = 5_000

/**
 * The latest answer to a job, the same in every tab. When the service is asked is decided where no page can hold it up:
 * this asks what is known by now, again and again for as long as the job is watched.
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
 * A partial result ends with the check that brought it, often before the page has drawn it: it is kept until the
 * library's cards take its place.
 */
export const withLastPartial = (last: LatestAnswer | undefined, latest: LatestAnswer): LatestAnswer =>
  latest.partial ? latest : (last ?? latest)

/** Opens a job by its number. The list of jobs is left to `LibrarySync`: to draw it anew would only keep its screen from going. */
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

/** The matches with the query they are of: while a newer one is asked for, these are still what is shown. */
export const findQuery = ({ library }: WorkerApi, key: JobKey, query: string) =>
  queryOptions({
    ...fromDevice,
    gcTime: shortLivedMs,
    structuralSharing: false,
    queryKey: [...libraryKeys.articles(library.name, key), 'find', query],
    queryFn: async () => ({ query, positions: await library.find(key, query) }),
  })

/** Read anew with every visit: what is read in the meantime stays in its place. */
export const jobOrderQuery = ({ library }: WorkerApi, key: JobKey, sort: JobSort) =>
  queryOptions({
    ...fromDevice,
    gcTime: 0,
    structuralSharing: false,
    queryKey: [...libraryKeys.articles(library.name, key), 'order', sort],
    queryFn: () => library.jobOrder(key, sort),
  })

/** Null where the job has no such article. */
export const articleQuery = ({ library }: WorkerApi, key: JobKey, id: ArticleId) =>
  queryOptions({
    ...fromDevice,
    gcTime: shortLivedMs,
    structuralSharing: false,
    queryKey: [...libraryKeys.articles(library.name, key), 'article', id],
    queryFn: async () => (await library.article(key, id)) ?? null,
  })

/** Rows that most windows show at once. */
const firstRows = 12

/**
 * Read anew with every visit: what it shows stays in place only as long as one looks at it. What its first rows show is
 * read while the page still draws the list.
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

/** Null where no job of the library has such an article. */
export const libraryArticleQuery = ({ library }: WorkerApi, id: ArticleId) =>
  queryOptions({
    ...fromDevice,
    gcTime: shortLivedMs,
    structuralSharing: false,
    queryKey: [...libraryKeys.whole(library.name), 'article', id],
    queryFn: async () => (await library.libraryArticle(id)) ?? null,
  })

/** The texts an article came with, newest first. */
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

/** The articles that say nearly the same, most alike first. Read anew with every visit: what was decided goes with them. */
export const duplicatesQuery = ({ library }: WorkerApi, id: ArticleId) =>
  queryOptions({
    ...fromDevice,
    gcTime: 0,
    queryKey: [...libraryKeys.whole(library.name), 'duplicates', id],
    queryFn: () => library.duplicatesOf(id),
  })

/** Null where the setting was never made. */
export const settingQuery = ({ library }: WorkerApi, setting: string) =>
  queryOptions({
    ...fromDevice,
    queryKey: [...libraryKeys.all(library.name), 'setting', setting],
    queryFn: async () => (await library.setting(setting)) ?? null,
  })

/** Null where no service has said which it is. */
export const serviceQuery = ({ library }: WorkerApi) =>
  queryOptions({
    ...fromDevice,
    queryKey: libraryKeys.service(library.name),
    queryFn: async () => (await library.service()) ?? null,
  })

/** How many articles of each job were decided on. */
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

/** Null where the device has kept everything. */
export const unsavedQuery = ({ library }: WorkerApi) =>
  queryOptions({
    ...fromDevice,
    queryKey: libraryKeys.unsaved(library.name),
    queryFn: async () => (await library.unsaved()) ?? null,
  })
