import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer, STATUS_CODES } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import { getRequestListener, RequestError } from '@hono/node-server'
import { createHostCheck } from './allowed-hosts.ts'
import { asProblem, HttpProblem } from './problems.ts'
import { discardRest } from './read-bytes.ts'
import { addSecurityHeaders } from './security-headers.ts'

export interface ListenOptions {
  readonly fetch: (request: Request, bindings: HttpBindings) => Response | Promise<Response>
  readonly host: string
  /** Host names that the service accepts besides those of this machine (see `createHostCheck`). */
  readonly allowedHosts?: readonly string[] | undefined
  /** 0 for any free port. */
  readonly port: number
  /** Whether to try the next ports, up to twenty further on. */
  readonly orNext?: boolean
  readonly limits?: Partial<typeof connectionLimits>
}

export interface Listening {
  readonly port: number
  /** Takes no more requests, lets running ones finish, and cuts off those that haven't finished in time. */
  close(withinMs: number): Promise<void>
}

const portsTried = 20

/** Limits on what a slow or idle client may take from a shared service. */
export const connectionLimits = {
  headersWithinMs: 10_000,
  requestWithinMs: 30_000,
  /** With no byte in either direction; a long response to a slow reader may take longer. */
  silenceMs: 60_000,
  /**
   * Between two requests. Longer than the 60 s of nginx and of load balancers: if the service closed first, a request sent
   * at that moment would be lost, and often may not be sent again.
   */
  keepAliveMs: 65_000,
  /** At a time, over all clients. For a new one, the connection that has been idle longest is closed. */
  connections: 1_000,
  /** How often the first two limits are checked; Node's default of 30 s would turn 10 s into 40. */
  checkEveryMs: 1_000,
}

/** @throws the system's error when the port is taken or forbidden */
export async function listen({
  fetch,
  host,
  port,
  orNext = false,
  allowedHosts,
  ...options
}: ListenOptions): Promise<Listening> {
  const limits = { ...connectionLimits, ...options.limits }
  const isAllowed = createHostCheck(host, allowedHosts)
  const connections = createConnections(limits.connections)
  const server = createServer(
    {
      headersTimeout: limits.headersWithinMs,
      requestTimeout: limits.requestWithinMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      // Requests without one get our own response, like any other that can't be understood.
      requireHostHeader: false,
    },
    // The listener handles the promise itself; callers need not await it.
    (incoming, outgoing) => {
      connections.follow(outgoing, server)
      void handle(incoming, outgoing)
    },
  )
  const handle = getRequestListener(
    async (request, bindings) => {
      const { incoming, outgoing } = bindings as HttpBindings
      if (connections.areTooMany()) return refusal(tooManyConnections())
      const response = isAllowed(incoming.headers.host)
        ? await fetch(request, bindings as HttpBindings)
        : refusal(new HttpProblem(421, 'This service does not answer to this name (see ALLOWED_HOSTS).'))
      const rest = incoming.readableEnded ? undefined : discardRest(request)
      // Node closes such a connection with the last byte of the response.
      if (!outgoing.shouldKeepAlive) await rest
      return response
    },
    {
      overrideGlobalObjects: false,
      // Node would close the connection 500 ms after the response.
      autoCleanupIncoming: false,
      errorHandler: (error) => refusal(problemOf(error)),
    },
  )
  refuseUnhandled(server, connections)
  server.on('connection', (socket) => connections.add(socket))
  server.maxConnections = limits.connections + maxRefusedConnections
  server.timeout = limits.silenceMs
  await listenOnFreePort(server, { host, port, orNext })
  return {
    port: (server.address() as AddressInfo).port,
    close: (withinMs) => {
      connections.endKeepAlive()
      return close(server, withinMs)
    },
  }
}

/** Grace period of a new connection, whose first request may be on its way. */
const graceMs = 1_000

/** The open connections. For a new one past the limit, the one that has been idle longest is closed. */
function createConnections(max: number) {
  /** The latest response of each connection. */
  const responses = new Map<Duplex, ServerResponse>()
  /** Connections without a request, the longest idle first, and the end of their grace period. */
  const idle = new Map<Duplex, number>()
  let count = 0

  function closeLongestIdle(): void {
    for (const [socket, graceUntil] of idle) {
      if (graceUntil >= performance.now()) continue
      idle.delete(socket)
      socket.destroy()
      return
    }
  }

  return {
    areTooMany: () => count > max,
    responseOn: (socket: Duplex) => responses.get(socket),

    add(socket: Duplex): void {
      count += 1
      socket.once('close', () => {
        count -= 1
        responses.delete(socket)
        idle.delete(socket)
      })
      if (count > max) closeLongestIdle()
      idle.set(socket, performance.now() + graceMs)
    },

    /** Call when a request has come: its connection is idle again once the response has been sent. */
    follow(response: ServerResponse, server: Server): void {
      const { socket } = response.req
      responses.set(socket, response)
      idle.delete(socket)
      response.once('finish', () => {
        // With pipelining, the next one may have begun.
        if (responses.get(socket) !== response || !socket.writable) return
        if (server.listening) idle.set(socket, 0)
        else socket.destroySoon()
      })
    },

    /** Lets no client send its next request on a connection that is about to be closed. */
    endKeepAlive(): void {
      for (const response of responses.values()) response.shouldKeepAlive = false
    },
  }
}

/** Responds to requests that Node passes to no handler: malformed, unsupported and overdue ones. */
function refuseUnhandled(server: Server, connections: ReturnType<typeof createConnections>): void {
  const refuseExpectation = getRequestListener(() =>
    refusal(new HttpProblem(417, 'Nothing but 100-continue can be expected.')),
  )
  server.on('checkExpectation', (incoming, outgoing) => {
    connections.follow(outgoing, server)
    void refuseExpectation(incoming, outgoing)
  })
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => {
    const response = connections.responseOn(socket)
    const isBegun = isUnderWay(response) && response?.headersSent
    if (!socket.writable || isBegun || !/^(?:HPE_|ERR_HTTP_)/.test(code ?? '')) socket.destroy()
    else void refuse(socket, parserProblem(code))
  })
  server.on('connect', ({ socket }) => void refuse(socket, new HttpProblem(400, 'This is not a proxy.')))
  server.on('timeout', (socket) => {
    const response = connections.responseOn(socket)
    if (!response || !isUnderWay(response) || response.headersSent) socket.destroy()
    else void refuse(socket, notInTime(response.req))
  })
}

/** Connections over the cap that get a response; any further ones are closed without one. */
const maxRefusedConnections = 100

const tooManyConnections = (): HttpProblem =>
  new HttpProblem(503, 'Too many connections are open.', {
    headers: { Connection: 'close', 'Retry-After': '5' },
  })

/** The work continues, so the client is told to try again only if repeating the request is safe. */
const notInTime = ({ method = '', headers }: IncomingMessage): HttpProblem =>
  /^(?:GET|HEAD)$/.test(method) || headers['idempotency-key'] !== undefined
    ? new HttpProblem(503, 'No answer was ready in time.', { headers: { 'Retry-After': '5' } })
    : new HttpProblem(500, 'No answer was ready in time. What was asked for may have been done.')

const refusal = (problem: HttpProblem): Response => addSecurityHeaders(problem.toResponse())

/** Errors of Node's parser, by code; any other is a malformed request. */
const parserProblems: Readonly<Record<string, [status: number, detail: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too long.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the request are too long.'],
}

const parserProblem = (code = ''): HttpProblem =>
  new HttpProblem(...(parserProblems[code] ?? [400, 'This is not an HTTP request that can be read.']))

const problemOf = (error: unknown): HttpProblem =>
  error instanceof RequestError ? parserProblem() : asProblem(error)

/** Time for the client to read a refusal: destroying a connection with unread input may discard the response. */
const lingerMs = 1_000

const isUnderWay = (response: ServerResponse | undefined): boolean => response?.writableFinished === false

/** Responds when no request could be read, and closes the connection. */
async function refuse(socket: Duplex, problem: HttpProblem): Promise<void> {
  // After CONNECT, Node no longer listens: the reset of a connection would end the process.
  socket.on('error', () => socket.destroy())
  const response = refusal(problem)
  const body = await response.text()
  const headers = [...response.headers, ['Content-Length', Buffer.byteLength(body)], ['Connection', 'close']]
  const head = [
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}`,
    ...headers.map((header) => header.join(': ')),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // A client that keeps sending would otherwise hold it open.
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

async function listenOnFreePort(
  server: Server,
  { host, port, orNext }: { host: string; port: number; orNext: boolean },
): Promise<void> {
  for (let tried = 0; ; tried += 1) {
    try {
      server.listen({ host, port: port + tried })
      await once(server, 'listening')
      return
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (!isTaken || !orNext || tried >= portsTried) throw error
    }
  }
}

function close(server: Server, withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), withinMs)
    server.close(() => {
      clearTimeout(cutOff)
      resolve()
    })
    server.closeIdleConnections()
  })
}
