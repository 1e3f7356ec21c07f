import { useEffect, useState } from 'react'

/**
 * Whether this tab watches the jobs of an account: one tab at a time does, and the next takes over when it goes.
 * Where there are no Web Locks (plain http) every tab watches; the library makes a job seen twice the same job.
 */
export function useWatchLeader(accountName: string): boolean {
  const [held, setHeld] = useState(() => navigator.locks === undefined)

  useEffect(() => {
    if (navigator.locks === undefined) return
    const abort = new AbortController()
    let release = () => {}
    const untilUnmounted = new Promise<void>((resolve) => (release = resolve))
    navigator.locks
      .request(`article-desk/watch/${accountName}`, { signal: abort.signal }, () => {
        setHeld(true)
        return untilUnmounted
      })
      .catch(() => {
        // Aborted while it waited for its turn: this tab is going, or the account changed.
      })
    return () => {
      setHeld(false)
      abort.abort()
      release()
    }
  }, [accountName])

  return held
}
