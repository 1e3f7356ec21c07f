import { useEffect, useState } from 'react'

/** The time in milliseconds since the epoch, updated every second while `ticking`. Sleeps with the tab. */
export function useNow(ticking: boolean): number {
  const [now, setNow] = useState(() => Date.now())

  useEffect(() => {
    if (!ticking) return
    const tick = () => setNow(Date.now())
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [ticking])

  return now
}
