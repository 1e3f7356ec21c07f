import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { useIntake } from '../../intake/intake-context.tsx'
import { jobsQuery, libraryKeys, settingQuery } from '../../intake/library-queries.ts'
import type { JobRecord } from '../../library/records.ts'
import { paths } from '../../paths.ts'
import { type Choice, type ChoiceGroup, chooseShown } from './choices.ts'
import { findTitles, readTitles, type Title } from './find-articles.ts'
import { jobChoices, unknownJobChoice } from './job-choices.ts'

/** What the palette shows for a query. @param own what the screen, the desk and the navigation offer */
export function useChoices(query: string, own: readonly Choice[]): ChoiceGroup[] {
  const intake = useIntake()
  const { data: jobs = noJobs } = useQuery(jobsQuery(intake))
  const { recent } = useRecent()
  const titles = useTitles(jobs, query.trim().length >= 2)
  // Thousands of titles may take longer than a keystroke has.
  const lateQuery = useDeferredValue(query)

  const found = useMemo(() => findTitles(titles, lateQuery).map(articleChoice), [titles, lateQuery])
  const listed = useMemo(() => jobChoices(jobs), [jobs])
  return useMemo(() => {
    const [screen, rest] = [own.filter(isOfScreen), own.filter((choice) => !isOfScreen(choice))]
    const [places, desk] = [rest.filter(isPlace), rest.filter((choice) => !isPlace(choice))]
    const choices = [...screen, ...places, ...listed, ...unknownJobChoice(query, jobs), ...desk]
    return chooseShown(query, { choices, found, recent })
  }, [query, own, listed, jobs, found, recent])
}

const noJobs: readonly JobRecord[] = []
const noTitles: readonly Title[] = []

const isOfScreen = ({ group }: Choice) => group === 'This screen'
const isPlace = ({ group }: Choice) => group === 'Go to'

function useTitles(jobs: readonly JobRecord[], isWanted: boolean): readonly Title[] {
  const { library } = useIntake()
  const collected = jobs.filter(({ articleCount }) => articleCount > 0)
  const { data } = useQuery({
    queryKey: [
      ...libraryKeys.all(library.name),
      'titles',
      collected.map(({ key, readyAt }) => `${key} ${readyAt}`),
    ],
    queryFn: () => readTitles(library, collected),
    enabled: isWanted,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: titlesKeptMs,
    structuralSharing: false,
  })
  return data ?? noTitles
}

const titlesKeptMs = 60_000

const articleChoice = ({ id, jobKey, title }: Title): Choice => ({
  id: `article/${jobKey}/${id}`,
  group: 'Articles',
  label: title.trim() || 'Untitled',
  detail: `Job ${jobKey}`,
  to: paths.article(jobKey, id),
})

const recentSetting = 'commands/recent'
const mostRecent = 20

/** Ids of the choices that were made lately, on this device, for this account. */
export function useRecent(): { recent: readonly string[]; remember: (id: string) => void } {
  const intake = useIntake()
  const client = useQueryClient()
  const { data } = useQuery(settingQuery(intake, recentSetting))
  const recent = useMemo(
    () => (Array.isArray(data) ? data.filter((id) => typeof id === 'string') : []),
    [data],
  )
  return {
    recent,
    remember(id) {
      const next = [id, ...recent.filter((other) => other !== id)].slice(0, mostRecent)
      client.setQueryData(settingQuery(intake, recentSetting).queryKey, next)
      // Not worth a word where the device keeps nothing.
      intake.library.saveSetting(recentSetting, next).catch(() => {})
    },
  }
}
