import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import type { IdList } from '../../../../contract/ids.ts'
import type { SkipCount } from '../../../worker-protocol/worker-api.ts'
import { useWorkerApi } from '../../../worker-client/worker-context.tsx'
import { jobsQuery, listsQuery } from '../../../worker-client/library-queries.ts'
import type { JobRecord, SkipList } from '../../../library/records.ts'
import { keptScopeOf, scopeOf, type FormState } from '../form-state.ts'
import type { ParsedIds } from '../../../files/id-collector.ts'
import { ledgerSizeQuery, skipCountQuery, type LedgerSize } from '../request-queries.ts'
import { readTypedIds, useTypedIds } from '../../../worker-client/typed-ids.ts'

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
  readonly ledger: LedgerSize | undefined
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
  // Both counts have the jobs in their keys: asked for before these are known, they would be made twice.
  const counting = { enabled: !isPending, placeholderData: keepPreviousData } as const
  const { data: ledger } = useQuery({ ...ledgerSizeQuery(worker, jobs), ...counting })
  const typed = useTypedIds(worker, useDeferredValue(form.idText))
  const pasted = useMemo(
    () => [...form.idLists.map(({ ids }) => ids), ...(typed ? [typed.ids] : [])],
    [form.idLists, typed],
  )
  const scope = useMemo(() => keptScopeOf(form), [form])
  const { data: total } = useQuery({ ...skipCountQuery(worker, jobs, scope, pasted), ...counting })
  const readAll = async () => {
    const { ids } = await readTypedIds(worker, form.idText)
    return (await worker.library.skipIds(scopeOf(form, ids))).ids
  }
  return { total, readAll, typed, allJobs, jobs, lists, ledger }
}
