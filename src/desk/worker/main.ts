import { thisEnvironment } from './connect-in-place.ts'
import { serveCalls } from './serve-calls.ts'

/** Late enough not to compete with what the editor came for. */
const prefetchAfterMs = 2_000

// Held for the life of this worker: its page waits for the same lock, so it learns at once when the worker crashes.
await new Promise<void>((resolve) => {
  const hold = () => {
    resolve()
    return new Promise<never>(() => {})
  }
  const locks = (navigator as Partial<Navigator>).locks
  if (locks) locks.request(self.name, hold).catch(resolve)
  else resolve()
})

// The desk's second thread: a service's responses are fetched, read, saved and searched here, off the page.
serveCalls(globalThis, thisEnvironment())
setTimeout(() => void prefetchModules(), prefetchAfterMs)

/**
 * Prefetches chunks that the first screen didn't need, while idle: they must be there when the network is gone or a
 * newer desk has replaced these files.
 */
async function prefetchModules(): Promise<void> {
  const parts = [
    () => import('../library/whole-library.ts'),
    () => import('../library/skips/stored-ledger.ts'),
    () => import('../library/library-files.ts'),
    () => import('../library/texts/text-diff/text-diff.ts'),
    () => import('./file-work.ts'),
    () => import('../files/parse-ids.ts'),
    () => import('../files/read-id-file.ts'),
    () => import('../files/read-id-archive.ts'),
    () => import('../files/read-id-backup.ts'),
    () => import('../files/id-file.ts'),
  ]
  for (const part of parts) {
    try {
      await part()
    } catch {
      // Ignored: it is fetched again when needed.
    }
  }
}
