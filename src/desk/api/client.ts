import * as v from 'valibot'
import type { Article } from '../../contract/article.ts'
import type { Job, JobRequest } from '../../contract/job.ts'
import { createdJobSchema, toWireRequest } from '../../contract/job.ts'
import { jobPath, jobsPath, pingPath } from '../../contract/paths.ts'
import { authenticatedPingSchema, pingSchema } from '../../contract/ping.ts'
import type { Credentials } from './credentials.ts'
import { ServiceError, toFailure } from './errors.ts'
import { readJobStream } from './job-stream.ts'
import type { OkResponse, ServiceRequest, TransportOptions } from './transport.ts'
import { createTransport } from './transport.ts'

export interface ClientOptions extends TransportOptions {
  /** Read for each request, since an editor may sign in again at any time. Undefined if nobody is signed in. */
  readonly credentials: () => Credentials | undefined
  /** Whether the server is our own, which knows idempotency keys. Others may reject unknown headers (CORS). */
  readonly isSameOrigin?: boolean | undefined
  /** Called with credentials that the service has just refused, before anything else is sent with them. */
  readonly onRefused?: ((credentials: Credentials) => void) | undefined
}

export interface GetJobOptions extends Pick<ServiceRequest, 'signal' | 'waitFactor'> {
  /** Called with all valid articles so far, as they arrive. The array keeps growing and must not be changed. */
  readonly onArticles?: ((articles: readonly Article[]) => void) | undefined
  /** Sent before other queued job requests. */
  readonly isUrgent?: boolean | undefined
}

/** The service as functions, one per endpoint. Each sends its request once and throws only {@link ServiceError}. */
export interface Client {
  /** GET ping (docs/interface.md, "The service"): whether a service is there. Needs no credentials. */
  ping(signal?: AbortSignal): Promise<void>
  /** POST ping (docs/interface.md, "The service"): returns the e-mail that the service knows these credentials by. */
  authenticate(): Promise<string>
  /** GET jobs/{id} (docs/interface.md, "The service"): the job with its articles, parsed while it arrives. */
  getJob(jobId: number, options?: GetJobOptions): Promise<Job>
  /**
   * POST jobs (docs/interface.md, "Requests"): returns the id of the new job. Two calls make two jobs, unless both have
   * the same intent and go to a server of our own.
   */
  createJob(request: JobRequest, intent?: string): Promise<number>
}

export function createClient(options: ClientOptions): Client {
  const send = createTransport(options)
  const inTurn = createSerialQueue()

  async function sendSigned(request: ServiceRequest): Promise<OkResponse> {
    const credentials = options.credentials()
    // Without a key the service would certainly refuse, and refused requests may lock an account.
    if (!credentials) throw new ServiceError({ kind: 'unauthorized' })
    try {
      return await send({ ...request, credentials })
    } catch (error) {
      if (toFailure(error).kind !== 'unauthorized') throw error
      options.onRefused?.(credentials)
      const newer = options.credentials()
      // The editor signed in again during this request, so it was the old key that was refused. Only a GET is retried:
      // a job must never be made twice.
      if (request.method === 'GET' && newer && newer.apiKey !== credentials.apiKey) return sendSigned(request)
      throw error
    }
  }

  return {
    async ping(signal) {
      await read(pingSchema, await send({ method: 'GET', path: pingPath, signal }))
    },
    async authenticate() {
      const response = await sendSigned({ method: 'POST', path: pingPath })
      return (await read(authenticatedPingSchema, response)).authenticated_user
    },
    async getJob(jobId, { signal, waitFactor, onArticles, isUrgent } = {}) {
      const send = () => sendSigned({ method: 'GET', path: jobPath(jobId), signal, waitFactor })
      const response = await inTurn(send, isUrgent)
      const job = await readJobStream(response.chunks, { onArticles, sampleOf: response.sampleOf })
      if (job.id !== jobId)
        throw new ServiceError({
          kind: 'unreadable',
          detail: `The response was job ${job.id}, not ${jobId}.`,
        })
      return job
    },
    async createJob(request, intent) {
      const json = JSON.stringify(toWireRequest(request))
      const idempotencyKey = options.isSameOrigin ? intent : undefined
      const response = await sendSigned({ method: 'POST', path: jobsPath, json, idempotencyKey })
      return (await read(createdJobSchema, response)).id
    },
  }
}

/** Longest body of a small response, in bytes. */
const smallBodyLimit = 1_000_000

async function read<T>(schema: v.GenericSchema<unknown, T>, response: OkResponse): Promise<T> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.chunks) {
    bytes += chunk.length
    if (bytes > smallBodyLimit) throw new ServiceError({ kind: 'too-large', status: response.status })
    text += decoder.decode(chunk, { stream: true })
  }
  text += decoder.decode()
  const result = v.safeParse(schema, parseJson(text))
  if (result.success) return result.output
  throw new ServiceError({ kind: 'unreadable', status: response.status, detail: response.sampleOf(text) })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The longest time that one request may delay the next. */
const longestWaitMs = 2_000

/** Runs tasks one after the other. @param isUrgent runs before all tasks that haven't begun */
type SerialQueue = <T>(send: () => Promise<T>, isUrgent?: boolean) => Promise<T>

/**
 * Sends requests one at a time, each after the response to the one before is known. If many jobs are due at once, a
 * refused key is then tried with only one of them: repeated wrong keys lock accounts.
 */
function createSerialQueue(): SerialQueue {
  const waiting: (() => Promise<unknown>)[] = []
  let isRunning = false

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    for (let send = waiting.shift(); send; send = waiting.shift())
      await Promise.race([
        send().catch(() => {}),
        new Promise((resolve) => setTimeout(resolve, longestWaitMs)),
      ])
    isRunning = false
  }

  return (send, isUrgent = false) =>
    new Promise((resolve, reject) => {
      const sendInTurn = () => {
        const sent = send()
        sent.then(resolve, reject)
        return sent
      }
      if (isUrgent) waiting.unshift(sendInTurn)
      else waiting.push(sendInTurn)
      void run()
    })
}
