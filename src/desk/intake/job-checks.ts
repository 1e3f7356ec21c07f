import { meaningOfState } from '../../contract/job-state.ts'
import { toFailure } from '../api/errors.ts'
import type { Failure } from '../api/errors.ts'
import { LibraryError } from '../library/library.ts'
import type { CheckNote } from '../library/library.ts'
import type { JobAnswer, JobKey, JobRecord } from '../library/records.ts'
import { createArrivals } from './arrivals.ts'
import { noteOfFailure, noteOfState } from './check-notes.ts'
import { createChecksUnderWay } from './checks-under-way.ts'
import type { IntakeParts } from './intake-parts.ts'
import type { Arrival, CheckOutcome, Intake } from './intake.ts'

/** Asks for jobs, once each time. */
export function jobChecks({
  library,
  client,
  now,
  random,
}: IntakeParts): Pick<Intake, 'openJob' | 'checkJob' | 'abandonCheck'> {
  async function known(key: JobKey): Promise<JobRecord> {
    const record = await library.job(key)
    if (!record) throw new Error('Only a job that is in the library can be checked')
    return record
  }

  async function note(key: JobKey, check: CheckNote | undefined): Promise<JobRecord> {
    if (check) await library.noteCheck(key, check)
    return known(key)
  }

  async function save(key: JobKey, answer: JobAnswer): Promise<CheckOutcome> {
    try {
      return { record: await library.saveAnswer(key, answer, now()) }
    } catch (error) {
      return fail(key, { kind: 'storage', detail: unsaved(answer.articles.length, error) })
    }
  }

  async function fail(key: JobKey, failure: Failure): Promise<CheckOutcome> {
    const record = await known(key)
    try {
      const noted = await note(key, noteOfFailure(record, failure, { at: now(), random: random() }))
      return { record: noted, failure }
    } catch (error) {
      // A device that can't note the failure must not hide it.
      if (error instanceof LibraryError) return { record, failure }
      throw error
    }
  }

  async function make(
    key: JobKey,
    signal: AbortSignal,
    onArrival: (arrival: Arrival) => void,
  ): Promise<CheckOutcome> {
    const { jobId, request } = await known(key)
    if (jobId === undefined) return { record: await known(key) }
    const arrivals = createArrivals(request?.keywords ?? [], now, onArrival)
    try {
      const job = await client.getJob(jobId, {
        signal,
        onArticles: (articles) => arrivals.come(articles),
      })
      if (meaningOfState(job.state) === 'success')
        return await save(key, { ...job, cards: arrivals.cards(job.articles) })
      // Read again: the editor may have stopped the watch while the answer was on its way.
      const check = noteOfState(await known(key), job, { at: now(), random: random() })
      const soFar = job.articles.length > 0 ? arrivals.arrival(job.articles) : undefined
      return { record: await note(key, check), soFar }
    } catch (error) {
      if (error instanceof LibraryError) throw error
      return await fail(key, toFailure(error))
    }
  }

  const checks = createChecksUnderWay(make, now)

  return {
    async openJob(jobId, onArrival) {
      const record = await library.openByNumber(jobId, now())
      if (isDue(record, now())) checks.ahead(record.key, onArrival)
      return record
    },
    checkJob: (key, onArrival) => checks.join(key, onArrival),
    abandonCheck(key) {
      checks.abandon(key)
      return Promise.resolve()
    },
  }
}

const isDue = ({ phase, nextCheckAt = 0 }: JobRecord, at: number): boolean =>
  phase === 'watched' && nextCheckAt <= at

function unsaved(count: number, error: unknown): string {
  const cause =
    error instanceof LibraryError && error.reason === 'quota' ? 'no room is left' : 'it refuses to write'
  return `${count} ${count === 1 ? 'article' : 'articles'} came, but could not be kept on this device: ${cause}.`
}
