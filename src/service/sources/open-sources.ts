import type { Database } from '../database/database.ts'
import { createExtractor } from '../extraction/extractor.ts'
import { createFetcher } from '../fetching/fetcher.ts'
import type { FetchRequest, FetchResult } from '../fetching/fetch-result.ts'
import { createHostStore } from '../fetching/host-store.ts'
import { createListingReader } from './listings/listing-reader.ts'
import type { Sources, SourcesOptions } from './sources.ts'
import { createSources } from './sources.ts'

export interface OpenSourcesOptions extends Pick<SourcesOptions, 'log' | 'now' | 'schedule'> {
  /** How a site's operator can reach the operator of this service: a page's address or an e-mail address. */
  readonly contact?: string | undefined
  /** `host` or `host:port` on this network that may be fetched although its addresses are private. */
  readonly allowPrivateHosts?: readonly string[] | undefined
  /** Pause between two requests to a host; shortened only in tests. */
  readonly pauseMs?: number | undefined
  /** Called with the result of each fetch. */
  readonly onFetched?: ((outcome: FetchResult['kind']) => void) | undefined
}

export interface OpenSources extends Sources {
  /** Ends running work after its current step; the rest is done after the next start. */
  close(): Promise<void>
}

/** Creates the sources with everything they need: the fetcher, the listing reader and the extractor. */
export function openSources(database: Database, options: OpenSourcesOptions = {}): OpenSources {
  const { contact, allowPrivateHosts, pauseMs, onFetched, ...rest } = options
  const extractor = createExtractor()
  const fetcher = createFetcher({
    contact,
    allowPrivateHosts,
    pauseMs,
    now: options.now,
    hosts: createHostStore(database),
    targetOf: (page) => extractor.targetOf(page),
  })
  const tools = {
    fetcher: {
      ...fetcher,
      async fetch(request: FetchRequest) {
        const result = await fetcher.fetch(request)
        onFetched?.(result.kind)
        return result
      },
    },
    extractor,
    reader: createListingReader(),
  }
  const sources = createSources({ database, ...tools, ...rest })
  return {
    ...sources,
    async close() {
      // Stop the refreshes before closing the fetcher and threads, so that none takes their shutdown for a result.
      await sources.stop()
      await Promise.all([tools.fetcher.close(), tools.extractor.close(), tools.reader.close()])
    },
  }
}
