import { serviceIdHeader } from '../../contract/paths.ts'
import { basicCredentials, type Credentials } from './credentials.ts'
import { sampleText, serviceMessage } from './service-message.ts'
import type { FailureKind } from './errors.ts'
import { ServiceError } from './errors.ts'

export type Fetch = (input: string, init?: RequestInit) => Promise<Response>

export interface TransportOptions {
  readonly serviceAddress: string
  readonly fetch: Fetch
  readonly now: () => number
  /** Time until the response's headers arrive; {@link longestWaitFactor} times as long for a request with a body. */
  readonly headersTimeoutMs?: number
  /**
   * Called with the id of the responding service, if it sends one, before the response is passed on. Must not reject.
   */
  readonly onService?: ((serviceId: string) => Promise<void>) | undefined
  /** Longest time without a byte of the body; {@link longestWaitFactor} times as long for {@link leastBytes}. */
  readonly idleTimeoutMs?: number
}

export interface ServiceRequest {
  readonly method: 'GET' | 'POST'
  /** One of `contract/paths`. */
  readonly path: string
  /** Undefined only for GET ping. */
  readonly credentials?: Credentials | undefined
  readonly json?: string
  /** Identifies the intent: a service that knows such keys treats a second request with it as the same one. */
  readonly idempotencyKey?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Waits this many times longer than usual for the response's headers. */
  readonly waitFactor?: number | undefined
}

/** The greatest waitFactor: beyond it, a connection hangs. */
export const longestWaitFactor = 4

/** A body of 100 MB may take hours on a slow line, but one that brings a byte now and then would never end. */
const leastBytes = 1_000

/** A 2xx response whose body hasn't been read yet. */
export interface OkResponse {
  readonly status: number
  /** Throws a ServiceError if bytes stop arriving. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** The beginning of a body that is not as documented, see {@link sampleText}. */
  readonly sampleOf: (text: string) => string | undefined
}

export type Transport = (request: ServiceRequest) => Promise<OkResponse>

/** Limits for reading error responses, in bytes and milliseconds: the status says most of it. */
const errorBodyLimit = 65_536
const errorBodyTimeoutMs = 5_000

/**
 * Sends one request, once, and never retries: a duplicate job costs the editor's quota.
 *
 * Throws only {@link ServiceError}. The error holds neither request nor headers, so that the key can't end up in a log.
 * Redirects are refused, because the key is sent to one host only.
 */
export function createTransport(options: TransportOptions): Transport {
  const { serviceAddress, fetch, now, headersTimeoutMs = 30_000, idleTimeoutMs = 60_000 } = options
  return async (request) => {
    const timeout = new AbortController()
    const { json, waitFactor = 1 } = request
    // A service may do the work of a job before it responds: once it is given up, the number of the job is lost.
    // A million ids are 8 MB: allow time to send them at 50 kB/s.
    const waitMs =
      json === undefined
        ? waitFactor * headersTimeoutMs
        : longestWaitFactor * headersTimeoutMs + json.length / 50
    const timer = setTimeout(() => timeout.abort(), waitMs)
    let errorTimer: ReturnType<typeof setTimeout> | undefined
    const signal = request.signal ? AbortSignal.any([request.signal, timeout.signal]) : timeout.signal
    const failed = () => toFetchFailure(request.signal, timeout.signal)
    try {
      const response = await fetch(serviceAddress + request.path, requestInit(request, signal))
      clearTimeout(timer)
      const serviceId = serviceIdOf(response)
      if (serviceId !== undefined) await options.onService?.(serviceId)
      const chunks = bodyChunks(response, { timeout, failed, idleTimeoutMs })
      if (isRedirect(response)) {
        void response.body?.cancel().catch(() => {})
        throw new ServiceError({ kind: 'redirected', status: response.status || undefined })
      }
      const { credentials } = request
      if (response.ok)
        return { status: response.status, chunks, sampleOf: (text) => sampleText(text, credentials) }
      errorTimer = setTimeout(() => timeout.abort(), errorBodyTimeoutMs)
      throw await refusal(response, chunks, { sent: credentials, nowMs: now() })
    } catch (error) {
      throw error instanceof ServiceError ? error : failed()
    } finally {
      clearTimeout(timer)
      clearTimeout(errorTimer)
    }
  }
}

function requestInit(
  { method, credentials, json, idempotencyKey }: ServiceRequest,
  signal: AbortSignal,
): RequestInit {
  return {
    method,
    headers: {
      Accept: 'application/json',
      ...(credentials && { Authorization: `Basic ${basicCredentials(credentials)}` }),
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey && { 'Idempotency-Key': `"${idempotencyKey}"` }),
    },
    ...(json !== undefined && { body: json }),
    // We must not send cookies; and with any other setting a 401 opens the browser's own dialog.
    credentials: 'omit',
    redirect: 'manual',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    signal,
  }
}

const isRedirect = (response: Response): boolean =>
  response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)

/** Tells by their signals whether the caller, a time-out or the network ended a request: `fetch` throws the same for all. */
function toFetchFailure(caller: AbortSignal | undefined, timeout: AbortSignal): ServiceError {
  if (caller?.aborted) return new ServiceError({ kind: 'aborted' })
  return new ServiceError({ kind: timeout.aborted ? 'timed-out' : 'unreachable' })
}

interface BodyWatch {
  readonly timeout: AbortController
  readonly failed: () => ServiceError
  readonly idleTimeoutMs: number
}

async function* bodyChunks(
  response: Response,
  { timeout, failed, idleTimeoutMs }: BodyWatch,
): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader()
  if (!reader) return
  const abortIn = (ms: number) => setTimeout(() => timeout.abort(), ms)
  let slowTimer: ReturnType<typeof setTimeout> | undefined
  let bytes = leastBytes
  try {
    for (;;) {
      if (bytes >= leastBytes) {
        clearTimeout(slowTimer)
        slowTimer = abortIn(longestWaitFactor * idleTimeoutMs)
        bytes = 0
      }
      const timer = abortIn(idleTimeoutMs)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      if (done) return
      bytes += value.length
      yield value
    }
  } catch (error) {
    throw error instanceof ServiceError ? error : failed()
  } finally {
    clearTimeout(slowTimer)
    // The caller stopped reading early: free the connection.
    void reader.cancel().catch(() => {})
  }
}

async function refusal(
  response: Response,
  chunks: AsyncIterable<Uint8Array>,
  { sent, nowMs }: { sent: Credentials | undefined; nowMs: number },
): Promise<ServiceError> {
  const { status, headers } = response
  // A date in `Retry-After` is by the clock of the service, which may differ from this device's.
  const sentAtMs = Date.parse(headers.get('Date') ?? '') || nowMs
  return new ServiceError({
    kind: kindOf(status),
    status,
    detail: serviceMessage(await readText(chunks, errorBodyLimit), sent),
    retryAfterMs: retryAfterMs(headers.get('Retry-After'), sentAtMs),
  })
}

/** Anything longer, or several values joined by a gateway, can't be relied on as an identity. */
const serviceIdOf = ({ headers }: Response): string | undefined =>
  /^[\w.:-]{1,100}$/.exec(headers.get(serviceIdHeader) ?? '')?.[0]

function kindOf(status: number): FailureKind {
  if (status === 401) return 'unauthorized'
  if (status === 403) return 'forbidden'
  if (status === 404 || status === 410) return 'not-found'
  // 408 and 425 also ask to try again.
  if (status === 408 || status === 425 || status === 429 || status === 503) return 'busy'
  return status >= 500 ? 'service-error' : 'rejected'
}

/** Reads a body as text, up to `limit` bytes. A broken connection counts as the end: the status says enough. */
async function readText(chunks: AsyncIterable<Uint8Array>, limit: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  try {
    for await (const chunk of chunks) {
      text += decoder.decode(chunk, { stream: true })
      bytes += chunk.length
      if (bytes >= limit) break
    }
  } catch {
    // A broken connection counts as the end.
  }
  return text + decoder.decode()
}

const shortestRetryMs = 1_000
const longestRetryMs = 3_600_000

/**
 * Parses a `Retry-After` header into milliseconds.
 *
 * Clamped to 1 s - 1 h: a date in the past must not cause a burst, nor a wrong one stop a watch.
 *
 * @param value seconds or an HTTP date; returns undefined if missing or neither
 */
export function retryAfterMs(value: string | null, nowMs: number): number | undefined {
  const text = value?.trim() ?? ''
  if (/^\d+(?:\.\d+)?$/.test(text)) return clamp(Number(text) * 1_000)
  // Every HTTP date names a weekday; without this check, `Date.parse` would read "-5" as a month.
  if (!/^[a-z]{3,9},? /i.test(text)) return undefined
  // The oldest form names no time zone, but means GMT like the others.
  const date = Date.parse(/ \d{4}$/.test(text) ? `${text} GMT` : text)
  return Number.isNaN(date) ? undefined : clamp(date - nowMs)
}

const clamp = (ms: number): number => Math.min(longestRetryMs, Math.max(shortestRetryMs, ms))
