import { useEffect, useEffectEvent } from 'react'
import { focusHeadingIfLost } from './row-focus.ts'

/**
 * Closes a popup when the editor goes back or forward in the browser. Those of the screen that is left go with it, but
 * others would stay open above a screen that they do not belong to. However it was closed, the focus isn't left nowhere.
 */
export function useCloseOnBack(onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    window.addEventListener('popstate', close)
    return () => {
      window.removeEventListener('popstate', close)
      // What had the focus before the popup may have gone meanwhile, as with the screen that was left.
      requestAnimationFrame(() => requestAnimationFrame(focusHeadingIfLost))
    }
  }, [])
}
