import type { ServiceOptions } from '../create-service.ts'
import { createService } from '../create-service.ts'

export interface Sent {
  readonly as?: { email: string; key: string } | undefined
  readonly headers?: Record<string, string> | undefined
  /** Sent as JSON unless it is a string, a stream or bytes. */
  readonly body?: unknown
  /** The client's address. */
  readonly from?: string | undefined
}

/** The real service on a real database, called without a port. `editor` is its first account. */
export async function startTestService(options: ServiceOptions = {}) {
  const service = createService({
    starterCollection: false,
    collect: false,
    requestsPerMinute: 1e9,
    ...options,
  })
  const running = await service.start()
  const editor = { email: running.firstAccount?.email ?? '', key: running.firstAccount?.key ?? '' }

  return {
    ...running,
    service,
    editor,
    ask: (method: string, path: string, sent: Sent = {}) =>
      service.fetch(makeRequest(method, path, sent), bindingsOf(sent.from)),
    stop: () => service.stop({ withinMs: 1_000 }),
  }
}

export type TestService = Awaited<ReturnType<typeof startTestService>>

function makeRequest(method: string, path: string, { as, headers, body }: Sent): Request {
  const isPlain = typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream
  return new Request(`http://desk.test${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(as && { Authorization: basic(as.email, as.key) }),
      ...headers,
    },
    ...(body !== undefined && { body: isPlain ? body : JSON.stringify(body), duplex: 'half' }),
  } as RequestInit)
}

export const basic = (email: string, key: string): string =>
  `Basic ${Buffer.from(`${email}:${key}`, 'utf8').toString('base64')}`

/** The parts of a connection that the service uses. */
function bindingsOf(address = '192.0.2.1') {
  return { incoming: { socket: { remoteAddress: address } } } as never
}
