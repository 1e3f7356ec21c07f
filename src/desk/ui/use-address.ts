import { useCallback } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'

/**
 * Whether the browser is still at the address that this was drawn for. After a click on a link the old screen stands
 * until the next one has been fetched, and its timers and answers keep coming: they must not navigate back.
 */
export function useIsHere(): () => boolean {
  const { pathname } = useLocation()
  return useCallback(() => window.location.pathname === pathname, [pathname])
}

export interface AddressChange {
  /** Stands in the place of the address before, as far as "back" is concerned. */
  readonly replace?: boolean
}

/** @returns whether it was written: where the editor has gone on, it was not */
export type ChangeAddress = (change: (params: URLSearchParams) => void, how?: AddressChange) => boolean

/**
 * What the address holds after the question mark, and how to change it. A change starts from the address as it is,
 * which may be ahead of the screen, so that two in quick succession both last.
 */
export function useAddressParams(): [URLSearchParams, ChangeAddress] {
  const [params, setParams] = useSearchParams()
  const isHere = useIsHere()
  const change = useCallback<ChangeAddress>(
    (change, { replace = false } = {}) => {
      if (!isHere()) return false
      const next = new URLSearchParams(window.location.search)
      change(next)
      setParams(next, { replace, preventScrollReset: true })
      return true
    },
    [isHere, setParams],
  )
  return [params, change]
}
