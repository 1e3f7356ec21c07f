import { useEffect, useRef, type RefObject } from 'react'

/**
 * Saves the latest input before the page may be gone, and when the calling component unmounts.
 *
 * @param save may be called more than once while leaving; must stay the same function as long as it saves the same
 */
export function useBeforeLeaving(save: () => void): void {
  useEffect(() => {
    const leave = () => save()
    // On phones, a page that is closed is first hidden, and then ends without another event.
    const saveIfHidden = () => {
      if (document.visibilityState === 'hidden') save()
    }
    // A reload ends the worker with the page: messages sent on the last event often come too late to be written.
    window.addEventListener('beforeunload', leave)
    // Before all other listeners: what is saved here may still have to be kept for the next page.
    window.addEventListener('pagehide', leave, { capture: true })
    document.addEventListener('visibilitychange', saveIfHidden)
    return () => {
      window.removeEventListener('beforeunload', leave)
      window.removeEventListener('pagehide', leave, { capture: true })
      document.removeEventListener('visibilitychange', saveIfHidden)
      save()
    }
  }, [save])
}

/** For what fails after its component has gone, and can't be shown there any more. */
export function useHasUnmounted(): RefObject<boolean> {
  const hasUnmounted = useRef(false)
  useEffect(() => {
    hasUnmounted.current = false
    return () => {
      hasUnmounted.current = true
    }
  }, [])
  return hasUnmounted
}
