import { Agent, request, type buildConnector } from 'undici'
import { aborted, failureOf, timedOut } from './fetch-failure.ts'
import type { Failed, Refused } from './fetch-result.ts'
import { acceptedEncodings, readBody, type BodyLimits } from './read-body.ts'

/** Names are lower-case. Values hold one character per byte (latin1), so they can be sent back byte for byte. */
export type ResponseHeaders = ReadonlyMap<string, string>

export interface HttpResponse {
  readonly kind: 'response'
  readonly status: number
  readonly headers: ResponseHeaders
  /** The values of Set-Cookie. */
  readonly cookies: readonly string[]
  /** Empty unless the status is 2xx: bodies of redirects and error pages are not read. */
  readonly bytes: Uint8Array
  readonly tookMs: number
}

export interface ExchangeRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly limits: BodyLimits
  /** Covers everything from the DNS lookup to the last byte. */
  readonly withinMs: number
  readonly signal: AbortSignal
}

export type Exchange = (request: ExchangeRequest) => Promise<HttpResponse | Failed | Refused>

const maxHeaderBytes = 32 * 1_024
const brokenOff: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/**
 * Makes one request, without following redirects. undici's own fetch would follow them, and decompress without a limit.
 * To a host, one exchange follows another.
 */
export function createExchange(connect: buildConnector.connector, userAgent: string) {
  /** The hosts to which a connection was opened for the exchange in progress. */
  const opened = new Set<string>()
  const agent = new Agent({
    connect(target, done) {
      opened.add(target.host ?? '')
      connect(target, done)
    },
    connections: 1,
    pipelining: 1,
    maxHeaderSize: maxHeaderBytes,
    // `withinMs` covers both. These timers restart with each byte, so a server that trickles data would never hit them.
    headersTimeout: 0,
    bodyTimeout: 0,
  })

  const exchange: Exchange = async ({ url, headers, limits, withinMs, signal }) => {
    const time = startTime(withinMs, signal)
    const startedAt = performance.now()
    const ask = () =>
      request(url, {
        dispatcher: agent,
        signal: time.signal,
        headers: {
          'user-agent': userAgent,
          accept: 'text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8',
          'accept-encoding': acceptedEncodings,
          ...headers,
        },
      })
    try {
      const {
        statusCode,
        headers: sent,
        body,
      } = await ask().catch((error: NodeJS.ErrnoException) => {
        // Its server closed the idle connection at the same moment, or while this process was held up or suspended.
        if (!opened.has(url.host) && brokenOff.has(error.code ?? '')) return ask()
        throw error
      })
      const received = readHeaders(sent)
      const isWanted = statusCode >= 200 && statusCode < 300
      if (!isWanted) body.on('error', () => undefined).destroy()
      const bytes = isWanted
        ? await readBody(body, received.get('content-encoding') ?? '', limits)
        : new Uint8Array()
      const tookMs = performance.now() - startedAt
      const cookies = [sent['set-cookie'] ?? []].flat()
      return { kind: 'response', status: statusCode, headers: received, cookies, bytes, tookMs }
    } catch (error) {
      return failureOf(error)
    } finally {
      opened.delete(url.host)
      time.end()
    }
  }

  return { exchange, close: () => agent.destroy() }
}

/** If a header is repeated, lists are joined; for all others the first value counts. */
function readHeaders(sent: Readonly<Record<string, string | string[] | undefined>>): ResponseHeaders {
  const lists = ['cache-control', 'content-encoding']
  return new Map(
    Object.entries(sent).map(([name, value = '']) => [
      name,
      typeof value === 'string' ? value : lists.includes(name) ? value.join(', ') : (value[0] ?? ''),
    ]),
  )
}

/** A signal that aborts with `outer` or after `withinMs`. `end` removes the timer and the listener. */
function startTime(withinMs: number, outer: AbortSignal) {
  const controller = new AbortController()
  const abort = () => controller.abort(aborted())
  const timer = setTimeout(() => controller.abort(timedOut()), withinMs)
  outer.addEventListener('abort', abort, { once: true })
  if (outer.aborted) abort()
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer)
      outer.removeEventListener('abort', abort)
    },
  }
}
