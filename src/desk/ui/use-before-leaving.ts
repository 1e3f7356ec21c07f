import { useEffect } from 'react'

/**
 * Saves what was typed last before the page may be gone, and when what calls this leaves the screen.
 *
 * @param save called more than once on the way out; must stay the same function as long as it saves the same
 */
export function useBeforeLeaving(save: () => void): void {
  useEffect(() => {
    const leave = () => save()
    // A page that is closed on a telephone is hidden first, and ends without another word.
    const saveIfHidden = () => {
      if (document.visibilityState === 'hidden') save()
    }
    // A reload ends the worker with the page: what it is sent only as the page goes, it often has no time to write.
    window.addEventListener('beforeunload', leave)
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', saveIfHidden)
    return () => {
      window.removeEventListener('beforeunload', leave)
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', saveIfHidden)
      save()
    }
  }, [save])
}
