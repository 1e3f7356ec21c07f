import { countIds, emptyIdList, type IdList } from '../../contract/ids.ts'
import type { JobRequest } from '../../contract/job.ts'
import type { Failure } from '../api/errors.ts'
import { toFailure } from '../api/errors.ts'
import { newSentKey } from '../library/jobs/stored-jobs.ts'
import type { JobKey, JobRecord } from '../library/records.ts'
import type { SkipScope } from '../library/skips/skip-scope.ts'
import type { WorkerDependencies } from './worker-dependencies.ts'
import type { CreateOutcome, WorkerApi } from '../worker-protocol/worker-api.ts'

/** Without locks, a request sent longer ago than any response takes is assumed to belong to a dead tab. */
const longestSendingMs = 5 * 60_000

/** A request is delayed no longer than this to learn whether the service was reset. */
const longestPingMs = 3_000

export interface RequestSending extends Pick<WorkerApi, 'createJob' | 'resend'> {
  /**
   * Marks requests as unconfirmed whose tab died while sending them, and looks again later at those that another tab may
   * still be sending.
   */
  recover(): Promise<void>
}

/** Sends each request exactly once. */
export function requestSending({
  library,
  client,
  now,
  locks: lockManager,
}: WorkerDependencies): RequestSending {
  const locks = createSendingLocks(lockManager)
  const followed = new Set<JobKey>()

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

  /**
   * Asked before ids to skip are sent: to a service that was reset since it last responded, they name other articles.
   * Without a response the request is sent as it is, and probably gets none either.
   */
  async function wasReset(): Promise<boolean> {
    const known = await library.service().catch(() => undefined)
    if (!known) return false
    await client.ping(AbortSignal.timeout(longestPingMs)).catch(() => {})
    return (await library.service().catch(() => known))?.id !== known.id
  }

  async function keepUnconfirmed(outcome: CreateOutcome & { kind: 'unconfirmed' }): Promise<CreateOutcome> {
    const { kind, status, detail } = outcome.failure
    try {
      await library.markUnconfirmed(outcome.key, { kind, status, detail })
      return outcome
    } catch (error) {
      // Of the job itself nothing could be saved either: a newer desk in another tab has taken the library over.
      if (kind === 'storage') return { kind: 'unsaved', failure: outcome.failure }
      throw error
    }
  }

  return {
    async createJob(asked, madeFrom, skips, formIds) {
      const key = newSentKey()
      // Before anything is waited for: the draft may be edited meanwhile, and is no longer that of this request then.
      // If it fails, the draft merely stays if this tab dies.
      if (formIds) library.noteDraftSent(formIds, key).catch(() => {})
      const { pasted = [], ...skipScope } = skips ?? {}
      const given = [asked.idsToSkip, ...pasted].filter((ids) => countIds(ids) > 0)
      const mayName = given.length > 0 || Object.keys(skipScope).length > 0
      const scope =
        mayName && (await wasReset()) ? { ...skipScope, lists: [] } : { ...skipScope, pasted: given }
      const request = { ...asked, idsToSkip: await gather(scope) }
      // Held before another tab can read the request, which it would take for one whose tab has died.
      return locks.hold(lockName(key), async () => {
        await library.addSending(request, { key, at: now(), madeFrom, skipScope: skips && skipScope })
        const outcome = await send(key, request)
        if (outcome.kind !== 'unconfirmed') return outcome
        if (!isRefusal(outcome.failure)) return keepUnconfirmed(outcome)
        await library.discardSent(key)
        return { kind: 'refused', failure: outcome.failure }
      })
    },

    async resend(key) {
      const outcome = await locks.tryHold(lockName(key), async () => {
        const kept = await library.job(key)
        // The stored request then skips nothing any more.
        if (kept?.request?.skipCount) await wasReset()
        const request = await library.markSending(key, now())
        if (!request) return undefined
        const outcome = await send(key, request)
        // Even on a refusal: it settles this attempt, not the earlier one whose response never came.
        return outcome.kind === 'unconfirmed' ? keepUnconfirmed(outcome) : outcome
      })
      // Another click or tab was first: it sends the request and records the outcome.
      return outcome ?? { kind: 'sent-elsewhere', key }
    },

    recover,
  }

  async function recover(): Promise<void> {
    for (const record of await library.jobs()) {
      const { key, phase } = record
      if (phase !== 'sending') continue
      if (await isAbandoned(record)) {
        await library.markUnconfirmed(key, { kind: 'aborted' })
        await library.discardDraft([key])
      } else if (!followed.has(key)) follow(key)
    }
  }

  /** Its tab may die before the response, or, without locks, be dead already without anyone knowing. */
  function follow(key: JobKey): void {
    followed.add(key)
    const look = () => {
      followed.delete(key)
      return recover()
    }
    locks
      .released(lockName(key))
      .then(look)
      .catch(() => {})
  }

  async function isAbandoned({ key, startedAt }: JobRecord): Promise<boolean> {
    // Absolute: a clock that was set back must not keep it "Sending" forever.
    return !((await locks.isHeld(lockName(key))) ?? Math.abs(now() - startedAt) < longestSendingMs)
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

/** Whether the service certainly made no job. After anything else it may have made one before the response was lost. */
const isRefusal = ({ kind, status }: Failure): boolean =>
  kind === 'unauthorized' || (status !== undefined && refusals.has(status))

/** Distinguishes a request that another tab is sending from one whose tab has died. */
interface SendingLocks {
  /** Runs `send` while holding a lock that shows this tab to be alive. */
  hold<T>(name: string, send: () => Promise<T>): Promise<T>
  /** The same, but returns undefined if the name is already held. */
  tryHold<T>(name: string, send: () => Promise<T>): Promise<T | undefined>
  /** Whether the name is held now; undefined if that can't be known. */
  isHeld(name: string): Promise<boolean | undefined>
  /** Resolves once it is no longer held; where that can't be known, once it is too old to be. */
  released(name: string): Promise<void>
}

/** @param locks Web Locks, which a browser releases when a tab dies; undefined on plain http */
export function createSendingLocks(locks: LockManager | undefined): SendingLocks {
  if (!locks)
    return {
      hold: (_name, send) => send(),
      tryHold: (_name, send) => send(),
      isHeld: () => Promise.resolve(undefined),
      released: () => new Promise((resolve) => setTimeout(resolve, longestSendingMs)),
    }
  return {
    hold: (name, send) =>
      // Doesn't wait for the release of the lock, a message to the browser and back: the page can draw the job by then.
      new Promise((resolve, reject) => {
        locks.request(name, () => send().then(resolve, reject)).catch(reject)
      }),
    tryHold: (name, send) =>
      locks.request(name, { ifAvailable: true }, (lock) => (lock ? send() : Promise.resolve(undefined))),
    async isHeld(name) {
      const { held = [] } = await locks.query()
      return held.some((lock) => lock.name === name)
    },
    released: (name) => locks.request(name, () => {}),
  }
}
