import { successState } from '../../contract/job.ts'
import { toFailure } from '../api/errors.ts'
import type { Failure } from '../api/errors.ts'
import { LibraryError } from '../library/library.ts'
import type { CheckNote } from '../library/library.ts'
import type { JobAnswer, JobKey, JobRecord } from '../library/records.ts'
import { createListeners } from '../intake/listeners.ts'
import { noteOfFailure, noteOfState } from './check-notes.ts'
import { createChecksUnderWay } from './checks-under-way.ts'
import type { IntakeParts } from './intake-parts.ts'
import type { CheckOutcome, Intake, PartialNews } from '../intake/intake.ts'
import { createPartialResults } from './partial-results.ts'

/** Asks for jobs, once each time. */
export function jobChecks({
  library,
  client,
  now,
  random,
}: IntakeParts): Pick<Intake, 'openJob' | 'checkJob' | 'abandonCheck' | 'subscribe'> {
  const { tell, subscribe } = createListeners<PartialNews>()

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
      const record = await library.saveAnswer(key, answer, now())
      tell({ key, partial: undefined })
      return { record }
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

  async function make(key: JobKey, signal: AbortSignal): Promise<CheckOutcome> {
    const { jobId, request } = await known(key)
    if (jobId === undefined) return { record: await known(key) }
    const results = createPartialResults(request?.keywords ?? [], now, (partial) => tell({ key, partial }))
    try {
      const job = await client.getJob(jobId, {
        signal,
        onArticles: (articles) => results.add(articles),
      })
      if (job.state === successState) return await save(key, { ...job, cards: results.cards(job.articles) })
      // Read again: the editor may have stopped the watch while the answer was on its way.
      const check = noteOfState(await known(key), job, { at: now(), random: random() })
      tell({ key, partial: job.articles.length > 0 ? results.partial(job.articles) : undefined })
      return { record: await note(key, check) }
    } catch (error) {
      if (error instanceof LibraryError) throw error
      return await fail(key, toFailure(error))
    }
  }

  const checks = createChecksUnderWay(make, now)

  return {
    subscribe,
    async openJob(jobId) {
      const record = await library.openByNumber(jobId, now())
      if (isDue(record, now())) checks.ahead(record.key)
      return record
    },
    checkJob: (key) => checks.join(key),
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
