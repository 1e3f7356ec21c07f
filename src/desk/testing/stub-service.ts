import type { WireRequest } from '../../contract/job.ts'
import { apiPrefix, jobsPath, pingPath } from '../../contract/paths.ts'
import type { Fetch } from '../api/transport.ts'

/** What GET of a job returns at one moment; the last state stays. */
export interface StubJobState {
  readonly state: string
  readonly category?: string
  /** Any values: a service may send anything. */
  readonly articles?: readonly unknown[]
}

export interface StubRequest {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly authorization: string | null
  readonly init: RequestInit
}

/** A fault: a response to give instead, or an error to throw as `fetch` would. */
export type StubFault = Response | Error | ((signal: AbortSignal | null | undefined) => Promise<Response>)

export interface StubService {
  readonly address: string
  readonly fetch: Fetch
  /** All requests, in order. */
  readonly requests: readonly StubRequest[]
  /** Keys by e-mail; change it to revoke one. */
  readonly accounts: Map<string, string>
  /** Adds a job, as if another program had posted it. */
  addJob(id: number, ...states: StubJobState[]): void
  /** The states of jobs posted from now on. */
  nextJobStates(...states: StubJobState[]): void
  /** Sets the id that it sends in a header from now on. */
  nameItself(id: string | undefined): void
  /** Breaks the next requests, one fault each, in order. */
  failNext(...faults: StubFault[]): void
}

/**
 * A minimal service for tests of the desk: documented responses, real credentials, faults on demand. It implements the
 * interface independently, so that a mistake in the contract doesn't cancel itself out.
 */
export function createStubService({
  address = 'https://service.example',
  accounts = { 'editor@example.org': 'key-1' },
}: { address?: string; accounts?: Record<string, string> } = {}): StubService {
  const requests: StubRequest[] = []
  const known = new Map(Object.entries(accounts))
  const jobs = new Map<number, StubJobState[]>()
  const faults: StubFault[] = []
  let nextStates: StubJobState[] = [{ state: 'success', articles: [] }]
  let nextId = 17
  let ownId: string | undefined

  function respond({ method, path, body, authorization }: StubRequest): Response {
    if (method === 'GET' && path === pingPath) return json({ ping: 'pong' })
    const email = authenticatedEmail(authorization, known)
    if (email === undefined) return json({ title: 'Unauthorized', detail: 'Wrong e-mail or key.' }, 401)
    if (method === 'POST' && path === pingPath) return json({ ping: 'pong', authenticated_user: email })
    if (method === 'POST' && path === jobsPath) return create(body as WireRequest)
    const id = method === 'GET' && /\/jobs\/(\d+)$/.exec(path)?.[1]
    return id ? read(Number(id)) : json({ detail: 'No such path.' }, 404)
  }

  function create(body: WireRequest): Response {
    if (typeof body !== 'object' || body === null) return json({ detail: 'The body must be an object.' }, 422)
    const id = nextId++
    jobs.set(id, [...nextStates])
    return json({ id }, 201)
  }

  function read(id: number): Response {
    const states = jobs.get(id)
    const now = states?.[0]
    if (!states || !now) return json({ detail: 'No such job.' }, 404)
    if (states.length > 1) states.shift()
    return json({ id, category: '', articles: [], ...now })
  }

  return {
    address,
    requests,
    accounts: known,
    async fetch(input, init = {}) {
      init.signal?.throwIfAborted()
      const request = toRequest(input, init)
      requests.push(request)
      const fault = faults.shift()
      if (fault instanceof Error) throw fault
      if (fault) return fault instanceof Response ? fault : abortable(fault(init.signal), init.signal)
      const response = respond(request)
      if (ownId !== undefined) response.headers.set('Service-Id', ownId)
      return response
    },
    addJob: (id, ...states) => void jobs.set(id, [...states]),
    nextJobStates(...states) {
      nextStates = states
    },
    nameItself: (id) => void (ownId = id),
    failNext: (...more) => void faults.push(...more),
  }
}

/** What `fetch` throws if there is no response. */
export const networkError = (): Error => new TypeError('Failed to fetch')

/** A response that never comes, until the request is aborted. */
export const silence = (): Promise<Response> => new Promise(() => {})

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  })
}

/** Articles with ids from `firstId` on, each with its own text. */
export function stubArticles(count: number, firstId = 1): { id: number; title: string; text: string }[] {
  return Array.from({ length: count }, (_, index) => ({
    id: firstId + index,
    title: `Article ${firstId + index}`,
    text: `The text of article ${firstId + index}.\n\nIt has a second paragraph about solar farms.`,
  }))
}

function toRequest(input: string, init: RequestInit): StubRequest {
  const headers = new Headers(init.headers)
  const url = new URL(input)
  return {
    method: init.method ?? 'GET',
    path: apiPrefix + (url.pathname.split(apiPrefix)[1] ?? `?${url.pathname}`),
    body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    authorization: headers.get('Authorization'),
    init,
  }
}

function authenticatedEmail(authorization: string | null, accounts: Map<string, string>): string | undefined {
  const encoded = /^Basic (.+)$/.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return undefined
  const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
  const [email = '', ...key] = new TextDecoder().decode(bytes).split(':')
  return accounts.has(email) && accounts.get(email) === key.join(':') ? email : undefined
}

function abortable(response: Promise<Response>, signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((resolve, reject) => {
    response.then(resolve, reject)
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })
}
