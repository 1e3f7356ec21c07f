import { createThreadPool } from '../../threads/thread-pool.ts'
import type { Listing, Unreadable } from './listing.ts'
import type { ListPage } from './read-list-page.ts'
import type { ListingBytes } from './read-listing.ts'

export interface ListingReader {
  /** Never rejects because of a document. */
  read(document: ListingBytes): Promise<Listing | ListPage | Unreadable>
  close(): Promise<void>
}

/**
 * Reads feeds, sitemaps and list pages in a separate thread: 10,000 entries take a second, a malicious document takes
 * longer.
 */
export function createListingReader(): ListingReader {
  const pool = createThreadPool<ListingBytes, Listing | ListPage | Unreadable>({
    program: new URL('./listing-thread.ts', import.meta.url),
    threads: 1,
    deadlineMs: 15_000,
  })
  return {
    async read(document) {
      const result = await pool.run(document)
      return 'noResult' in result ? { error: messages[result.noResult] } : result
    },
    close: () => pool.close(),
  }
}

const messages = {
  late: `takes too long to read`,
  broken: 'could not be read',
  closed: 'was not read: the service is stopping',
}
