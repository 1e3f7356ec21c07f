/**
 * Prefetches chunks that the first screen didn't need, while idle: they must be there when the network is gone or a
 * newer desk has replaced these files.
 */
export async function prefetchParts(): Promise<void> {
  const parts = [
    () => import('../library/whole-library.ts'),
    () => import('../library/skips/stored-ledger.ts'),
    () => import('../library/library-files.ts'),
    () => import('./file-work.ts'),
    () => import('../files/parse-ids.ts'),
    () => import('../files/read-id-file.ts'),
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
