import type { LookupFunction } from 'node:net'
import { createAddressRules } from './address-rules.ts'
import { createExchange } from './exchange.ts'
import type { FetchRequest, FetchResult, ReceivedPage } from './fetch-result.ts'
import { createGuardedConnector } from './guarded-connector.ts'
import { createHostQueue } from './host-queue.ts'
import { createMemoryHostStore, type HostStore } from './host-store.ts'
import { createRedirectFollower, defaultTimeoutMs, defaultWaitMs } from './redirects.ts'
import { maxRobotsBytes, productToken } from './parse-robots.ts'
import { coalesceFetches } from './coalesce-fetches.ts'
import { createRobotsCache } from './robots-cache.ts'

export interface Fetcher {
  /**
   * Fetches an address once its host's turn comes, if its robots.txt allows it. Every external failure is a result, in
   * words for the owner.
   *
   * @throws only the host store's own errors, if it can't be reached
   */
  fetch(request: FetchRequest): Promise<FetchResult>
  /** The sitemaps that the site's robots.txt names; none if it can't be read now. */
  sitemapsOf(url: string): Promise<readonly string[]>
  /** Aborts exchanges in progress (result 'aborted') and closes all connections. */
  close(): Promise<void>
}

export interface FetcherOptions {
  /** How a site's operator can reach the operator of this service: a page's address or an e-mail address. */
  readonly contact?: string | undefined
  /** `host` or `host:port`. These may have private addresses and may be requested on any port. */
  readonly allowPrivateHosts?: readonly string[] | undefined
  readonly hosts?: HostStore | undefined
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined
  /** Replaces the system's DNS lookup. */
  readonly lookup?: LookupFunction | undefined
  /** Minimum pause between the end of a response and the next request to its host; 1 s by default. */
  readonly pauseMs?: number | undefined
  /** Finds the target of a redirect in a page's markup, which is then followed like any other. */
  readonly targetOf?: ((page: ReceivedPage) => Promise<string | undefined>) | undefined
}

export const version = '0.1.0'

/** Fetches from the web safely for this network, and politely to the sites. */
export function createFetcher(options: FetcherOptions = {}): Fetcher {
  const { hosts = createMemoryHostStore(), now = Date.now, pauseMs = 1_000, lookup, targetOf } = options
  const addresses = createAddressRules(options.allowPrivateHosts)
  const connect = createGuardedConnector({ isExempt: addresses.isExempt, lookup })
  const { exchange, close } = createExchange(connect, userAgent(options.contact))
  const queue = createHostQueue({ store: hosts, now, pauseMs })
  const follow = createRedirectFollower({ addresses, queue, exchange, now, pauseMs })
  const ending = new AbortController()

  const robotsOf = createRobotsCache({
    store: hosts,
    now,
    // One extra byte shows that the file was longer.
    fetch: (request) =>
      follow({ ...request, maxBytes: maxRobotsBytes + 1, cutOff: true, signal: ending.signal }),
  })
  const shared = coalesceFetches((request, signal) => follow({ ...request, signal, robotsOf, targetOf }))

  return {
    fetch(request) {
      const { waitAtMostMs = defaultWaitMs, timeoutMs = defaultTimeoutMs } = request
      return shared.fetch(request, waitAtMostMs + timeoutMs)
    },

    async sitemapsOf(url) {
      const checked = addresses.check(url)
      if (!(checked instanceof URL)) return []
      const robots = await robotsOf(checked.origin, defaultWaitMs)
      return 'kind' in robots ? [] : absolute(robots.sitemaps, checked.origin)
    },

    async close() {
      ending.abort()
      shared.endAll()
      await close()
      // Wait for the store, since its database may be closed right after.
      await queue.settle()
    },
  }
}

/** Identifies us, so that a site can forbid us by name or contact someone. */
function userAgent(contact = ''): string {
  const readable = contact.replaceAll(/[^\x20-\x7e]|[()\\]/g, '').trim()
  return `${productToken}/${version} (${readable ? `+${readable}` : 'no contact given'})`
}

const absolute = (sitemaps: readonly string[], origin: string): string[] => [
  ...new Set(sitemaps.flatMap((address) => URL.parse(address, origin)?.href ?? [])),
]
