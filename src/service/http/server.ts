import type { Server, ServerResponse } from 'node:http'
import { createServer, STATUS_CODES } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import { getRequestListener, RequestError } from '@hono/node-server'
import { createHostCheck } from './allowed-hosts.ts'
import { asProblem, HttpProblem } from './problems.ts'
import { addSecurityHeaders } from './security-headers.ts'

export interface ListenOptions {
  readonly fetch: (request: Request, bindings: HttpBindings) => Response | Promise<Response>
  readonly host: string
  /** By which names it may be asked, beside those of this machine (see `createHostCheck`). */
  readonly allowedHosts?: readonly string[] | undefined
  /** 0 for any. */
  readonly port: number
  /** Whether the next free port will do, up to twenty further on. */
  readonly orNext?: boolean
  readonly limits?: Partial<typeof connectionLimits>
}

export interface Listening {
  readonly host: string
  readonly port: number
  /** Takes no more requests, lets those that run end, and cuts off what has not ended in time. */
  close(withinMs: number): Promise<void>
}

const portsTried = 20

/** What a slow or idle client may take of a service that has others to serve. */
export const connectionLimits = {
  headersWithinMs: 10_000,
  requestWithinMs: 30_000,
  /** With no byte going either way; a long answer to a slow reader may take longer. */
  silenceMs: 60_000,
  keepAliveMs: 5_000,
  /** At a time, of all clients together. */
  connections: 1_000,
  /** How often the first two are looked at; Node's half a minute would make 10 s into 40. */
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
  /** The latest of each connection. */
  const answers = new WeakMap<Duplex, ServerResponse>()
  let connections = 0
  const server = createServer(
    {
      headersTimeout: limits.headersWithinMs,
      requestTimeout: limits.requestWithinMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      // Without one the answer is ours, as for any other request that can't be understood.
      requireHostHeader: false,
    },
    // Its listener waits for the answer itself; that it returns a promise is for those who want to know.
    (incoming, outgoing) => {
      answers.set(incoming.socket, outgoing)
      void answer(incoming, outgoing)
    },
  )
  const answer = getRequestListener(
    (request, bindings) => {
      const { incoming } = bindings as HttpBindings
      if (connections > limits.connections) return refusal(tooManyConnections())
      return isAllowed(incoming.headers.host)
        ? fetch(request, bindings as HttpBindings)
        : refusal(new HttpProblem(421, 'This service does not answer to this name (see ALLOWED_HOSTS).'))
    },
    { overrideGlobalObjects: false, errorHandler: (error) => refusal(problemOf(error)) },
  )
  const refuseExpectation = getRequestListener(() =>
    refusal(new HttpProblem(417, 'Nothing but 100-continue can be expected.')),
  )
  server.on('checkExpectation', (incoming, outgoing) => void refuseExpectation(incoming, outgoing))
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => {
    const isBegun = isUnderWay(answers.get(socket)) && answers.get(socket)?.headersSent
    if (!socket.writable || isBegun || !/^(?:HPE_|ERR_HTTP_)/.test(code ?? '')) socket.destroy()
    else void refuse(socket, parserProblem(code))
  })
  server.on('connect', ({ socket }) => void refuse(socket, new HttpProblem(400, 'This is no proxy.')))
  server.on('timeout', (socket) => {
    const answer = answers.get(socket)
    if (!isUnderWay(answer) || answer?.headersSent) socket.destroy()
    else
      void refuse(
        socket,
        new HttpProblem(503, 'No answer was ready in time.', { headers: { 'Retry-After': '5' } }),
      )
  })
  server.on('connection', (socket) => {
    connections += 1
    socket.once('close', () => (connections -= 1))
  })
  server.maxConnections = limits.connections + refusedAtOnce
  server.timeout = limits.silenceMs

  for (let tried = 0; ; tried += 1) {
    try {
      await listenOn(server, host, port + tried)
      break
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (!isTaken || !orNext || tried >= portsTried) throw error
    }
  }
  return {
    host,
    port: (server.address() as AddressInfo).port,
    close: (withinMs) => close(server, withinMs),
  }
}

/** Connections beyond the cap that are told so; those beyond them are closed without a word. */
const refusedAtOnce = 100

const tooManyConnections = (): HttpProblem =>
  new HttpProblem(503, 'Too many connections are open.', {
    headers: { Connection: 'close', 'Retry-After': '5' },
  })

const refusal = (problem: HttpProblem): Response => addSecurityHeaders(problem.toResponse())

/** What Node's parser refuses, by its codes; whatever else it can't read is malformed. */
const parserProblems: Readonly<Record<string, [status: number, detail: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too long.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the request are too long.'],
}

const parserProblem = (code = ''): HttpProblem =>
  new HttpProblem(...(parserProblems[code] ?? [400, 'This is not an HTTP request that can be read.']))

const problemOf = (error: unknown): HttpProblem =>
  error instanceof RequestError ? parserProblem() : asProblem(error)

/** Time to read a refusal: what is still unread when a connection is destroyed may take the answer with it. */
const lingerMs = 1_000

const isUnderWay = (answer: ServerResponse | undefined): boolean => answer?.writableFinished === false

/** Answers where no request could be read, and closes the connection. */
async function refuse(socket: Duplex, problem: HttpProblem): Promise<void> {
  const answer = refusal(problem)
  const body = await answer.text()
  const headers = [...answer.headers, ['Content-Length', Buffer.byteLength(body)], ['Connection', 'close']]
  const head = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`,
    ...headers.map((header) => header.join(': ')),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // Whoever goes on sending would keep it open from their side.
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

function listenOn(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.off('error', reject)
      resolve()
    })
  })
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
