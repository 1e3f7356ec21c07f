import { useMemo } from 'react'
import { chainOf } from '../../../library/jobs/chains.ts'
import type { JobRecord } from '../../../library/records.ts'
import type { ViewSpec } from '../../../library/view/view.ts'
import { useAddressParams } from '../../../ui/use-address.ts'
import { specFrom, writeSpec } from './view-address.ts'

export interface ViewSpecState {
  /** The filters in the address, without the search being typed. */
  readonly spec: ViewSpec
  readonly change: (part: Partial<ViewSpec>) => void
  /** Removes all filters; sort order and search stay. */
  readonly clear: () => void
}

/**
 * Which articles are shown, kept in the address, so that a link, a reload and "back" show the same.
 *
 * @param jobs all jobs, once they are known: others are ignored in the filter
 */
export function useViewSpec(jobs: readonly JobRecord[] | undefined): ViewSpecState {
  const [params, changeAddress] = useAddressParams()
  const address = params.toString()
  const spec = useMemo(() => ofKnownJobs(specFrom(new URLSearchParams(address)), jobs), [address, jobs])
  const set = (next: (spec: ViewSpec) => ViewSpec) =>
    void changeAddress((params) => writeSpec(params, next(ofKnownJobs(specFrom(params), jobs))))
  return {
    spec,
    change: (part) => set((spec) => ({ ...spec, ...part })),
    clear: () => set(({ query, sort }) => ({ query, sort })),
  }
}

function ofKnownJobs(spec: ViewSpec, jobs: readonly JobRecord[] | undefined): ViewSpec {
  const { job, chain } = spec
  if (!jobs || (job === undefined && chain === undefined)) return spec
  return {
    ...spec,
    job: jobs.some(({ key }) => key === job) ? job : undefined,
    chain: jobs.some((record) => chainOf(record) === chain) ? chain : undefined,
  }
}
