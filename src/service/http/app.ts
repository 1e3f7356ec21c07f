import { Hono } from 'hono'
import type { MiddlewareHandler } from 'hono'
import { openApiDocument } from '../../contract/openapi.ts'
import {
  apiPrefix,
  pageStylesPath,
  settingsPath,
  sourcesPath,
  serviceIdHeader,
} from '../../contract/paths.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { SettingsAccess } from '../accounts/settings-access.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Sources } from '../sources/sources.ts'
import { createErrorHandler } from './error-response.ts'
import { authenticate, clientAddress, createSignIn } from './authentication.ts'
import type { Environment } from './environment.ts'
import { createApiRoutes, refuseMethod } from './job-routes.ts'
import type { Limits } from './limits.ts'
import { createConcurrencyLimit } from './limits.ts'
import type { Log } from './log.ts'
import { logRequests } from './log.ts'
import type { Metrics } from './metrics.ts'
import { metricsPath } from './metrics.ts'
import { createPageSessions } from './page-session.ts'
import { servePageStyles } from './pages.ts'
import { HttpProblem } from './problems.ts'
import { securityHeaders } from './security-headers.ts'
import { createSettingsRoutes } from './settings-routes.ts'
import { createSourcesRoutes } from './sources-routes.ts'

export interface AppOptions {
  /** Created with the database; job numbers are only meaningful together with it. */
  readonly serviceId: string
  readonly jobs: Jobs
  readonly accounts: Accounts
  readonly settingsAccess: SettingsAccess
  readonly sources: Sources
  readonly limits: Limits
  readonly log: Log
  readonly metrics?: Metrics | undefined
  /** Whether users' requests are served, or only those of monitoring. */
  readonly isWeb: boolean
  /** Whether `X-Forwarded-For` and `X-Forwarded-Proto` can be trusted because a proxy in front sets them. */
  readonly trustProxy: boolean
  /** Whether the database responds and this process should receive requests. */
  readonly isReady: () => Promise<boolean>
  /** Handles paths that aren't the service's: the desk's pages, if they are served from here. */
  readonly desk?: MiddlewareHandler<Environment> | undefined
}

/** Half of the connections (see `connectionLimits`): slow clients of one address leave room for those of others. */
const maxPerAddress = 500

export const healthPath = '/healthz'

/** Liveness only: the process runs, whether or not the service is ready. */
export const alive = (): Response =>
  new Response('alive\n', {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })

/**
 * The whole service as one function from Request to Response: the interface, its OpenAPI document, the pages for
 * settings and sources, health, metrics and the desk. Needs no port, so tests and Vite mount it directly.
 */
export function createApp(options: AppOptions): Hono<Environment> {
  const { jobs, limits, log } = options
  const signIn = createSignIn(options)
  // Ignores a trailing slash, which many clients add.
  const app = new Hono<Environment>({ strict: false })

  // Not logged: monitoring asks every few seconds.
  app.use(securityHeaders)
  app.get(healthPath, alive)
  app.get('/readyz', async (c) => {
    if (!(await options.isReady())) throw new HttpProblem(503, 'This process takes no more requests.')
    return c.text('ready\n', 200, { 'Cache-Control': 'no-store' })
  })
  if (options.metrics) app.get(metricsPath, options.metrics.handler)
  app.notFound(() => new HttpProblem(404, 'There is nothing at this path.').toResponse())
  app.onError(createErrorHandler(log))
  if (!options.isWeb) return app

  app.use(logRequests(log))
  if (options.metrics) app.use(options.metrics.countRequests)
  const countAtOnce = createConcurrencyLimit(
    maxPerAddress,
    `An address has ${maxPerAddress} requests at a time.`,
  )
  app.use((c, next) => {
    countAtOnce(c, clientAddress(c, options.trustProxy))
    return next()
  })
  app.use(`${apiPrefix}/*`, async (c, next) => {
    await next()
    c.res.headers.set(serviceIdHeader, options.serviceId)
  })
  app.route('/', createApiRoutes(jobs, authenticate(signIn, limits)))

  const openApi = JSON.stringify(openApiDocument())
  app.get('/openapi.json', (c) =>
    c.body(openApi, 200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' }),
  )
  app.all('/openapi.json', refuseMethod('GET, HEAD'))
  app.get(pageStylesPath, servePageStyles)
  const sessions = createPageSessions(options.settingsAccess, limits, options.trustProxy)
  app.route(settingsPath, createSettingsRoutes({ ...options, sessions, signIn }))
  app.route(sourcesPath, createSourcesRoutes({ ...options, sessions }))
  if (options.desk) app.use(options.desk)
  return app
}
