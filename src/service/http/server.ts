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
}

export interface Listening {
  readonly host: string
  readonly port: number
  /** Takes no more requests, lets those that run end, and cuts off what has not ended in time. */
  close(withinMs: number): Promise<void>
}

const portsTried = 20
/** A client that only holds connections open shares these with everybody, for a short while each. */
const connectionsAtMost = 1_000
const headersWithinMs = 10_000
const requestWithinMs = 30_000
/** With no byte going either way; a long answer to a slow reader may take longer. */
const silenceAtMostMs = 60_000

/** @throws the system's error when the port is taken or forbidden */
export async function listen({ fetch, host, port, orNext = false }: ListenOptions): Promise<Listening> {
  const server = createServer(
    {
      headersTimeout: headersWithinMs,
      requestTimeout: requestWithinMs,
      keepAliveTimeout: 5_000,
      // How often the two limits are looked at; twice a minute, the default, would make 10 s into 40.
      connectionsCheckingInterval: 1_000,
    },
    // Its listener waits for the answer itself; that it returns a promise is for those who want to know.
    (incoming, outgoing) => void answer(incoming, outgoing),
  )
  const answer = getRequestListener((request, bindings) => fetch(request, bindings as HttpBindings), {
    overrideGlobalObjects: false,
  })
  server.maxConnections = connectionsAtMost
  server.timeout = silenceAtMostMs

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
