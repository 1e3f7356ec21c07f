import { useCallback } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'

/**
 * Whether the browser is still at the address this was rendered for. After a click on a link the old screen stays until
 * the next one has been fetched, and its timers and responses keep coming: they must not navigate back.
 */
export function useIsHere(): () => boolean {
  const { pathname } = useLocation()
  return useCallback(() => window.location.pathname === pathname, [pathname])
}

/**
 * @param replace the current history entry, instead of adding one
 * @returns whether it was written; not if the editor has navigated away
 */
type ChangeAddress = (change: (params: URLSearchParams) => void, replace?: boolean) => boolean

/**
 * The address's search parameters, and how to change them. A change starts from the current address, which may be ahead
 * of the screen, so that two in quick succession both take effect.
 */
export function useAddressParams(): [URLSearchParams, ChangeAddress] {
  const [params, setParams] = useSearchParams()
  const isHere = useIsHere()
  const change = useCallback<ChangeAddress>(
    (change, replace = false) => {
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

/** One of them, blank if it is absent. Setting it replaces the history entry: "back" leaves the screen. */
export function useAddressParam(name: string): [string, (value: string) => boolean] {
  const [params, change] = useAddressParams()
  const set = useCallback(
    (value: string) =>
      change((params) => (value === '' ? params.delete(name) : params.set(name, value)), true),
    [name, change],
  )
  return [params.get(name) ?? '', set]
}
