import { timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { apiPrefix, jobsPath, pingPath, settingsPath, sourcesPath } from '../../contract/paths.ts'
import { sha256 } from '../accounts/keys.ts'
import type { JobLog } from '../jobs/runner.ts'
import type { ServiceCounts } from '../jobs/service-counts.ts'
import type { Environment } from './environment.ts'
import { HttpProblem } from './problems.ts'

export const metricsPath = '/metrics'

export type Metrics = ReturnType<typeof createMetrics>

/** Histogram buckets, from a millisecond to beyond the minute that a job may collect. */
const seconds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]

/**
 * Metrics of this process and of the database in the Prometheus text format, for holders of the token. Labels are few
 * and fixed: none is taken from a request.
 *
 * @param readCounts leaves out what is unknown while the database is unavailable
 */
export function createMetrics(token: string, readCounts: () => Promise<Partial<ServiceCounts>>) {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })

  const requests = new Histogram({
    name: 'article_desk_http_request_seconds',
    help: 'Time until the headers of an answer, by path and status.',
    labelNames: ['method', 'path', 'status'],
    buckets: seconds,
    registers,
  })
  const waiting = new Histogram({
    name: 'article_desk_job_waiting_seconds',
    help: 'From the POST of a job until a worker took it.',
    buckets: seconds,
    registers,
  })
  const working = new Histogram({
    name: 'article_desk_job_working_seconds',
    help: 'Work on a job, by phase: matching, or collecting for it.',
    labelNames: ['phase'],
    buckets: seconds,
    registers,
  })
  const ended = new Counter({
    name: 'article_desk_jobs_ended_total',
    help: 'Jobs that this process ended, by state.',
    labelNames: ['state'],
    registers,
  })
  const fetches = new Counter({
    name: 'article_desk_fetches_total',
    help: 'What this process fetched for sources, by outcome.',
    labelNames: ['outcome'],
    registers,
  })
  const gauges: Record<keyof ServiceCounts, Gauge<'state'>> = {
    jobs: gauge('article_desk_jobs', 'Jobs that are not done, of all processes.'),
    sources: gauge('article_desk_sources', 'Sources by state.'),
    connections: gauge('article_desk_database_connections', 'The pool of this process.'),
  }

  function gauge(name: string, help: string): Gauge<'state'> {
    return new Gauge({ name, help, labelNames: ['state'], registers })
  }

  return {
    countRequests: (async (c, next) => {
      const end = requests.startTimer()
      await next()
      end({ method: methodOf(c.req.method), path: pathOf(c.req.path), status: String(c.res.status) })
    }) satisfies MiddlewareHandler<Environment>,

    countFetch: (outcome: string): void => fetches.inc({ outcome }),

    countWait: (ms: number): void => waiting.observe(ms / 1_000),

    countJob: ((entry) => {
      const phase = entry.event === 'job-collected' ? 'collect' : 'match'
      if (entry.durationMs !== undefined) working.observe({ phase }, entry.durationMs / 1_000)
      if (entry.event === 'job-done') ended.inc({ state: 'success' })
      if (entry.event === 'job-failed' && entry.willRetry === false) ended.inc({ state: 'failure' })
    }) satisfies JobLog,

    /** @throws HttpProblem 401 without the token */
    handler: (async (c) => {
      const given = c.req.header('Authorization') ?? ''
      // Digests, since a constant-time comparison needs equal lengths.
      if (!timingSafeEqual(sha256(given), sha256(`Bearer ${token}`)))
        throw new HttpProblem(401, 'Send METRICS_TOKEN as a bearer token.', {
          headers: { 'WWW-Authenticate': 'Bearer' },
        })
      const counts = await readCounts()
      for (const name of Object.keys(gauges) as (keyof ServiceCounts)[]) {
        // Don't show old values for counts that are unknown now.
        gauges[name].reset()
        for (const [state, count] of Object.entries(counts[name] ?? {})) gauges[name].set({ state }, count)
      }
      return c.body(await register.metrics(), 200, {
        'Content-Type': register.contentType,
        'Cache-Control': 'no-store',
      })
    }) satisfies MiddlewareHandler<Environment>,
  }
}

const methodOf = (method: string): string =>
  /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method) ? method : 'other'

function pathOf(path: string): string {
  if (path === pingPath || path === jobsPath) return path
  if (path.startsWith(`${jobsPath}/`)) return `${jobsPath}/{job_id}`
  return [apiPrefix, settingsPath, sourcesPath].find((prefix) => path.startsWith(prefix)) ?? 'desk'
}
