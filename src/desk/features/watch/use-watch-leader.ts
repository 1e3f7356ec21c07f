import { useEffect, useState } from 'react'
import { standForElection } from './leader-election.ts'

/** On plain http there are no Web Locks, whatever the types say; without either, every tab is on its own. */
const isAlone = (): boolean => navigator.locks === undefined && typeof BroadcastChannel === 'undefined'

/**
 * Whether this tab watches the jobs of an account: one tab at a time does, and the next takes over when it goes. By a
 * Web Lock; where there are none the tabs agree among themselves, and the library makes a job seen twice the same job.
 */
export function useWatchLeader(accountName: string): boolean {
  const [held, setHeld] = useState(isAlone)

  useEffect(() => {
    const name = `article-desk/watch/${accountName}`
    if (isAlone()) return undefined
    if (navigator.locks === undefined) {
      const channel = new BroadcastChannel(name)
      const leave = standForElection({ channel, now: Date.now, onChange: setHeld })
      return () => {
        leave()
        channel.close()
      }
    }
    const abort = new AbortController()
    let release = () => {}
    const untilUnmounted = new Promise<void>((resolve) => (release = resolve))
    navigator.locks
      .request(name, { signal: abort.signal }, () => {
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
