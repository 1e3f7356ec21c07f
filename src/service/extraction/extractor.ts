import type { Extraction, Page } from './extract-page.ts'
import type { NoResult } from '../threads/thread-pool.ts'
import { createThreadPool } from '../threads/thread-pool.ts'

export interface Extractor {
  /** Never rejects because of a page: an unreadable one is refused with the reason. */
  extract(page: Page): Promise<Extraction>
  /** Where a page without an article redirects its readers. */
  targetOf(page: Page): Promise<string | undefined>
  close(): Promise<void>
}

const maxBytes = 5 * 2 ** 20

const refusals: Record<NoResult['noResult'], string> = {
  late: 'took too long to read',
  broken: 'could not be read',
  closed: 'was not read: the service is stopping',
}

/** Extracts in separate threads, so that no page can block the service. */
export function createExtractor({ threads = 1, deadlineMs = 2_000 } = {}): Extractor {
  const pool = createThreadPool<Page, Extraction>({
    program: new URL('./extraction-thread.ts', import.meta.url),
    threads,
    deadlineMs,
  })

  async function extract(page: Page): Promise<Extraction> {
    if (page.bytes.length > maxBytes) return { refused: `is larger than ${maxBytes / 2 ** 20} MiB` }
    const result = await pool.run(page)
    return 'noResult' in result ? { refused: refusals[result.noResult], isTransient: true } : result
  }

  return {
    extract,
    async targetOf(page) {
      const extraction = await extract(page)
      return 'refused' in extraction ? extraction.redirectsTo : undefined
    },
    close: () => pool.close(),
  }
}
