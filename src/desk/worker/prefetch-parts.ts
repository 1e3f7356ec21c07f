/**
 * Fetches what the first screen did not wait for, while nothing else is to be done: it has to be there when the network
 * is not, and when a newer desk has taken the place of these files.
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
      // It is fetched when it is wanted; until then there is nothing to say.
    }
  }
}
