import { createHash } from 'node:crypto'
import { apiPrefix, settingsPath, serviceIdHeader } from '../../contract/paths.ts'
import { createIdempotencyCache } from './idempotency.ts'
import { HttpProblem } from './problems.ts'
import { discardRest } from './read-bytes.ts'

/**
 * Headers of a request that the remote service needs; everything else stays on this machine. The length is one of them:
 * without it the body would be sent chunked, which some servers treat as no body at all.
 */
const requestHeaders = [
  'authorization',
  'content-type',
  'content-length',
  'accept',
  'if-none-match',
  'idempotency-key',
]

/**
 * Headers of a response that the desk needs. Not `www-authenticate`, which would make the browser open its own dialog.
 * Not `content-encoding` or `content-length`: the body is already decoded here.
 */
const responseHeaders = [
  'content-type',
  'etag',
  'retry-after',
  // A date in `retry-after` is by the clock of the service.
  'date',
  'location',
  'cache-control',
  'article-ranking',
  serviceIdHeader,
]

export interface ProxyOptions {
  /** Base address of the remote service. */
  readonly serviceUrl: URL
  readonly fetch?: typeof fetch
  readonly responseTimeoutMs?: number
  readonly idleTimeoutMs?: number
  readonly now?: () => number
}

/**
 * Passes the paths of the interface on to a remote service, on the desk's own origin, so that CORS never matters.
 * Streams both ways, sends nothing twice (even if a browser repeats a request with the same `Idempotency-Key`), follows
 * no redirect (the key goes to one host only), and passes on nothing about the editor's browser (no cookies, origin or
 * addresses).
 *
 * @returns undefined for a path that is not the service's
 */
export function createProxy(options: ProxyOptions): (request: Request) => Promise<Response> | undefined {
  const forwardOnce = createIdempotencyCache(options.now)
  return (request) => {
    const { pathname, search } = new URL(request.url)
    const base = options.serviceUrl.href.replace(/\/$/, '')
    if (pathname === settingsPath)
      return Promise.resolve(new Response(null, { status: 302, headers: { Location: base + settingsPath } }))
    if (!pathname.startsWith(`${apiPrefix}/`) || encodedSlash.test(pathname)) return undefined
    const url = new URL(`${base}${pathname}${search}`)
    const intent = intentOf(request)
    if (intent === undefined) return forward(url, request, request.signal, options)
    // Not tied to the request's signal: a client that leaves may ask again and then gets this response.
    return forwardOnce(intent, () => forward(url, request, undefined, options))
  }
}

/**
 * Longer than the desk ever waits (two minutes), for which a time-out is a reason to wait longer at the next check. A
 * service may do the work of a job before it responds with its number, or take its time to assemble the articles.
 */
const longestResponseMs = 130_000

/** How long a connection to the desk may be silent: longer than the response may take. */
export const proxySilenceMs = longestResponseMs + 10_000

/** No path of the interface contains an encoded slash; a server that decodes "..%2F" would let it escape the prefix. */
const encodedSlash = /%(?:2f|5c)/i

/** Identifies a POST with a key, so that a repeat is recognised. */
function intentOf({ method, url, headers }: Request): string | undefined {
  const key = headers.get('idempotency-key')
  if (method !== 'POST' || key === null) return undefined
  return createHash('sha256')
    .update(JSON.stringify([key, headers.get('authorization'), url]))
    .digest('base64')
}

async function forward(
  url: URL,
  request: Request,
  signal: AbortSignal | undefined,
  options: ProxyOptions,
): Promise<Response> {
  const { fetch = globalThis.fetch, responseTimeoutMs = longestResponseMs, idleTimeoutMs = 60_000 } = options
  const abort = new AbortController()
  const giveUp = () => abort.abort(new DOMException('The service did not answer in time', 'TimeoutError'))
  signal?.addEventListener('abort', () => abort.abort(), { once: true })
  const timer = setTimeout(giveUp, responseTimeoutMs)
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const refused = new AbortController()
  const sent = request.body
    ?.pipeTo(writable, { preventAbort: true, preventCancel: true, signal: refused.signal })
    .catch(async () => {
      if (!refused.signal.aborted) await writable.abort()
      // If the service refuses it before it has the whole body, fetch leaves the rest unread.
      await discardRest(request)
    })
  try {
    const response = await fetch(url, {
      method: request.method,
      headers: pick(request.headers, requestHeaders),
      body: request.body && readable,
      // fetch requires this for a streamed body.
      ...(request.body && { duplex: 'half' }),
      redirect: 'manual',
      signal: abort.signal,
    })
    if (!response.ok) {
      refused.abort()
      await sent
    }
    if (response.status >= 300 && response.status < 400 && response.status !== 304) {
      await response.body?.cancel()
      return refusal(
        502,
        'The service answered with a redirect, which is not followed: the key goes to one host.',
      )
    }
    if (repeatedByBrowsers.has(response.status)) {
      await response.body?.cancel()
      return refusal(504, `The service did not take the request in time (it answered ${response.status}).`)
    }
    const body = response.body && boundIdle(response.body, idleTimeoutMs, giveUp)
    return new Response(body, { status: response.status, headers: pick(response.headers, responseHeaders) })
  } catch (error) {
    refused.abort()
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
    return timedOut
      ? refusal(504, 'The service did not answer in time.')
      : refusal(502, 'The service could not be reached.')
  } finally {
    clearTimeout(timer)
  }
}

/** Our own response, since the service gave none that can be passed on. */
const refusal = (status: 502 | 504, detail: string): Response => new HttpProblem(status, detail).toResponse()

/** On 408 and 425, browsers automatically resend even a POST. */
const repeatedByBrowsers: ReadonlySet<number> = new Set([408, 425])

/** Aborts a body that has stalled, but not a slow one that still makes progress. */
function boundIdle(
  body: ReadableStream<Uint8Array>,
  idleMs: number,
  giveUp: () => void,
): ReadableStream<Uint8Array> {
  let timer = setTimeout(giveUp, idleMs)
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        clearTimeout(timer)
        timer = setTimeout(giveUp, idleMs)
        controller.enqueue(chunk)
      },
      flush: () => clearTimeout(timer),
    }),
  )
}

function pick(headers: Headers, names: readonly string[]): Headers {
  const picked = new Headers()
  for (const name of names) {
    const value = headers.get(name)
    if (value !== null) picked.set(name, value)
  }
  return picked
}
