import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { countIds, type IdList } from '../../../../contract/ids.ts'
import type { SkipCount } from '../../../worker-protocol/worker-api.ts'
import { useWorkerApi } from '../../../worker-client/worker-context.tsx'
import {
  articlesKey,
  fromDevice,
  jobsQuery,
  libraryKeys,
  listsQuery,
} from '../../../worker-client/library-queries.ts'
import type { JobRecord, SkipList } from '../../../library/records.ts'
import type { LedgerPage } from '../../../library/skips/ledger-page.ts'
import { keptScopeOf, scopeOf, type FormState } from '../form-state.ts'
import type { ParsedIds } from '../../../files/id-collector.ts'
import { readTypedIds, useTypedIds } from '../../../worker-client/typed-ids.ts'
import { useLedger } from '../../../worker-client/use-ledger.ts'

export interface Skipped {
  /** Undefined until first counted. */
  readonly total: SkipCount | undefined
  /** All ids that will be skipped, as the library is now. */
  readonly readAll: () => Promise<IdList>
  /** Undefined until first read. */
  readonly typed: ParsedIds | undefined
  /** Newest first. */
  readonly allJobs: readonly JobRecord[]
  /** Those that brought articles. */
  readonly jobs: readonly JobRecord[]
  /** Undefined while they are being read. */
  readonly lists: readonly SkipList[] | undefined
  readonly ledger: LedgerPage | undefined
}

const none: readonly SkipList[] = []

/**
 * The ids the form would skip, for display; merged and counted off the page, since there may be a million. They are
 * gathered again for sending: articles may have come in since the last count.
 */
export function useSkipped(form: FormState): Skipped {
  const worker = useWorkerApi()
  const { data: allJobs = [], isPending } = useQuery(jobsQuery(worker))
  const { data, isPending: isReadingLists } = useQuery(listsQuery(worker))
  const lists = isReadingLists ? undefined : (data ?? none)
  const jobs = useMemo(() => allJobs.filter(({ articleCount }) => articleCount > 0), [allJobs])
  const { data: ledger } = useLedger()
  const typed = useTypedIds(worker, useDeferredValue(form.idText))
  const pasted = useMemo(
    () =>
      [...form.idLists.map(({ ids }) => ids), ...(typed ? [typed.ids] : [])].filter(
        (ids) => countIds(ids) > 0,
      ),
    [form.idLists, typed],
  )
  const scope = useMemo(() => keptScopeOf(form), [form])
  const { data: total } = useQuery({
    ...fromDevice,
    gcTime: 0,
    structuralSharing: false,
    // Pasted ids are compared by identity: a key with a million ids would block the page.
    queryKey: [
      ...libraryKeys.derived(worker.library.name),
      'skips',
      scope,
      pasted.map(nameOf),
      articlesKey(jobs),
    ],
    queryFn: () => worker.countSkips({ ...scope, pasted }),
    // Asked for before the jobs in the key are known, they would be counted twice.
    enabled: !isPending,
    placeholderData: keepPreviousData,
  })
  const readAll = async () => {
    const { ids } = await readTypedIds(worker, form.idText)
    return (await worker.library.skipIds(scopeOf(form, ids))).ids
  }
  return { total, readAll, typed, allJobs, jobs, lists, ledger }
}

const names = new WeakMap<IdList, number>()
let named = 0

function nameOf(ids: IdList): number {
  const name = names.get(ids) ?? ++named
  names.set(ids, name)
  return name
}
