import type { Database } from '../database/database.ts'
import { createExtractor } from '../extraction/extractor.ts'
import { createFetcher } from '../fetching/fetcher.ts'
import type { FetchRequest, FetchResult } from '../fetching/fetch-result.ts'
import { createHostStore } from '../fetching/host-store.ts'
import { createListingReader } from './listings/listing-reader.ts'
import type { Sources, SourcesOptions } from './sources.ts'
import { createSources } from './sources.ts'

export interface OpenSourcesOptions extends Pick<SourcesOptions, 'log' | 'now' | 'leaseMs' | 'schedule'> {
  /** How whoever runs a site reaches whoever runs this service: an address of a page, or an e-mail. */
  readonly contact?: string | undefined
  /** `host` or `host:port` of this network, which may be asked although its addresses are private. */
  readonly allowPrivateHosts?: readonly string[] | undefined
  /** Between two requests to one host; only tests hurry. */
  readonly pauseMs?: number | undefined
  /** Told how each fetch ended. */
  readonly onFetched?: ((outcome: FetchResult['kind']) => void) | undefined
}

export interface OpenSources extends Sources {
  /** Ends what runs after its present step; what was not done is done after the next start. */
  close(): Promise<void>
}

/** Sources with all that collecting takes: what fetches, what reads listings, what reads pages. */
export function openSources(database: Database, options: OpenSourcesOptions = {}): OpenSources {
  const { contact, allowPrivateHosts, pauseMs, onFetched, ...rest } = options
  const fetcher = createFetcher({
    contact,
    allowPrivateHosts,
    pauseMs,
    now: options.now,
    hosts: createHostStore(database),
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
    extractor: createExtractor(),
    reader: createListingReader(),
  }
  const sources = createSources({ database, ...tools, ...rest })
  return {
    ...sources,
    async close() {
      // First those who ask, so that nobody takes the end of the tools for an answer.
      await sources.stop()
      await Promise.all([tools.fetcher.close(), tools.extractor.close(), tools.reader.close()])
    },
  }
}
