import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { useWorkerApi, useLibrary } from '../../worker-client/worker-context.tsx'
import { jobsQuery, libraryKeys, namedQuery, openJob } from '../../worker-client/library-queries.ts'
import { useSetting } from '../../worker-client/use-setting.ts'
import type { PageLibrary } from '../../worker-protocol/library-calls.ts'
import { readJobNumber } from '../../library/jobs/job-number.ts'
import { jobSubject } from '../../library/jobs/job-category.ts'
import { jobNumber, jobTitle } from '../../library/jobs/job-title.ts'
import { addressOfView, shownTitle, type JobRecord, type Named } from '../../library/records.ts'
import { searchedFor } from '../../library/texts/search.ts'
import type { LibraryEntry } from '../../library/view/view.ts'
import { paths } from '../../paths.ts'
import { figure } from '../../ui/number-words.ts'
import { useToast } from '../../ui/toast.tsx'
import { useIsHere } from '../../ui/use-address.ts'
import { type PaletteItem, type PaletteGroup, itemsToShow, most } from './palette-items.ts'
import { matchable, matchWords } from './match-words.ts'

export interface ShownItems {
  readonly groups: readonly PaletteGroup[]
  /** Articles may still arrive: those shown are of an earlier query, and it is too early to say that there are none. */
  readonly isSearching: boolean
  /** Offers an item first from now on. */
  readonly remember: (id: string) => void
}

/** The items for a query. @param own items of the screen, the navigation and the desk, in this order */
export function usePaletteItems(query: string, own: readonly PaletteItem[]): ShownItems {
  const worker = useWorkerApi()
  const { data: jobs = noJobs } = useQuery(jobsQuery(worker))
  const { data: views = noViews } = useQuery(namedQuery(worker, 'view'))
  const { recent, remember } = useRecent()
  const { found, isSearching } = useArticles(query)
  const open = useOpenJob()
  const listed = useMemo(() => [...viewItems(views), ...jobItems(jobs)], [views, jobs])
  const groups = useMemo(() => {
    const [desk, before] = [own.filter(isOfDesk), own.filter((item) => !isOfDesk(item))]
    const items = [...before, ...listed, ...unknownJobItem(query, jobs, open), ...desk]
    return itemsToShow(query, { items, found, recent })
  }, [query, own, listed, jobs, open, found, recent])
  return { groups, isSearching, remember }
}

const noJobs: readonly JobRecord[] = []
const noViews: readonly Named[] = []

function useOpenJob(): (jobId: number) => void {
  const worker = useWorkerApi()
  const client = useQueryClient()
  const navigate = useNavigate()
  const isHere = useIsHere()
  const toast = useToast()
  return useCallback(
    (jobId) =>
      void openJob(client, worker, jobId).then(
        ({ key }) => isHere() && navigate(paths.job(key)),
        () => toast({ message: 'Not opened: this device could not save the job.' }),
      ),
    [worker, client, navigate, isHere, toast],
  )
}

const isOfDesk = ({ group }: PaletteItem) => group === 'Desk'

/** The library's results arrive a moment after the rest; until then those of the previous query stay. */
function useArticles(query: string): { found: readonly PaletteItem[]; isSearching: boolean } {
  const library = useLibrary()
  const wanted = searchedFor(query.trim())
  const asked = useDeferredValue(wanted)
  const isAsked = asked.length >= shortestAsked
  const { data, isPending, isPlaceholderData } = useQuery({
    queryKey: [...libraryKeys.all(library.name), 'palette', asked],
    queryFn: () => findArticles(library, asked),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.isPartial ? askAgainMs : false),
    staleTime: keptMs,
    gcTime: keptMs,
    structuralSharing: false,
  })
  const found = useMemo(() => (isAsked && data ? articleItems(data, asked) : []), [isAsked, data, asked])
  const hasNoneYet = data?.isPartial === true && found.length === 0
  const isBehind = asked !== wanted || isPending || isPlaceholderData || hasNoneYet
  return { found, isSearching: wanted.length >= shortestAsked && isBehind }
}

const shortestAsked = 2
const keptMs = 10_000
const askAgainMs = 500

function articleItems({ articles, count }: FoundArticles, query: string): PaletteItem[] {
  const items = articles.flatMap(articleItem)
  if (count <= most.found) return items
  const all: PaletteItem = {
    id: 'library/found',
    group: 'Articles',
    label: `Show all ${figure(count)} in the library`,
    to: `${paths.library}?${new URLSearchParams({ q: query })}`,
  }
  return [...items.slice(0, most.found - 1), all]
}

function articleItem({ id, card, jobs }: LibraryEntry): PaletteItem[] {
  const [job] = jobs
  if (job === undefined) return []
  return [
    {
      id: `article/${job}/${id}`,
      group: 'Articles',
      label: shownTitle(card.title),
      detail: `Job ${jobNumber(job)}`,
      to: paths.article(job, id),
    },
  ]
}

const maxRecent = 20

/** Ids of recent items, per device and account. */
function useRecent(): { recent: readonly string[]; remember: (id: string) => void } {
  const [saved, save, read] = useSetting('commands/recent')
  const recent = useMemo(() => idsIn(saved), [saved])
  const remember = async (id: string) => {
    // Enter may come before they are read: they would all be replaced.
    const known = idsIn(await read())
    save([id, ...known.filter((other) => other !== id)].slice(0, maxRecent))
  }
  return { recent, remember: (id) => void remember(id).catch(() => undefined) }
}

const idsIn = (saved: unknown): readonly string[] =>
  Array.isArray(saved) ? saved.filter((id) => typeof id === 'string') : []

/** Number of results searched for a matching title. */
const maxLookedAt = 60

interface FoundArticles {
  readonly articles: readonly LibraryEntry[]
  /** Total number of results. */
  readonly count: number
  /** Some texts have not been read yet: a later search may find more. */
  readonly isPartial: boolean
}

/**
 * Articles of the whole library: title matches first, then text matches, each in the library's order.
 *
 * @param query in the syntax of the library's search
 */
async function findArticles(library: PageLibrary, query: string): Promise<FoundArticles> {
  const { ids, first, indexing } = await library.view({ query, sort: 'best' }, maxLookedAt)
  const terms = matchable(query)
  const [byTitle, byText]: [LibraryEntry[], LibraryEntry[]] = [[], []]
  for (const entry of first)
    (matchWords(terms, matchable(entry.card.title)) === undefined ? byText : byTitle).push(entry)
  const count = ids.numbers.length
  return { articles: [...byTitle, ...byText], count, isPartial: indexing !== undefined }
}

/** The library's saved views, which narrow screens show only at the end of its filters. */
function viewItems(views: readonly Named[]): PaletteItem[] {
  return views.flatMap((view) => {
    const address = addressOfView(view)
    return address === undefined
      ? []
      : { id: view.key, group: 'Saved views' as const, label: view.name, to: `${paths.library}?${address}` }
  })
}

/** All jobs, by number and request. */
function jobItems(jobs: readonly JobRecord[]): PaletteItem[] {
  return jobs.map((job) => ({
    id: `job/${job.key}`,
    group: 'Jobs',
    label: jobTitle(job),
    detail: jobSubject(job),
    to: paths.job(job.key),
  }))
}

/** The service's job with the typed number, if it is not in the library. */
function unknownJobItem(
  query: string,
  jobs: readonly JobRecord[],
  open: (jobId: number) => void,
): PaletteItem[] {
  const jobId = readJobNumber(query)
  if (jobId === undefined || jobs.some((job) => job.jobId === jobId && !job.isOfEarlierService)) return []
  const key = String(jobId)
  // If the service was reset, the address is that of its earlier job.
  const isTaken = jobs.some((job) => job.key === key)
  return [
    {
      ...(isTaken
        ? { id: `open-job/${key}`, run: () => open(jobId) }
        : { id: `job/${key}`, to: paths.job(key) }),
      group: 'Jobs',
      label: `Open job ${key}`,
      detail: 'not on this device yet',
    },
  ]
}
