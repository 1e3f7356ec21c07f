import { setTimeout as sleep } from 'node:timers/promises'
import { matchArticles } from '../articles/matching.ts'
import type { Database } from '../database/database.ts'
import { errorFields } from '../database/describe-error.ts'
import { isTransientError, isUnavailable } from '../database/unavailable.ts'
import { createPool } from './pool.ts'
import type { JobQueue, LeasedJob, Phase } from './queue.ts'
import { channel } from './queue.ts'

export type JobLog = (entry: {
  readonly event: 'queue-failed' | 'job-done' | 'job-failed' | 'job-resumed' | 'job-collected' | 'lease-lost'
  readonly jobId?: number
  readonly durationMs?: number
  /** Set if more articles matched than could be ranked. */
  readonly ranking?: 'newest-window'
  readonly willRetry?: boolean
  readonly sourcesTried?: number
  readonly sourcesFailed?: number
  readonly error?: string
  /** Where in the code the error was thrown. */
  readonly at?: readonly string[]
}) => void

export interface RunnerOptions {
  /** Asked for jobs that match fewer articles than they want. */
  readonly collector?: Collector | undefined
  readonly collectWithinMs?: number | undefined
  /** Attempts before a job's state becomes `failure`, including those that the process did not survive. */
  readonly maxAttempts?: number
  /**
   * Back-off before the second attempt, or the third if the process died; doubled up to three times after that, or five
   * times while an outage of the database interrupts collecting.
   */
  readonly retryDelayMs?: number
  /** How long an idle service waits before it looks for retries and jobs left by other processes. */
  readonly pollMs?: number
  /** Heartbeat interval: how often a lease is extended, well before it expires. */
  readonly heartbeatMs?: number
  /** Called with the time a job waited between its POST and first being taken. */
  readonly onWaited?: ((waitedMs: number) => void) | undefined
}

/** Separate pools: matching loads the database, collecting mostly waits for hosts, and neither may starve the other. */
const poolSizes: Record<Database['kind'], Record<Phase, number>> = {
  embedded: { match: 1, collect: 8 },
  postgres: { match: 4, collect: 16 },
}

/** After this many attempts, a job whose collection keeps killing its process is matched with what is stored. */
const maxCollectAttempts = 3
/** Caps the back-off: collecting whose end can't be written is retried without a limit. */
const maxDoublings = 3
/** More than usual, since an outage may affect only writes: sites must not be requested every few seconds meanwhile. */
const maxDoublingsInOutage = 5
/** Beyond this, the oldest counts are dropped. */
const maxOutages = 1_000
/** How long a collector has to react to its signal before it is abandoned. */
const collectorEndsWithinMs = 2_000

/** Takes jobs, runs them, and extends their leases while they run. */
export function createRunner(database: Database, queue: JobQueue, log: JobLog, options: RunnerOptions) {
  const { maxAttempts = 5, retryDelayMs = 1_000, pollMs = 1_000, heartbeatMs = 1_500 } = options
  const { collector, collectWithinMs = 60_000 } = options
  const held = new Map<number, { job: LeasedJob; lost: AbortController }>()
  /** How often a job's collecting has met an outage of the database. */
  const outages = new Map<number, number>()
  const stopping = new AbortController()

  const matching = startPool('match', match)
  const collecting = startPool('collect', collect)
  let heartbeat: NodeJS.Timeout | undefined
  let isExtending = false
  let listener: { close(): Promise<void> } | undefined

  function startPool(phase: Phase, work: (job: LeasedJob, lost: AbortSignal) => Promise<void>) {
    return createPool<LeasedJob>({
      size: poolSizes[database.kind][phase],
      pollMs,
      take: () => queue.take(phase, [...held.keys()]),
      run: (job) => run(job, work),
      onError: (error) => log({ event: 'queue-failed', ...errorFields(error) }),
    })
  }

  async function run(
    job: LeasedJob,
    work: (job: LeasedJob, lost: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const lost = new AbortController()
    held.set(job.id, { job, lost })
    if (job.isResumed) log({ event: 'job-resumed', jobId: job.id })
    if (job.waitedMs !== null) options.onWaited?.(job.waitedMs)
    try {
      await work(job, lost.signal)
    } catch (error) {
      await afterError(job, error)
    } finally {
      held.delete(job.id)
    }
  }

  async function match(job: LeasedJob): Promise<void> {
    const startedAt = performance.now()
    if (job.attempts > maxAttempts) {
      // Earlier attempts ended their processes.
      report(job, await queue.fail(job), { event: 'job-failed', willRetry: false, error: 'Given up.' })
      return
    }
    // What was just collected for this job may not have reached a replica yet.
    const matched = await matchArticles(job.isCollected ? database : (database.reader ?? database), job)
    const count = matched.versionIds.length
    if (collector && !job.isCollected && count < job.articleCount) {
      report(job, await queue.beginCollecting(job))
      collecting.wake()
      return
    }
    if (count === 0 && job.hasCollectingFailed) {
      const error = 'Nothing could be collected.'
      report(job, await queue.fail(job), { event: 'job-failed', willRetry: false, error })
      return
    }
    report(job, await queue.succeed(job, matched), {
      event: 'job-done',
      durationMs: Math.round(performance.now() - startedAt),
      ...(!matched.isWholeRanking && { ranking: 'newest-window' as const }),
    })
  }

  async function collect(job: LeasedJob, lost: AbortSignal): Promise<void> {
    const startedAt = performance.now()
    const isGivenUp = job.attempts > maxCollectAttempts
    const collected = isGivenUp ? undefined : await collectInTime(job, lost)
    if (lost.aborted) return
    if (stopping.signal.aborted) {
      await queue.postpone(job, 0, false)
      return
    }
    const { tried, failed } = collected ?? { tried: 0, failed: 0 }
    const hasFailed = isGivenUp || (tried > 0 && failed === tried)
    report(job, await queue.endCollecting(job, hasFailed), {
      event: 'job-collected',
      durationMs: Math.round(performance.now() - startedAt),
      sourcesTried: tried,
      sourcesFailed: failed,
    })
    outages.delete(job.id)
    matching.wake()
  }

  /** @returns undefined if the collector was abandoned before it finished */
  async function collectInTime(job: LeasedJob, lost: AbortSignal): Promise<CollectorResult | undefined> {
    if (!collector) return undefined
    // Node keeps a signal made of others in memory while anybody listens to it, until one of them is aborted.
    const ended = new AbortController()
    const left = AbortSignal.any([stopping.signal, lost, ended.signal])
    const timeIsOver = AbortSignal.timeout(collectWithinMs)
    const work = collector.collect(
      { keywords: job.keywords, category: job.category },
      AbortSignal.any([left, timeIsOver]),
    )
    try {
      return await Promise.race([
        work,
        aborted(left),
        aborted(timeIsOver).then(() => sleep(collectorEndsWithinMs, undefined, { ref: false })),
      ])
    } finally {
      ended.abort()
    }
  }

  async function afterError(job: LeasedJob, error: unknown): Promise<void> {
    // An outage of the database never makes a job fail, however often it happens.
    const isAttempt = !isTransientError(error)
    const isLast = isAttempt && job.phase === 'match' && job.attempts >= maxAttempts
    const isOutageOfCollecting = job.phase === 'collect' && !isAttempt
    const doublings = isOutageOfCollecting ? noteOutage(job) : Math.min(job.attempts - 1, maxDoublings)
    const delayMs = retryDelayMs * 2 ** doublings
    const entry = { event: 'job-failed', willRetry: !isLast, ...errorFields(error) } as const
    // Repeat until it is written: a lease that merely expired would count as an attempt that killed its process.
    for (let isWritten = false; !isWritten;) {
      try {
        report(job, isLast ? await queue.fail(job) : await queue.postpone(job, delayMs, isAttempt), entry)
        isWritten = true
      } catch (unwritten) {
        log({ event: 'queue-failed', jobId: job.id, ...errorFields(unwritten) })
        if (stopping.signal.aborted || !isUnavailable(unwritten)) return
        await sleep(retryDelayMs, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }

  /** @returns how many outages this job's collecting has met before, up to the cap */
  function noteOutage({ id }: LeasedJob): number {
    const before = outages.get(id) ?? 0
    // Moved to the end: the jobs at the beginning may have continued in other processes.
    outages.delete(id)
    outages.set(id, Math.min(before + 1, maxDoublingsInOutage))
    if (outages.size > maxOutages) outages.delete(outages.keys().next().value!)
    return before
  }

  function report(job: LeasedJob, isOurs: boolean, entry?: Parameters<JobLog>[0]): void {
    if (!isOurs) log({ event: 'lease-lost', jobId: job.id })
    else if (entry) log({ ...entry, jobId: job.id })
  }

  async function extendLeases(): Promise<void> {
    const asked = [...held.values()]
    // On a slow database, heartbeats that pile up would take the connections of everything else.
    if (asked.length === 0 || isExtending) return
    isExtending = true
    try {
      const ours = await queue.extend(asked.map(({ job }) => job))
      for (const { job, lost } of asked) if (!ours.has(job.id)) lost.abort()
    } catch (error) {
      log({ event: 'queue-failed', ...errorFields(error) })
    } finally {
      isExtending = false
    }
  }

  /** A new job is matched before anything is collected for it. */
  const wake = (): void => matching.wake()

  return {
    wake,

    async start(): Promise<void> {
      if (database.kind === 'embedded') await queue.expireLeases(retryDelayMs)
      heartbeat = setInterval(() => void extendLeases(), heartbeatMs).unref()
      listener = database.listen(channel, wake)
      matching.start()
      collecting.start()
    },

    async stop(withinMs: number): Promise<void> {
      stopping.abort()
      const ended = Promise.all([matching.stop(), collecting.stop(), listener?.close()])
      await Promise.race([ended, sleep(withinMs, undefined, { ref: false })])
      clearInterval(heartbeat)
    },
  }
}

async function aborted(signal: AbortSignal): Promise<undefined> {
  if (signal.aborted) return undefined
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }))
}

/** Brings in articles from outside for a job that stored articles can't satisfy. */
export interface Collector {
  /**
   * Refreshes the due sources of the category and the search feeds for the keywords until the signal ends it, and
   * resolves when done. Never throws for a source's error: the source is counted as failed, here and in its own record.
   *
   * @param wanted.category empty for any
   * @throws the database's error, if it is out of reach, full or held up: the job is then put off
   */
  collect(
    wanted: { readonly keywords: readonly string[]; readonly category: string },
    signal: AbortSignal,
  ): Promise<CollectorResult>
}

export interface CollectorResult {
  readonly tried: number
  readonly failed: number
}
