import { createHash } from 'node:crypto'
import { apiPrefix, settingsPath } from '../../contract/paths.ts'
import { createOnce } from './once.ts'

/**
 * Headers of a request that the remote service needs; everything else stays on this machine. The length is one of them:
 * without it the body would go in chunks, and there are servers that take those for no body at all.
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
 * Headers of an answer that the desk needs. Not `www-authenticate`: with it the browser would open a dialog of its
 * own. Not `content-encoding` or `content-length`: the body is already decoded here.
 */
const responseHeaders = ['content-type', 'etag', 'retry-after', 'location', 'cache-control', 'service-id']

export interface ProxyOptions {
  /** Base address of the remote service. */
  readonly serviceUrl: URL
  readonly fetch?: typeof fetch
  readonly answerTimeoutMs?: number
  readonly idleTimeoutMs?: number
  readonly now?: () => number
}

/**
 * Passes the paths of the interface on to a remote service, on the desk's own origin, so that CORS never matters.
 * Streams both ways, sends nothing twice (nor a request with the same `Idempotency-Key` when a browser does), follows no redirect (the key goes to one host), and adds nothing of the
 * editor's browser (no cookies, no origin, no addresses).
 *
 * @returns undefined for a path that is not the service's
 */
export function createProxy(options: ProxyOptions): (request: Request) => Promise<Response> | undefined {
  const once = createOnce(options.now)
  return (request) => {
    const { pathname, search } = new URL(request.url)
    const base = options.serviceUrl.href.replace(/\/$/, '')
    if (pathname === settingsPath)
      return Promise.resolve(new Response(null, { status: 302, headers: { Location: base + settingsPath } }))
    if (!pathname.startsWith(`${apiPrefix}/`) || hidesSlash.test(pathname)) return undefined
    const url = new URL(`${base}${pathname}${search}`)
    const intent = intentOf(request)
    if (intent === undefined) return ask(url, request, request.signal, options)
    // Who asked may go, and ask again: the answer is waited for all the same.
    return once(intent, () => ask(url, request, undefined, options))
  }
}

/** No path of the interface holds one, and a server that decodes it would take "..%2F" for a way out of the prefix. */
const hidesSlash = /%(?:2f|5c)/i

/** What a POST with a key is the same as, if it comes again. */
function intentOf({ method, url, headers }: Request): string | undefined {
  const key = headers.get('idempotency-key')
  if (method !== 'POST' || key === null) return undefined
  return createHash('sha256')
    .update(JSON.stringify([key, headers.get('authorization'), url]))
    .digest('base64')
}

async function ask(
  url: URL,
  request: Request,
  signal: AbortSignal | undefined,
  options: ProxyOptions,
): Promise<Response> {
  const { fetch = globalThis.fetch, answerTimeoutMs = 30_000, idleTimeoutMs = 60_000 } = options
  const abort = new AbortController()
  const giveUp = () => abort.abort(new DOMException('The service did not answer in time', 'TimeoutError'))
  signal?.addEventListener('abort', () => abort.abort(), { once: true })
  const timer = setTimeout(giveUp, answerTimeoutMs)
  try {
    const answer = await fetch(url, {
      method: request.method,
      headers: pick(request.headers, requestHeaders),
      body: request.body,
      // Required by fetch for a body that is a stream.
      ...(request.body && { duplex: 'half' }),
      redirect: 'manual',
      signal: abort.signal,
    })
    if (answer.status >= 300 && answer.status < 400 && answer.status !== 304) {
      await answer.body?.cancel()
      return problem(
        502,
        'The service answered with a redirect, which is not followed: the key goes to one host.',
      )
    }
    if (repeatedByBrowsers.has(answer.status)) {
      await answer.body?.cancel()
      return problem(504, `The service did not take the request in time (it answered ${answer.status}).`)
    }
    const body = answer.body && boundIdle(answer.body, idleTimeoutMs, giveUp)
    return new Response(body, { status: answer.status, headers: pick(answer.headers, responseHeaders) })
  } catch (error) {
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
    return timedOut
      ? problem(504, 'The service did not answer in time.')
      : problem(502, 'The service could not be reached.')
  } finally {
    clearTimeout(timer)
  }
}

/** 408 and 425: a browser sends even a POST again by itself when it is told so. */
const repeatedByBrowsers: ReadonlySet<number> = new Set([408, 425])

/** Ends a body that has stopped coming, and leaves a slow one that still moves alone. */
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

function problem(status: number, detail: string): Response {
  const title = status === 504 ? 'Gateway Timeout' : 'Bad Gateway'
  return new Response(JSON.stringify({ type: 'about:blank', title, status, detail }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  })
}
