import type { Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { getRequestListener } from '@hono/node-server'

export interface ListenOptions {
  readonly fetch: (request: Request, bindings: HttpBindings) => Response | Promise<Response>
  readonly host: string
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
  ...options
}: ListenOptions): Promise<Listening> {
  const limits = { ...connectionLimits, ...options.limits }
  const server = createServer(
    {
      headersTimeout: limits.headersWithinMs,
      requestTimeout: limits.requestWithinMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: limits.checkEveryMs,
    },
    // Its listener waits for the answer itself; that it returns a promise is for those who want to know.
    (incoming, outgoing) => void answer(incoming, outgoing),
  )
  const answer = getRequestListener((request, bindings) => fetch(request, bindings as HttpBindings), {
    overrideGlobalObjects: false,
  })
  server.maxConnections = limits.connections
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
