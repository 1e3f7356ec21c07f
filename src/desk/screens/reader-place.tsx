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
 * Fetches the code of what comes next: on the first move of the pointer or key, else once the screen has settled.
 *
 * @param load must stay the same function between renders; where it fails it is tried again when it is needed
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
