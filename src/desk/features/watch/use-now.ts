import { useEffect, useState } from 'react'

/** The time in milliseconds since the epoch, updated every second. Sleeps with the tab. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])

  return now
}
