import { meaningOfState } from '../../contract/job-state.ts'
import { toFailure } from '../api/errors.ts'
import type { Failure } from '../api/errors.ts'
import { createListeners } from '../library/changes.ts'
import type { CheckOutcome, LatestResult, PartialResult, WatchNews } from '../worker-protocol/worker-api.ts'
import { LibraryError } from '../library/library.ts'
import type { CheckNote } from '../library/jobs/stored-jobs.ts'
import type { Card, JobKey, JobRecord, JobResult } from '../library/records.ts'
import { noteOfFailure, noteOfState } from './check-notes.ts'
import { waitFactorAfter } from './next-check.ts'
import type { WorkerDependencies } from './worker-dependencies.ts'
import type { Article } from '../../contract/article.ts'
import { cardMaker } from '../library/jobs/cards.ts'
import { cardsPerPage } from '../library/records.ts'

export interface JobChecks {
  /** Asks for the job; joins a check of it in progress here. */
  check(key: JobKey, isUrgent: boolean): Promise<CheckOutcome>
  /** Aborts one check in progress, or all, without recording anything. A complete response is still saved. */
  abandon(key?: JobKey): void
  readonly latestResults: LatestResults
}

/** This worker's knowledge of the latest checks, its own and those reported by other tabs. */
type LatestResults = ReturnType<typeof createLatestResults>

export type ResultNews = Extract<WatchNews, { kind: 'result' }>

/** Asks the service for jobs, one request per job at a time, and saves the results. */
export function jobChecks({ library, client, now, random }: WorkerDependencies): JobChecks {
  const latestResults = createLatestResults()
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

  async function save(key: JobKey, result: JobResult): Promise<CheckOutcome> {
    try {
      const record = await library.saveResult(key, result, now())
      latestResults.set(key, { isSaved: true })
      return { record }
    } catch {
      return fail(key, { kind: 'storage' })
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

  async function runCheck(key: JobKey, signal: AbortSignal, isUrgent: boolean): Promise<CheckOutcome> {
    const record = await known(key)
    const { jobId, request } = record
    // The number of an earlier service's job now belongs to another job.
    if (jobId === undefined || record.isOfEarlierService) return { record }
    const partials = createPartialResults(request?.keywords ?? [], now, (partial) => {
      // After a response that was cut off, the first articles come again.
      const isBehind = partial.receivedCount < (latestResults.get(key).partial?.receivedCount ?? 0)
      if (!signal.aborted && !isBehind) latestResults.set(key, { partial })
    })
    try {
      const job = await client.getJob(jobId, {
        signal,
        isUrgent,
        waitFactor: waitFactorAfter(record),
        onArticles: (articles) => partials.add(articles),
      })
      if (meaningOfState(job.state) === 'success')
        return await save(key, { ...job, cards: partials.cards(job.articles) })
      // Read again: the editor may have stopped the watch during the request.
      const check = noteOfState(await known(key), job, { at: now(), random: random() })
      latestResults.set(key, {
        partial: job.articles.length > 0 ? partials.partial(job.articles) : undefined,
      })
      return { record: await note(key, check) }
    } catch (error) {
      if (error instanceof LibraryError) throw error
      const failure = toFailure(error)
      if (discardsPartial.has(failure.kind)) latestResults.set(key, {})
      return await fail(key, failure)
    }
  }

  return {
    latestResults,
    check(key, isUrgent) {
      const known = underWay.get(key)
      if (known) return known.outcome
      const giveUp = new AbortController()
      const check = { outcome: runCheck(key, giveUp.signal, isUrgent), giveUp }
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

/** No partial result of such a job, or of such a response, may still be shown as arriving. */
const discardsPartial: ReadonlySet<Failure['kind']> = new Set(['not-found', 'unreadable', 'too-large'])

function createLatestResults() {
  const known = new Map<JobKey, LatestResult>()
  const { notify, subscribe } = createListeners<ResultNews>()
  return {
    get: (key: JobKey): LatestResult => known.get(key) ?? {},
    set(key: JobKey, result: LatestResult): void {
      if (result.partial || result.isSaved) known.set(key, result)
      else known.delete(key)
      notify({ kind: 'result', key, result })
    },
    all: (): ResultNews[] => [...known].map(([key, result]) => ({ kind: 'result', key, result })),
    subscribe,
  }
}

/** Enough for the first screen. */
const firstCards = 20

/** Each partial result costs the page a render: ten thousand articles in a second must not cause a hundred of them. */
const pauseMs = 300

/**
 * Makes the cards of a response while it is still arriving, when the network leaves time, and passes on the first of
 * them.
 */
function createPartialResults(
  keywords: readonly string[],
  now: () => number,
  onPartial: (partial: PartialResult) => void,
) {
  const makeCard = cardMaker(keywords)
  let source: readonly Article[] | undefined
  let cards: Card[] = []
  let passedAt: number | undefined

  function makeCards(articles: readonly Article[], limit?: number): readonly Card[] {
    // A response may contain its list of articles twice; the last one counts and needs its own cards.
    if (articles !== source) cards = []
    source = articles
    for (const article of articles.slice(cards.length, limit)) cards.push(makeCard(article, cards.length))
    return cards
  }

  function partial(articles: readonly Article[]): PartialResult {
    const first = makeCards(articles, cardsPerPage).slice(0, cardsPerPage)
    return { cards: first, receivedCount: articles.length }
  }

  function isDue(articles: readonly Article[], at: number): boolean {
    if (articles.length < firstCards) return false
    // Absolute: a clock that was set back must not suppress the rest.
    return passedAt === undefined || Math.abs(at - passedAt) >= pauseMs
  }

  return {
    partial,
    /** All cards of a complete response. */
    cards: (articles: readonly Article[]) => makeCards(articles),
    add(articles: readonly Article[]): void {
      const at = now()
      if (isDue(articles, at)) {
        passedAt = at
        onPartial(partial(articles))
      }
      makeCards(articles)
    },
  }
}
