import { setTimeout as delay } from 'node:timers/promises'
import { jobPath, jobsPath } from '../../contract/paths.ts'
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
  const ask = (method: string, path: string, sent: Sent = {}) =>
    service.fetch(makeRequest(method, path, sent), bindingsOf(sent.from))

  return {
    ...running,
    service,
    editor,
    ask,
    /** @returns the id of the new job */
    async createJob(body: object = {}, as = editor): Promise<number> {
      const response = await ask('POST', jobsPath, { as, body })
      if (response.status !== 201) throw new Error(`No job was made: ${response.status}`)
      return ((await response.json()) as { id: number }).id
    },
    /** Waits for a job, which must be found each time. @returns the response that has its articles */
    async finished(id: number, as = editor): Promise<Response> {
      for (;;) {
        const response = await ask('GET', jobPath(id), { as })
        if (response.status !== 200) throw new Error(`Job ${id} was not found: ${response.status}`)
        if ((await response.clone().text()).includes('"state":"success"')) return response
        await delay(5)
      }
    },
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
