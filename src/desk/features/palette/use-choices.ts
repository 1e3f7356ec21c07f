import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import { jobsQuery, libraryKeys, namedQuery, settingQuery } from '../../worker-client/library-queries.ts'
import type { PageLibrary } from '../../worker-protocol/library-calls.ts'
import { categoryOf } from '../../library/jobs/job-category.ts'
import { readJobNumber } from '../../library/jobs/job-number.ts'
import { jobTitle } from '../../library/jobs/job-title.ts'
import { addressOfView, type JobRecord, type Named } from '../../library/records.ts'
import type { LibraryEntry } from '../../library/view/view.ts'
import { paths } from '../../paths.ts'
import { figure } from '../../ui/counted.ts'
import { type Choice, type ChoiceGroup, chooseShown, most } from './choices.ts'
import { matchable, matchWords } from './match-words.ts'

export interface ShownChoices {
  readonly groups: readonly ChoiceGroup[]
  /** Articles may still arrive: too early to say that there are none. */
  readonly isSearching: boolean
}

/** The choices for a query. @param own choices of the screen, the desk and the navigation */
export function useChoices(query: string, own: readonly Choice[]): ShownChoices {
  const worker = useWorkerApi()
  const { data: jobs = noJobs } = useQuery(jobsQuery(worker))
  const { data: views = noViews } = useQuery(namedQuery(worker, 'view'))
  const { recent } = useRecent()
  const { found, isSearching } = useArticles(query)
  const listed = useMemo(() => [...viewChoices(views), ...jobChoices(jobs)], [views, jobs])
  const groups = useMemo(() => {
    const [screen, rest] = [own.filter(isOfScreen), own.filter((choice) => !isOfScreen(choice))]
    const [places, desk] = [rest.filter(isPlace), rest.filter((choice) => !isPlace(choice))]
    const choices = [...screen, ...places, ...listed, ...unknownJobChoice(query, jobs), ...desk]
    return chooseShown(query, { choices, found, recent })
  }, [query, own, listed, jobs, found, recent])
  return { groups, isSearching }
}

const noJobs: readonly JobRecord[] = []
const noViews: readonly Named[] = []

const isOfScreen = ({ group }: Choice) => group === 'This screen'
const isPlace = ({ group }: Choice) => group === 'Go to'

/** The library's results arrive a moment after the rest; until then those of the previous query stay. */
function useArticles(query: string): { found: readonly Choice[]; isSearching: boolean } {
  const { library } = useWorkerApi()
  const asked = useDeferredValue(query.trim())
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
  const found = useMemo(() => (isAsked && data ? articleChoices(data, asked) : []), [isAsked, data, asked])
  const isBehind = asked !== query.trim() || isPending || isPlaceholderData
  return { found, isSearching: query.trim().length >= shortestAsked && isBehind }
}

const shortestAsked = 2
const keptMs = 10_000
const askAgainMs = 500

function articleChoices({ articles, count }: FoundArticles, query: string): Choice[] {
  const choices = articles.flatMap(articleChoice)
  if (count <= most.found) return choices
  const all: Choice = {
    id: 'library/found',
    group: 'Articles',
    label: `Show all ${figure(count)} in the library`,
    to: `${paths.library}?${new URLSearchParams({ q: query })}`,
  }
  return [...choices.slice(0, most.found - 1), all]
}

function articleChoice({ id, card, jobs }: LibraryEntry): Choice[] {
  const [job] = jobs
  if (job === undefined) return []
  return [
    {
      id: `article/${job}/${id}`,
      group: 'Articles',
      label: card.title.trim() || 'Untitled',
      detail: `Job ${job}`,
      to: paths.article(job, id),
    },
  ]
}

const recentSetting = 'commands/recent'
const maxRecent = 20

/** Ids of recent choices, per device and account. */
export function useRecent(): { recent: readonly string[]; remember: (id: string) => void } {
  const worker = useWorkerApi()
  const client = useQueryClient()
  const { data } = useQuery(settingQuery(worker, recentSetting))
  const recent = useMemo(
    () => (Array.isArray(data) ? data.filter((id) => typeof id === 'string') : []),
    [data],
  )
  return {
    recent,
    remember(id) {
      const next = [id, ...recent.filter((other) => other !== id)].slice(0, maxRecent)
      client.setQueryData(settingQuery(worker, recentSetting).queryKey, next)
      // Not worth a message if the device keeps nothing.
      worker.library.saveSetting(recentSetting, next).catch(() => {})
    },
  }
}

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
  const { ids, unreadTexts } = await library.view({ query, sort: 'best' })
  const first = Array.from(ids.numbers.subarray(0, maxLookedAt), (id, place) => ids.strings.get(place) ?? id)
  const entries = (await library.entries(first)).filter((entry) => entry !== undefined)
  const terms = matchable(query)
  const [byTitle, byText]: [LibraryEntry[], LibraryEntry[]] = [[], []]
  for (const entry of entries)
    (matchWords(terms, matchable(entry.card.title)) === undefined ? byText : byTitle).push(entry)
  const count = ids.numbers.length
  return { articles: [...byTitle, ...byText], count, isPartial: unreadTexts !== undefined }
}

/** The library's saved views, which narrow screens show only at the end of its filters. */
function viewChoices(views: readonly Named[]): Choice[] {
  return views.flatMap((view) => {
    const address = addressOfView(view)
    return address === undefined
      ? []
      : { id: view.key, group: 'Saved views' as const, label: view.name, to: `${paths.library}?${address}` }
  })
}

/** All jobs, by number and request. */
function jobChoices(jobs: readonly JobRecord[]): Choice[] {
  return jobs.map((job) => ({
    id: `job/${job.key}`,
    group: 'Jobs',
    label: jobTitle(job),
    detail: [job.request?.keywords.join(', '), categoryOf(job)].filter(Boolean).join(' in '),
    to: paths.job(job.key),
  }))
}

/** The job with the typed number, if it is not in the library. */
function unknownJobChoice(query: string, jobs: readonly JobRecord[]): Choice[] {
  const jobId = readJobNumber(query)
  const key = String(jobId)
  if (jobId === undefined || jobs.some((job) => job.key === key)) return []
  return [
    {
      id: `job/${key}`,
      group: 'Jobs',
      label: `Open job ${key}`,
      detail: 'not on this device yet',
      to: paths.job(key),
    },
  ]
}
