import { queryOptions } from '@tanstack/react-query'
import type { Intake } from '../../intake/intake.ts'
import { libraryKeys } from '../../intake/library-queries.ts'
import type { JobRecord } from '../../library/records.ts'
import type { LedgerQuery } from '../../library/skips/ledger-page.ts'

/** A page of the ledger. A job that is removed takes its articles along: what jobs hold is part of the key. */
export const ledgerQuery = ({ library }: Intake, query: LedgerQuery, jobs: readonly JobRecord[]) =>
  queryOptions({
    queryKey: [
      ...libraryKeys.facts(library.name),
      'ledger',
      query,
      jobs.map(({ key, readyAt, articleCount }) => `${key} ${readyAt} ${articleCount}`).join(),
    ],
    queryFn: () => library.ledger(query),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 15_000,
    networkMode: 'always',
    retry: false,
    refetchOnWindowFocus: false,
  })
