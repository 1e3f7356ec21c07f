import { meaningOfState } from '../../contract/job-state.ts'
import { toFailure } from '../api/errors.ts'
import type { Failure } from '../api/errors.ts'
import type { CheckOutcome } from '../worker-client/worker-api.ts'
import { LibraryError } from '../library/library.ts'
import type { CheckNote } from '../library/library.ts'
import type { JobAnswer, JobKey, JobRecord } from '../library/records.ts'
import { noteOfFailure, noteOfState } from './check-notes.ts'
import type { WorkerParts } from './worker-parts.ts'
import { createPartialResults } from './partial-results.ts'

export interface JobChecks {
  /** Asks for the job; joins a check of it in progress here. */
  check(key: JobKey, isUrgent?: boolean): Promise<CheckOutcome>
  /** Aborts one check in progress, or all, without recording anything. A complete answer is still saved. */
  abandon(key?: JobKey): void
}

/** Asks the service for jobs, one request per job at a time, and saves the answers. */
export function jobChecks({ library, client, answers, now, random }: WorkerParts): JobChecks {
  const underWay = new Map<
    JobKey,
    { readonly outcome: Promise<CheckOutcome>; readonly giveUp: AbortController }
  >()

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
      answers.set(key, {})
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
      // A device that can't record the failure must not hide it.
      if (error instanceof LibraryError) return { record, failure }
      throw error
    }
  }

  async function make(key: JobKey, signal: AbortSignal, isUrgent: boolean): Promise<CheckOutcome> {
    const { jobId, request } = await known(key)
    if (jobId === undefined) return { record: await known(key) }
    const results = createPartialResults(request?.keywords ?? [], now, (partial) => {
      if (!signal.aborted) answers.set(key, { partial })
    })
    try {
      const job = await client.getJob(jobId, {
        signal,
        isUrgent,
        onArticles: (articles) => results.add(articles),
      })
      if (meaningOfState(job.state) === 'success')
        return await save(key, { ...job, cards: results.cards(job.articles) })
      // Read again: the editor may have stopped the watch during the request.
      const check = noteOfState(await known(key), job, { at: now(), random: random() })
      answers.set(key, { partial: job.articles.length > 0 ? results.partial(job.articles) : undefined })
      return { record: await note(key, check) }
    } catch (error) {
      if (error instanceof LibraryError) throw error
      return await fail(key, toFailure(error))
    }
  }

  return {
    check(key, isUrgent = false) {
      const known = underWay.get(key)
      if (known) return known.outcome
      const giveUp = new AbortController()
      const check = { outcome: make(key, giveUp.signal, isUrgent), giveUp }
      underWay.set(key, check)
      const end = () => {
        if (underWay.get(key) === check) underWay.delete(key)
      }
      check.outcome.then(end, end)
      return check.outcome
    },
    abandon(key) {
      for (const [other, { giveUp }] of underWay) {
        if (key !== undefined && key !== other) continue
        giveUp.abort()
        // Later callers start a check of their own.
        underWay.delete(other)
      }
    },
  }
}

function unsaved(count: number, error: unknown): string {
  const cause =
    error instanceof LibraryError && error.reason === 'quota' ? 'no space is left' : 'it refuses to write'
  return `${count} ${count === 1 ? 'article' : 'articles'} arrived, but could not be saved on this device: ${cause}.`
}
