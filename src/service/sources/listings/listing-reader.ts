import { createThreadPool } from '../../threads/thread-pool.ts'
import type { ReadOpml } from '../opml.ts'
import type { Listing, Unreadable } from './listing.ts'
import type { ListPage } from './read-list-page.ts'
import type { ListingBytes } from './read-listing.ts'

export interface ListingReader {
  /** Never rejects because of a document. */
  read(document: ListingBytes): Promise<Listing | ListPage | Unreadable>
  readOpml(file: Uint8Array): Promise<ReadOpml | Unreadable>
  close(): Promise<void>
}

export type ListingTask = ListingBytes | { readonly opml: Uint8Array }

/**
 * Reads feeds, sitemaps, list pages and OPML files in a separate thread: 10,000 entries take a second, a malicious
 * document takes longer.
 */
export function createListingReader(): ListingReader {
  const pool = createThreadPool<ListingTask, Listing | ListPage | ReadOpml | Unreadable>({
    program: new URL('./listing-thread.ts', import.meta.url),
    threads: 1,
    deadlineMs: 15_000,
  })
  /** @typeParam Result what the thread replies to such a task */
  async function run<Result>(task: ListingTask): Promise<Result | Unreadable> {
    const result = await pool.run(task)
    return 'noResult' in result ? { error: messages[result.noResult] } : (result as Result)
  }

  return {
    read: (document) => run<Listing | ListPage>(document),
    readOpml: (file) => run<ReadOpml>({ opml: file }),
    close: () => pool.close(),
  }
}

const messages = {
  late: `takes too long to read`,
  broken: 'could not be read',
  closed: 'was not read: the service is stopping',
}
