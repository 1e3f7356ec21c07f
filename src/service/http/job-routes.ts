import { Hono } from 'hono'
import type { Article } from '../../contract/article.ts'
import type { JobRequest } from '../../contract/job.ts'
import { successState } from '../../contract/job-state.ts'
import { apiPrefix, jobPath, jobsPath, pingPath } from '../../contract/paths.ts'
import type { Context, MiddlewareHandler } from 'hono'
import type { Environment } from './environment.ts'
import type { JobMetadata } from './job-response.ts'
import { respondWithJob } from './job-response.ts'
import { createLargeRequestLimit } from './large-requests.ts'
import { HttpProblem, jobNotFound, tooManyRequests } from './problems.ts'
import { readJobRequest } from './read-job-request.ts'

/** What the routes need of the jobs; hides the queue behind it. */
export interface JobService {
  create(accountId: number, request: JobRequest, idempotencyKey?: string): Promise<number>
  find(accountId: number, jobId: number): Promise<JobMetadata | undefined>
  articles(jobId: number): AsyncIterable<readonly Article[]>
}

/** The four operations (docs/interface.md, "The service"), and 405 for any other method on their paths. */
export function createApiRoutes(
  jobs: JobService,
  authenticated: MiddlewareHandler<Environment>,
): Hono<Environment> {
  const api = new Hono<Environment>()
  const limitLarge = createLargeRequestLimit()
  const countReader = createReaderLimit()

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
    const jobId = readJobId(c.req.param('jobId'))
    const accountId = c.get('account').id
    const job = jobId === undefined ? undefined : await jobs.find(accountId, jobId)
    if (!job) throw jobNotFound()
    if (job.state === successState) countReader(c, accountId)
    return respondWithJob(c, job, () => jobs.articles(job.id))
  })
  api.all(`${jobsPath}/:jobId`, refuseMethod('GET, HEAD'))

  api.all(`${apiPrefix.slice(0, apiPrefix.indexOf('/', 1))}/*`, () => {
    throw new HttpProblem(404, 'There is nothing at this path.')
  })
  return api
}

/** How many responses with articles an account reads at once, each taking some 4 MB for as long as its reader takes. */
const maxReadersPerAccount = 32

function createReaderLimit() {
  /** The account of each. */
  const readers: number[] = []

  /** @throws HttpProblem 429 if the account has too many */
  return function countReader({ env }: Context<Environment>, accountId: number): void {
    if (readers.filter((id) => id === accountId).length >= maxReadersPerAccount)
      throw tooManyRequests(`An account reads ${maxReadersPerAccount} jobs at a time.`, 1_000)
    // Without a connection, as in development, nobody is slow.
    if (!env.outgoing || env.outgoing.closed) return
    readers.push(accountId)
    env.outgoing.once('close', () => readers.splice(readers.indexOf(accountId), 1))
  }
}

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

/** Job ids are PostgreSQL integers: anything else is the id of no job. */
function readJobId(text: string): number | undefined {
  const id = /^[0-9]{1,10}$/.test(text) ? Number(text) : undefined
  return id !== undefined && id < 2 ** 31 ? id : undefined
}
