import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ViewSpec } from '../../library/view.ts'
import { specFrom, writeSpec } from './view-address.ts'

export interface ViewSpecState {
  /** The filters of the address, without the search that is typed. */
  readonly spec: ViewSpec
  readonly change: (part: Partial<ViewSpec>) => void
  /** Takes all filters away; order and search stay. */
  readonly clear: () => void
}

/** Which articles are shown, kept in the address, so that a link, a reload and "back" show the same. */
export function useViewSpec(): ViewSpecState {
  const [params, setParams] = useSearchParams()
  const address = params.toString()
  const spec = useMemo(() => specFrom(new URLSearchParams(address)), [address])
  const set = useCallback(
    (next: (spec: ViewSpec) => ViewSpec) =>
      setParams((params) => writeSpec(params, next(specFrom(params))), { preventScrollReset: true }),
    [setParams],
  )
  return {
    spec,
    change: useCallback((part) => set((spec) => ({ ...spec, ...part })), [set]),
    clear: useCallback(() => set(({ query, sort }) => ({ query, sort })), [set]),
  }
}
