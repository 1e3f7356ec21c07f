import { Hono } from 'hono'
import { successState } from '../../contract/job-state.ts'
import { apiPrefix, jobPath, jobsPath, pingPath } from '../../contract/paths.ts'
import type { MiddlewareHandler } from 'hono'
import type { Jobs } from '../jobs/jobs.ts'
import type { Environment } from './environment.ts'
import { respondWithJob } from './job-response.ts'
import { createLargeRequestLimit } from './large-requests.ts'
import { createConcurrencyLimit } from './limits.ts'
import { HttpProblem } from './problems.ts'
import { readJobRequest } from './read-job-request.ts'

/** The four operations (docs/interface.md, "The service"), and 405 for any other method on their paths. */
export function createApiRoutes(
  jobs: Jobs,
  authenticated: MiddlewareHandler<Environment>,
): Hono<Environment> {
  const api = new Hono<Environment>()
  const limitLarge = createLargeRequestLimit()
  const countReader = createConcurrencyLimit(
    maxReadersPerAccount,
    `An account reads ${maxReadersPerAccount} long jobs at a time.`,
  )

  // Needs no credentials and allows other origins, for probes: that a service is here is no secret.
  api.get(pingPath, (c) =>
    c.json({ ping: 'pong' }, 200, {
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    }),
  )
  api.post(pingPath, authenticated, (c) =>
    c.json({ authenticated_user: c.get('account').email, ping: 'pong' }),
  )
  api.all(pingPath, refuseMethod('GET, HEAD, POST'))

  api.post(jobsPath, authenticated, async (c) => {
    const accountId = c.get('account').id
    const id = await limitLarge(accountId, async (hold) => {
      const request = await readJobRequest(c.req.raw, hold)
      const key = readIdempotencyKey(c.req.header('Idempotency-Key'))
      // A large request may have waited for others. If its client has left, nobody would learn the job’s number.
      if (c.req.raw.signal.aborted) throw new HttpProblem(400, 'The request broke off.')
      return jobs.create(accountId, request, key)
    })
    return c.json({ id }, 201, { Location: jobPath(id) })
  })
  api.all(jobsPath, refuseMethod('POST'))

  api.get(`${jobsPath}/:jobId`, authenticated, async (c) => {
    const accountId = c.get('account').id
    const jobId = c.req.param('jobId')
    const job = /^\d+$/.test(jobId) ? await jobs.find(accountId, Number(jobId)) : undefined
    // The same for another account's job, so that the two can't be told apart.
    if (!job) throw new HttpProblem(404, 'There is no job with this id.')
    if (job.state === successState && job.wantedCount > fewArticles) countReader(c, accountId)
    return respondWithJob(c, job, () => jobs.articles(job.id))
  })
  api.all(`${jobsPath}/:jobId`, refuseMethod('GET, HEAD'))

  api.all(`${apiPrefix.slice(0, apiPrefix.indexOf('/', 1))}/*`, (c) => c.notFound())
  return api
}

/** Limited because each response holds a few megabytes until its reader has finished. */
const maxReadersPerAccount = 32
/** Responses with fewer articles are soon sent, however slow their reader, and don't count. */
const fewArticles = 100

export function refuseMethod(allowed: string): MiddlewareHandler<Environment> {
  return async (c) => {
    throw new HttpProblem(405, `${c.req.method} is not possible here.`, { headers: { Allow: allowed } })
  }
}

/**
 * Reads `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header), quoted as in the draft or unquoted.
 *
 * @throws HttpProblem 400
 */
function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const key = /^(?:"([\x20\x21\x23-\x7e]{1,255})"|([\x21\x23-\x7e]{1,255}))$/.exec(header.trim())
  if (!key) throw new HttpProblem(400, 'The Idempotency-Key must be 1 to 255 characters of ASCII.')
  return key[1] ?? key[2]
}
