import { Hono } from 'hono'
import type { MiddlewareHandler } from 'hono'
import { closeOnError, createErrorHandler } from './error-response.ts'
import type { Environment } from './environment.ts'
import type { Log } from './log.ts'
import { logRequests } from './log.ts'
import { createProxy } from './proxy.ts'
import { HttpProblem } from './problems.ts'
import { securityHeaders } from './security-headers.ts'

export interface RemoteDeskOptions {
  /** Base address of the service to proxy to. */
  readonly serviceUrl: URL
  readonly desk: MiddlewareHandler<Environment>
  readonly log: Log
}

/** The desk alone, in front of a remote service: no database, no accounts, no stored data. */
export function createRemoteDesk({ serviceUrl, desk, log }: RemoteDeskOptions): Hono<Environment> {
  const proxy = createProxy({ serviceUrl })
  const app = new Hono<Environment>()
  app.use(logRequests(log))
  app.use(securityHeaders)
  app.use(async (c, next) => {
    const response = await proxy(c.req.raw)
    if (!response?.body) return response ?? next()
    return new Response(closeOnError(response.body, c.env?.outgoing), response)
  })
  app.use(desk)
  app.notFound(() => new HttpProblem(404, 'There is nothing at this path.').toResponse())
  app.onError(createErrorHandler(log))
  return app
}
