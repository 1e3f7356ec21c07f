import { Suspense, useEffect } from 'react'
import { Outlet } from 'react-router-dom'
import { lazyPart } from '../ui/lazy-part.tsx'
import type { JobReading } from './job-article.tsx'
import type { LibraryReading } from './library-article.tsx'

const ReadingHint = lazyPart(async () => (await import('./reading-hint.tsx')).ReadingHint)

export interface ReaderOutletProps {
  isOpen: boolean
  /** Loads the reader before the first article is opened. Must be the same function between renders. */
  load: () => Promise<unknown>
  /** What the reader needs to know about the list beside it. */
  context: JobReading | LibraryReading
}

/** The outlet for the route of an article; while none is open, how to open one. */
export function ReaderOutlet({ isOpen, load, context }: ReaderOutletProps) {
  useFetchAhead(load)
  return isOpen ? (
    <Suspense fallback={null}>
      <Outlet context={context} />
    </Suspense>
  ) : (
    <ReadingHint listHandle={context.listHandle} />
  )
}

/** By then the screen itself has loaded, on a slow network too. */
const afterMs = 1_500

const firstInputs = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Prefetches code on the first pointer move or key press, or once the screen has settled.
 *
 * @param load must be the same function between renders; if it fails, it is tried again when needed
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
    for (const input of firstInputs) document.addEventListener(input, fetchNow, { signal, passive: true })
    return () => ahead.abort()
  }, [load])
}
