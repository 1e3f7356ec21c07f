import { queryOptions } from '@tanstack/react-query'
import { countIds } from '../../../contract/ids.ts'
import type { Intake } from '../../intake/intake.ts'
import { libraryKeys } from '../../intake/library-queries.ts'

/** How many ids this device has received, each once. Below the jobs' key, so that it is counted anew with them. */
export const receivedCountQuery = ({ library }: Intake) =>
  queryOptions({
    queryKey: [...libraryKeys.jobs(library.name), 'received-count'],
    queryFn: async () => countIds(await library.receivedIds()),
    staleTime: Number.POSITIVE_INFINITY,
  })
