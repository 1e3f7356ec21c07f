import type { AddressRules } from './address-rules.ts'
import { freshForMs, retryAfterMs } from './response-freshness.ts'
import type { Exchange, HttpResponse } from './exchange.ts'
import { statusFailure } from './fetch-failure.ts'
import type { Busy, Failed, FetchRequest, FetchResult, ReceivedPage, Refused } from './fetch-result.ts'
import type { HostQueue } from './host-queue.ts'
import type { RobotsRules } from './parse-robots.ts'

export interface RedirectOptions {
  readonly addresses: AddressRules
  readonly queue: HostQueue
  readonly exchange: Exchange
  readonly now: () => number
  readonly pauseMs: number
}

export interface RedirectedFetch extends FetchRequest {
  readonly signal: AbortSignal
  /** Consulted before each step; left out when fetching a robots.txt itself. */
  readonly robotsOf?: (origin: string, waitAtMostMs: number) => Promise<RobotsRules | Failed | Busy>
  /** Finds the target of a redirect in the markup of a page that does nothing else. */
  readonly targetOf?: ((page: ReceivedPage) => Promise<string | undefined>) | undefined
  /** Truncates longer bodies to `maxBytes` instead of failing. */
  readonly cutOff?: boolean
}

const maxRedirects = 5
/** Signed and session addresses expire, so a redirect to one is not permanent, even if it says so. */
const expiringAddress =
  /[?&;](?:expires|signature|sig|token|access_token|x-(?:amz|goog)-signature|hdnts|jsessionid|phpsessid|sid|session_?id)=/i
const defaultMaxBytes = 5 * 1_024 * 1_024
export const defaultTimeoutMs = 20_000
export const defaultWaitMs = 60_000
/** A redirect waits out the pause after the step before it, however short the caller's patience. */
const longestPauseMs = 32_000
/** Used after a 429 or 503 without Retry-After. */
const restAfterRefusalMs = 60_000

/**
 * Follows redirects, by status or by the page itself. At each step the address is checked, the site's robots.txt
 * consulted, and the host's turn awaited. Cookies are sent back to the origin that set them, since some sites redirect
 * without end otherwise, and are forgotten at the end.
 */
export function createRedirectFollower({ addresses, queue, exchange, now, pauseMs }: RedirectOptions) {
  return async function followRedirects(request: RedirectedFetch): Promise<FetchResult> {
    let address = request.url
    let isForGood = true
    let isByPage = false
    let leftMs = request.timeoutMs ?? defaultTimeoutMs
    /** By origin and name. */
    const cookies = new Map<string, Map<string, string>>()
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const url = addresses.check(address)
      if (!(url instanceof URL)) return url
      const own = cookies.get(url.origin) ?? new Map<string, string>()
      cookies.set(url.origin, own)
      const cookie = [...own.values()].join('; ')
      const response = await fetchOnce(url, request, { leftMs, cookie, isRedirect: redirects > 0 })
      if (response.kind !== 'response') return markElsewhere(response, url, request)
      const target = redirectOf(response, url) ?? (await targetOfPage(response, url, request))
      if (target === undefined) {
        const result = resultOf(response, request, url, redirects > 0 && isForGood)
        // The validators describe the target, but the next request would send them to the redirecting page.
        const usable = isByPage && 'validators' in result ? { ...result, validators: {} } : result
        return markElsewhere(usable, url, request)
      }
      for (const { name, cookie, isRemoved } of readCookies(response, now())) {
        if (isRemoved) own.delete(name)
        else own.set(name, cookie)
      }
      isForGood &&= (response.status === 301 || response.status === 308) && !expiringAddress.test(target)
      isByPage ||= response.status < 300
      leftMs = Math.max(0, leftMs - response.tookMs)
      address = target
    }
    return { kind: 'failed', reason: 'too-many-redirects', message: 'leads from one redirect to the next' }
  }

  async function fetchOnce(
    url: URL,
    request: RedirectedFetch,
    { leftMs, cookie, isRedirect }: { leftMs: number; cookie: string; isRedirect: boolean },
  ): Promise<HttpResponse | Failed | Refused | Busy> {
    const { signal, cutOff, maxBytes = defaultMaxBytes, waitAtMostMs: patienceMs = defaultWaitMs } = request
    const waitAtMostMs = isRedirect ? Math.max(patienceMs, longestPauseMs) : patienceMs
    const robots = await request.robotsOf?.(url.origin, waitAtMostMs)
    if (robots && 'kind' in robots) return robots
    if (robots && !robots.allows(url.pathname + url.search)) return forbidden

    return queue.takeTurn(url.host, {
      signal,
      waitAtMostMs,
      hasPriority: isRedirect,
      lastsAtMostMs: leftMs + 5_000,
      exchange: async () => {
        const result = await exchange({
          url,
          headers: { ...conditions(request), ...(cookie && { cookie }) },
          limits: { maxBytes, cutOff },
          withinMs: leftMs,
          signal,
        })
        // A refused request was never sent.
        const isSent = result.kind !== 'refused'
        const restMs = isSent ? Math.max(pauseMs, robots?.crawlDelayMs ?? 0, restAskedFor(result)) : 0
        return { result, restMs }
      },
    })
  }

  function restAskedFor(result: HttpResponse | Failed): number {
    if (result.kind !== 'response' || result.status < 400) return 0
    const isRefusal = result.status === 429 || result.status === 503
    return retryAfterMs(result.headers, now()) ?? (isRefusal ? restAfterRefusalMs : 0)
  }

  function resultOf(
    response: HttpResponse,
    request: RedirectedFetch,
    url: URL,
    hasMoved: boolean,
  ): FetchResult {
    const { status, headers, bytes } = response
    const etag = headers.get('etag')
    const lastModified = headers.get('last-modified')
    const found = {
      url: url.href,
      ...(hasMoved && { movedTo: url.href }),
      validators: { ...(etag && { etag }), ...(lastModified && { lastModified }) },
      freshForMs: freshForMs(headers, now()),
    }
    if (status >= 200 && status < 300)
      return { kind: 'fetched', ...found, status, contentType: headers.get('content-type') ?? '', bytes }
    const isAskedFor = Object.keys(conditions(request)).length > 0
    if (status === 304 && isAskedFor)
      return { kind: 'unchanged', ...found, validators: { ...request.validators, ...found.validators } }
    return statusFailure(status, retryAfterMs(headers, now()))
  }
}

/** Marks results about another site than the requested one. A failed robots.txt may be marked by its own redirects. */
function markElsewhere(result: FetchResult, url: URL, request: RedirectedFetch): FetchResult {
  if (result.kind !== 'failed' && result.kind !== 'busy') return result
  const isElsewhere = withoutWww(url.host) !== withoutWww(new URL(request.url).host) || undefined
  return { ...result, isElsewhere }
}

const withoutWww = (host: string): string => host.replace(/^www\./, '')

const forbidden: Refused = {
  kind: 'refused',
  reason: 'robots',
  message: "is not to be collected: the site's robots.txt forbids it",
}

/** Drops validators that are not valid header values: no server sent them, and they would make every request fail. */
function conditions({ validators = {} }: RedirectedFetch): Record<string, string> {
  const headers = { 'if-none-match': validators.etag, 'if-modified-since': validators.lastModified }
  const usable = Object.entries(headers).filter(
    ([, value]) => value && /^[\t\x20-\x7e\x80-\xff]+$/.test(value),
  )
  return Object.fromEntries(usable) as Record<string, string>
}

/** Each as "name=value", which is sent back. */
const readCookies = ({ cookies }: HttpResponse, atMs: number) =>
  cookies
    .map((written) => {
      const [cookie = '', ...attributes] = written.split(';').map((part) => part.trim())
      return { name: cookie.split('=')[0]!, cookie, isRemoved: isExpired(attributes, atMs) }
    })
    .filter(({ cookie }) => /^[^=\s]+=[\t\x20-\x7e\x80-\xff]*$/.test(cookie))

/** Servers remove a cookie by setting one that has expired. */
function isExpired(attributes: readonly string[], atMs: number): boolean {
  const valueOf = (name: RegExp): string | undefined =>
    attributes.findLast((attribute) => name.test(attribute))?.replace(name, '')
  const maxAge = valueOf(/^max-age\s*=\s*/i)
  // An age takes precedence over a date.
  return maxAge === undefined
    ? Date.parse(valueOf(/^expires\s*=\s*/i) ?? '') <= atMs
    : parseInt(maxAge, 10) <= 0
}

/** Where a redirect in the page may be; looking for it in all pages would take too long. */
const mayRefresh = /http-equiv\s?=\s?["']?\s?refresh/i
const maxHeadBytes = 256 * 1_024

async function targetOfPage(
  { status, headers, bytes }: HttpResponse,
  { href }: URL,
  { targetOf }: RedirectedFetch,
): Promise<string | undefined> {
  if (!targetOf || status >= 300) return undefined
  if (!mayRefresh.test(Buffer.from(bytes.subarray(0, maxHeadBytes)).toString('latin1'))) return undefined
  return targetOf({ bytes, contentType: headers.get('content-type') ?? '', url: href })
}

/** The redirect target. It is not checked here, but before it is fetched. */
function redirectOf({ status, headers }: HttpResponse, from: URL): string | undefined {
  const location = headers.get('location')
  if (![301, 302, 303, 307, 308].includes(status) || !location) return undefined
  // As browsers send them, in whatever charset the site has: escaped byte for byte.
  const target = location.replace(
    /[\x80-\xff]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return URL.parse(target, from)?.href ?? target
}
