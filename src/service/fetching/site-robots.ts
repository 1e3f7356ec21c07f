import type { Busy, Failed, FetchResult } from './fetch-result.ts'
import type { HostStore } from './host-store.ts'
import { parseRobots, type RobotsRules } from './robots.ts'

export interface SiteRobotsOptions {
  readonly store: HostStore
  readonly now: () => number
  /** Fetches a robots.txt like anything else, but without asking the robots.txt of its site. */
  readonly fetch: (request: { url: string; waitAtMostMs: number }) => Promise<FetchResult>
}

interface Remembered {
  readonly robots: RobotsRules | Failed
  readonly untilMs: number
}

const keptForMs = 24 * 3600 * 1_000
/** What can't be had now is not asked for again at once. */
const triedAgainAfterMs = 60_000
/** Rules can be half a megabyte; the store has those of the others. */
const mostInMemory = 500

/**
 * The robots.txt of each origin, fetched once a day (RFC 9309). Where there is none (4xx), all is allowed; where it can't
 * be read (5xx, no answer), nothing is, except by the rules of yesterday.
 *
 * @returns a function that answers with the rules, or with what stands in their way for now
 */
export function createSiteRobots({ store, now, fetch }: SiteRobotsOptions) {
  const memory = new Map<string, Remembered>()
  const onTheirWay = new Map<string, Promise<RobotsRules | Failed | Busy>>()

  async function find(origin: string, waitAtMostMs: number): Promise<RobotsRules | Failed | Busy> {
    const stored = await store.robots(origin)
    if (stored && stored.expiresAtMs > now())
      return remember(origin, parseRobots(stored.bytes), stored.expiresAtMs)

    const result = await fetch({ url: `${origin}/robots.txt`, waitAtMostMs })
    const bytes = bytesOf(result)
    if (bytes) {
      const expiresAtMs = now() + keptForMs
      await store.keepRobots(origin, { bytes, expiresAtMs })
      return remember(origin, parseRobots(bytes), expiresAtMs)
    }
    if (result.kind === 'busy') return result
    const robots = stored ? parseRobots(stored.bytes) : withoutRules(result)
    return remember(origin, robots, now() + triedAgainAfterMs)
  }

  function remember<Robots extends RobotsRules | Failed>(
    origin: string,
    robots: Robots,
    untilMs: number,
  ): Robots {
    const [oldest] = memory.keys()
    if (oldest !== undefined && memory.size >= mostInMemory) memory.delete(oldest)
    memory.set(origin, { robots, untilMs })
    return robots
  }

  return async (origin: string, waitAtMostMs: number): Promise<RobotsRules | Failed | Busy> => {
    const remembered = memory.get(origin)
    if (remembered && remembered.untilMs > now()) return remembered.robots
    const onItsWay =
      onTheirWay.get(origin) ?? find(origin, waitAtMostMs).finally(() => onTheirWay.delete(origin))
    onTheirWay.set(origin, onItsWay)
    return onItsWay
  }
}

/** What stands in the file; nothing where the site has none, or leads astray to find it. */
function bytesOf(result: FetchResult): Uint8Array | undefined {
  if (result.kind === 'fetched') return result.bytes
  if (result.kind !== 'failed') return undefined
  const { reason, status = 0 } = result
  // "Come less often" says nothing about what is allowed.
  const isMissing = status >= 400 && status < 500 && status !== 429
  return isMissing || reason === 'too-many-redirects' ? new Uint8Array() : undefined
}

function withoutRules(result: FetchResult): RobotsRules | Failed {
  // Refused by us: a host that is private, which its pages will show again; or a redirect to where nobody may go.
  if (result.kind !== 'failed') return parseRobots(new Uint8Array())
  const isOfTheHost = ['network', 'timeout', 'aborted'].includes(result.reason)
  return {
    ...result,
    retryAfterMs: Math.max(triedAgainAfterMs, result.retryAfterMs ?? 0),
    message: isOfTheHost ? result.message : `has a robots.txt that can't be read: it ${result.message}`,
  }
}
