import type { LookupFunction } from 'node:net'
import { createAddressRules } from './address-rules.ts'
import { createExchange } from './exchange.ts'
import type { FetchRequest, FetchResult } from './fetch-result.ts'
import { createGuardedConnector } from './guarded-connector.ts'
import { createHostQueue } from './host-queue.ts'
import { createMemoryHostStore, type HostStore } from './host-store.ts'
import { createJourneys, defaultTimeoutMs, defaultWaitMs } from './journey.ts'
import { mostRobotsBytes, productToken } from './robots.ts'
import { shareFetches } from './share-fetches.ts'
import { createSiteRobots } from './site-robots.ts'

export type { FetchRequest, FetchResult } from './fetch-result.ts'

export interface Fetcher {
  /**
   * Gets what stands at an address, when its host's turn comes and its robots.txt allows it. All that can go wrong
   * outside is a result, in words for the owner.
   *
   * @throws only what the host store says when it can't be asked
   */
  fetch(request: FetchRequest): Promise<FetchResult>
  /** What the robots.txt of an address' site says besides its rules; nothing where it can't be had for now. */
  robots(url: string): Promise<{ readonly sitemaps: readonly string[] }>
  /** Ends what is on its way as 'aborted', and closes all connections. */
  close(): Promise<void>
}

export interface FetcherOptions {
  /** How whoever runs a site reaches whoever runs this: the address of a page, or an e-mail. */
  readonly contact?: string | undefined
  /** `host` or `host:port`; these may be private, and be asked at any port. */
  readonly allowPrivateHosts?: readonly string[] | undefined
  readonly hosts?: HostStore | undefined
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined
  /** Told of every socket that was opened, before it is checked. */
  readonly onConnect?: ((address: string) => void) | undefined
  /** Instead of the system's own. */
  readonly lookup?: LookupFunction | undefined
  /** From the end of an answer to the next request to its host, at least; 1 s unless said otherwise. */
  readonly pauseMs?: number | undefined
}

export const version = '0.1.0'

/** Fetches from the web as a good guest: safe for this network, polite to the other. */
export function createFetcher(options: FetcherOptions = {}): Fetcher {
  const { hosts = createMemoryHostStore(), now = Date.now, pauseMs = 1_000, lookup, onConnect } = options
  const addresses = createAddressRules(options.allowPrivateHosts)
  const connect = createGuardedConnector({ isExempt: addresses.isExempt, lookup, onConnect })
  const { exchange, close } = createExchange(connect, userAgent(options.contact))
  const queue = createHostQueue({ store: hosts, now, pauseMs })
  const travel = createJourneys({ addresses, queue, exchange, now, pauseMs })
  const ending = new AbortController()

  const robotsOf = createSiteRobots({
    store: hosts,
    now,
    // One byte more shows that the file was longer.
    fetch: (request) =>
      travel({ ...request, maxBytes: mostRobotsBytes + 1, cutOff: true, signal: ending.signal }),
  })
  const shared = shareFetches((request, signal) => travel({ ...request, signal, robotsOf }))

  return {
    fetch(request) {
      const { waitAtMostMs = defaultWaitMs, timeoutMs = defaultTimeoutMs } = request
      return shared.fetch(request, waitAtMostMs + timeoutMs)
    },

    async robots(url) {
      const checked = addresses.check(url)
      if (!(checked instanceof URL)) return { sitemaps: [] }
      const robots = await robotsOf(checked.origin, defaultWaitMs)
      return { sitemaps: 'kind' in robots ? [] : absolute(robots.sitemaps, checked.origin) }
    },

    async close() {
      ending.abort()
      shared.endAll()
      await close()
      // The store's database may be closed next.
      await queue.settle()
    },
  }
}

/** Who asks, so that a site can forbid it by name, or write to someone. */
function userAgent(contact = ''): string {
  const readable = contact.replaceAll(/[^\x20-\x7e]|[()\\]/g, '').trim()
  return `${productToken}/${version} (${readable ? `+${readable}` : 'no contact given'})`
}

function absolute(sitemaps: readonly string[], origin: string): string[] {
  const addresses = sitemaps.filter((address) => URL.canParse(address, origin))
  return [...new Set(addresses.map((address) => new URL(address, origin).href))]
}
