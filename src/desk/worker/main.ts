import { thisPlace } from './connect-in-place.ts'
import { prefetchParts } from './prefetch-parts.ts'
import { serveCalls } from './serve-calls.ts'

/** Late enough not to compete with what the editor came for. */
const prefetchAfterMs = 2_000

// Held for the life of this worker: its page waits for the same lock, so it learns at once when the worker dies.
await new Promise<void>((resolve) => {
  const hold = () => {
    resolve()
    return new Promise<never>(() => {})
  }
  const locks = (navigator as Partial<Navigator>).locks
  if (locks) locks.request(self.name, hold).catch(resolve)
  else resolve()
})

// The desk's second thread: a service's answers are fetched, read, saved and searched here, off the page.
serveCalls(globalThis, thisPlace())
setTimeout(() => void prefetchParts(), prefetchAfterMs)
