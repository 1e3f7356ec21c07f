import { useEffect } from 'react'

/** By then the screen itself is there, on a slow network too. */
const afterMs = 1_500

const signsOfLife = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Fetches what comes next, lest it wait for its code: as soon as a hand moves, else once the screen has had its time.
 *
 * @param load must stay the same function between renders; where it fails it is asked for anew when it is wanted
 */
export function useFetchAhead(load: () => Promise<unknown>): void {
  useEffect(() => {
    const ahead = new AbortController()
    const { signal } = ahead
    const fetchNow = () => {
      ahead.abort()
      load().catch(() => undefined)
    }
    const timer = setTimeout(fetchNow, afterMs)
    signal.addEventListener('abort', () => clearTimeout(timer))
    for (const sign of signsOfLife) document.addEventListener(sign, fetchNow, { signal, passive: true })
    return () => ahead.abort()
  }, [load])
}
