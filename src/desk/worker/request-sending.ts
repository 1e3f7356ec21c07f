import { countIds, emptyIdList, type IdList } from '../../contract/ids.ts'
import type { JobRequest } from '../../contract/job-request.ts'
import type { Failure } from '../api/errors.ts'
import { toFailure } from '../api/errors.ts'
import type { JobKey, JobRecord } from '../library/records.ts'
import type { SkipScope } from '../library/skips/skip-scope.ts'
import type { WorkerParts } from './worker-parts.ts'
import type { CreateOutcome, WorkerApi } from '../worker-client/worker-api.ts'

/** Without locks, a request sent longer ago than any answer takes is assumed to belong to a dead tab. */
const longestSendingMs = 5 * 60_000

/** Sends each request exactly once. */
export function requestSending({
  library,
  client,
  now,
  locks,
}: WorkerParts): Pick<WorkerApi, 'createJob' | 'resend' | 'recover'> {
  async function send(key: JobKey, request: JobRequest): Promise<CreateOutcome> {
    let jobId: number
    try {
      jobId = await client.createJob(request, key)
    } catch (error) {
      return { kind: 'unconfirmed', key, failure: toFailure(error) }
    }
    try {
      const record = await library.accept(key, jobId)
      return { kind: 'accepted', key: record.key, record }
    } catch {
      // The job exists and costs the editor's quota: without its number it could never be found again.
      const detail = `The service made job ${jobId}, but this device could not save it. Write the number down.`
      return { kind: 'unconfirmed', key, failure: { kind: 'storage', detail } }
    }
  }

  async function gather({ pasted = [], ...scope }: SkipScope): Promise<IdList> {
    // A single list needs no read of the library, which is slow if it is large.
    if (Object.keys(scope).length === 0 && pasted.length <= 1) return pasted[0] ?? emptyIdList
    return (await library.skipIds({ ...scope, pasted })).ids
  }

  async function keepUnconfirmed(key: JobKey, { kind, status, detail }: Failure): Promise<void> {
    await library.markUnconfirmed(key, { kind, status, detail })
  }

  return {
    async createJob(asked, madeFrom, skips) {
      const { pasted = [], ...skipScope } = skips ?? {}
      const named = [asked.idsToSkip, ...pasted].filter((ids) => countIds(ids) > 0)
      const request = { ...asked, idsToSkip: await gather({ ...skipScope, pasted: named }) }
      const from = { at: now(), madeFrom, skipScope: skips && skipScope }
      const { key } = await library.addSending(request, from)
      return locks.hold(lockName(key), async () => {
        const outcome = await send(key, request)
        if (outcome.kind !== 'unconfirmed') return outcome
        if (!isRefusal(outcome.failure)) {
          await keepUnconfirmed(key, outcome.failure)
          return outcome
        }
        await library.discardSent(key)
        return { kind: 'refused', failure: outcome.failure }
      })
    },

    async resend(key) {
      const outcome = await locks.tryHold(lockName(key), async () => {
        const request = await library.markSending(key, now())
        if (!request) return undefined
        const outcome = await send(key, request)
        // Even on a refusal: it settles this attempt, not the earlier one whose answer never came.
        if (outcome.kind === 'unconfirmed') await keepUnconfirmed(key, outcome.failure)
        return outcome
      })
      // Another click or tab was first: it sends the request and records the outcome.
      return outcome ?? { kind: 'sent-elsewhere', key }
    },

    async recover() {
      for (const record of await library.jobs()) {
        if (record.phase === 'sending' && (await isAbandoned(record)))
          await library.markUnconfirmed(record.key, { kind: 'aborted' })
      }
    },
  }

  async function isAbandoned(record: JobRecord): Promise<boolean> {
    return !((await locks.isHeld(lockName(record.key))) ?? now() - record.startedAt < longestSendingMs)
  }
}

const lockName = (key: JobKey): string => `article-desk/sending/${key}`

/**
 * Statuses sent before anything is done. A 408, 424, 425 or 499 may also come from a proxy that gave up on a working
 * service, and an undefined status proves nothing.
 */
const refusals: ReadonlySet<number> = new Set([
  400, 401, 402, 403, 404, 405, 407, 409, 410, 411, 412, 413, 414, 415, 417, 421, 422, 426, 428, 429, 431,
  451,
])

/** Whether the service certainly made no job. After anything else it may have made one before the answer was lost. */
const isRefusal = ({ kind, status }: Failure): boolean =>
  kind === 'unauthorized' || (status !== undefined && refusals.has(status))
