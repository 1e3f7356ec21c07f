import { queryOptions } from '@tanstack/react-query'
import { libraryKeys } from '../../intake/library-queries.ts'
import type { Intake } from '../../intake/intake.ts'
import type { JobKey, JobRecord } from '../../library/records.ts'

const fromDevice = {
  staleTime: Number.POSITIVE_INFINITY,
  networkMode: 'always',
  retry: false,
  refetchOnWindowFocus: false,
} as const

/** Under the key of the jobs, since a new job may bring a new category. */
export const categoriesQuery = ({ library }: Intake) =>
  queryOptions({
    ...fromDevice,
    queryKey: [...libraryKeys.jobs(library.name), 'categories'],
    queryFn: () => library.categories(),
  })

/**
 * The ids that jobs brought. Known by what the jobs hold and not by the jobs themselves, which change with every
 * check: a library of 100,000 articles is not to be read again each second.
 */
export const receivedIdsQuery = ({ library }: Intake, jobs: readonly JobRecord[], keys?: readonly JobKey[]) =>
  queryOptions({
    ...fromDevice,
    gcTime: 0,
    structuralSharing: false,
    queryKey: [...libraryKeys.all(library.name), 'received-ids', keys ?? 'all', holdings(jobs, keys)],
    queryFn: () => library.receivedIds(keys),
  })

const holdings = (jobs: readonly JobRecord[], keys?: readonly JobKey[]): string =>
  jobs
    .filter(({ key, articleCount }) => articleCount > 0 && (!keys || keys.includes(key)))
    .map(({ key, readyAt, articleCount }) => `${key} ${readyAt} ${articleCount}`)
    .join()
