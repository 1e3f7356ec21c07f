import { Suspense, type ReactNode, useEffect } from 'react'
import { Outlet } from 'react-router-dom'

export interface ReaderPlaceProps {
  isOpen: boolean
  /** Fetches the reader, ahead of the first article. Must stay the same function between renders. */
  load: () => Promise<unknown>
  /** What the reader needs to know of the list beside it. */
  context: object
  /** What stands there while no article is read. */
  children: ReactNode
}

/** Where the route of an article is drawn. */
export function ReaderPlace({ isOpen, load, context, children }: ReaderPlaceProps) {
  useFetchAhead(load)
  return isOpen ? (
    <Suspense fallback={null}>
      <Outlet context={context} />
    </Suspense>
  ) : (
    children
  )
}

/** By then the screen itself is there, on a slow network too. */
const afterMs = 1_500

const signsOfLife = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Fetches what comes next, lest it wait for its code: as soon as a hand moves, else once the screen has had its time.
 *
 * @param load must stay the same function between renders; where it fails it is asked for anew when it is wanted
 */
function useFetchAhead(load: () => Promise<unknown>): void {
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
