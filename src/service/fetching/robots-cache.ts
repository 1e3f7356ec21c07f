import type { Busy, Failed, FetchResult } from './fetch-result.ts'
import type { HostStore } from './host-store.ts'
import { parseRobots, type RobotsRules } from './parse-robots.ts'

export interface RobotsCacheOptions {
  readonly store: HostStore
  readonly now: () => number
  /** Fetches like any other request, but without consulting a robots.txt. */
  readonly fetch: (request: { url: string; waitAtMostMs: number }) => Promise<FetchResult>
}

interface Remembered {
  readonly robots: RobotsRules | Failed
  readonly untilMs: number
  /** The size of the file. */
  readonly bytes: number
}

const keptForMs = 24 * 3600 * 1_000
/** An unreadable robots.txt is not requested again before this. */
const retryPauseMs = 60_000
/** The store keeps the rules of all other origins. */
const maxInMemory = 500
/** Of all files. Parsed, a hostile one takes twenty times as much, and one site can have any number of hosts. */
const maxBytesInMemory = 5 * 2 ** 20

/**
 * Serves the robots.txt of each origin, fetched once a day (RFC 9309). If it is missing (4xx), everything is allowed.
 * If it can't be read (5xx, no response), the last known rules apply, or else nothing is allowed.
 *
 * @returns a function that resolves to the rules, or to what prevents reading them now
 */
export function createRobotsCache({ store, now, fetch }: RobotsCacheOptions) {
  const memory = new Map<string, Remembered>()
  let bytesInMemory = 0
  const inFlight = new Map<string, Promise<RobotsRules | Failed | Busy>>()

  /** A time further ahead was written with a wrong clock. */
  const isCurrent = (untilMs: number): boolean => untilMs > now() && untilMs <= now() + keptForMs

  async function find(origin: string, waitAtMostMs: number): Promise<RobotsRules | Failed | Busy> {
    const stored = await store.robots(origin)
    if (stored && isCurrent(stored.expiresAtMs))
      return remember(origin, parseRobots(stored.bytes), stored.expiresAtMs, stored.bytes.length)

    const result = await fetch({ url: `${origin}/robots.txt`, waitAtMostMs })
    const bytes = bytesOf(result)
    if (bytes) {
      const expiresAtMs = now() + keptForMs
      await store.keepRobots(origin, { bytes, expiresAtMs })
      return remember(origin, parseRobots(bytes), expiresAtMs, bytes.length)
    }
    if (result.kind === 'busy') return result
    const robots = stored ? parseRobots(stored.bytes) : withoutRules(result)
    return remember(origin, robots, now() + retryPauseMs, stored?.bytes.length ?? 0)
  }

  function remember<Robots extends RobotsRules | Failed>(
    origin: string,
    robots: Robots,
    untilMs: number,
    bytes: number,
  ): Robots {
    forget(origin)
    memory.set(origin, { robots, untilMs, bytes })
    bytesInMemory += bytes
    for (const oldest of memory.keys()) {
      if (memory.size <= maxInMemory && bytesInMemory <= maxBytesInMemory) break
      forget(oldest)
    }
    return robots
  }

  function forget(origin: string): void {
    bytesInMemory -= memory.get(origin)?.bytes ?? 0
    memory.delete(origin)
  }

  return async (origin: string, waitAtMostMs: number): Promise<RobotsRules | Failed | Busy> => {
    const remembered = memory.get(origin)
    if (remembered && isCurrent(remembered.untilMs)) return remembered.robots
    const onItsWay = inFlight.get(origin) ?? find(origin, waitAtMostMs).finally(() => inFlight.delete(origin))
    inFlight.set(origin, onItsWay)
    return onItsWay
  }
}

/** The file's content; empty if the site has none or redirects endlessly, undefined if it can't be read now. */
function bytesOf(result: FetchResult): Uint8Array | undefined {
  if (result.kind === 'fetched') return result.bytes
  if (result.kind !== 'failed') return undefined
  const { reason, status = 0 } = result
  // A 429 says nothing about what is allowed.
  const isMissing = status >= 400 && status < 500 && status !== 429
  return isMissing || reason === 'too-many-redirects' ? new Uint8Array() : undefined
}

function withoutRules(result: FetchResult): RobotsRules | Failed {
  // We refused the request: the host is private, so its pages will be refused as well, or a redirect leads somewhere we
  // must not go.
  if (result.kind !== 'failed') return parseRobots(new Uint8Array())
  const isOfTheHost = ['network', 'timeout', 'aborted'].includes(result.reason)
  return {
    ...result,
    isOfRobots: true,
    retryAfterMs: Math.max(retryPauseMs, result.retryAfterMs ?? 0),
    message: isOfTheHost ? result.message : `has a robots.txt that can't be read: it ${result.message}`,
  }
}
