import { seededRandom } from '../bench/seeded-random.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import type { ServiceProcess } from '../e2e/service-process.ts'
import { jobPath, jobsPath } from '../src/contract/paths.ts'
import { openTestDatabase } from '../src/service/testing/test-jobs.ts'
import { seed } from './guarantee.ts'

/** A job that hasn't ended this long after it was accepted is stuck, however often its process was killed. */
const stuckMs = 30_000
const clients = 4
/** More than a service accepts at once. With many more, each would wait for several kills before its turn. */
const maxUnderWay = 10
const articleCount = 5
const longestMs = 60_000

export interface LoadOptions {
  /** Whether requests may get no response because processes are killed. They are sent again with the same key. */
  readonly mayBreak: boolean
}

async function send(address: string, init: RequestInit) {
  const response = await fetch(address, { ...init, signal: AbortSignal.timeout(40_000) })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/**
 * Clients that keep requesting jobs from any of the services, and follow each to its end. Each request has an
 * Idempotency-Key and is repeated until it is accepted, so that a job made twice is noticed.
 */
export function startJobLoad(services: readonly ServiceProcess[], { mayBreak }: LoadOptions) {
  const random = seededRandom(seed)
  const { email, apiKey } = services[0]!
  const headers = { authorization: `Basic ${btoa(`${email}:${apiKey}`)}`, 'content-type': 'application/json' }
  /** How long each accepted job took, without the time when no service was running. */
  const tookMs = new Map<number, number>()
  const brought = new Set<string>()
  const following: Promise<void>[] = []
  let intents = 0
  let unavailable = 0
  let ended = 0
  const ending = new AbortController()
  let breaks: (error: unknown) => void = () => undefined
  const broken = new Promise<never>((_, reject) => (breaks = reject))
  broken.catch(() => undefined)
  let downMs = 0
  const clock = (): number => performance.now() - downMs

  /** @returns undefined if the request has to be sent again */
  async function ask(path: string, init: RequestInit): Promise<{ id: number; state: string } | undefined> {
    const service = services[Math.floor(random() * services.length)]!
    const response = await send(service.address + path, init).catch((error: unknown) => {
      if (!mayBreak) throw error
    })
    if (response && response.status < 300) return JSON.parse(response.text) as { id: number; state: string }
    if (response) {
      expect(response.status, `${init.method} ${path}: ${response.text}`).toBe(503)
      expect(response.headers.get('Retry-After'), 'a 503 says when to try again').toMatch(/^\d+$/)
      unavailable += 1
    }
    await delay(50)
    return undefined
  }

  async function follow(id: number): Promise<void> {
    const acceptedAt = clock()
    for (;;) {
      const job = await ask(jobPath(id), { method: 'GET', headers })
      if (job?.state === 'success') {
        const { articles } = job as unknown as { articles: { id: number }[] }
        brought.add(articles.map((article) => article.id).join())
        break
      }
      expect(job?.state, `job ${id}`).not.toBe('failure')
      if (ending.signal.aborted && clock() - acceptedAt > 4 * stuckMs)
        throw new Error(`Job ${id} never ended.`)
      await delay(100)
    }
    tookMs.set(id, clock() - acceptedAt)
    ended += 1
  }

  async function order(): Promise<void> {
    while (!ending.signal.aborted) {
      if (tookMs.size - ended >= maxUnderWay) {
        await delay(20)
        continue
      }
      const body = JSON.stringify({ article_count: articleCount })
      const init = {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': `intent-${(intents += 1)}` },
        body,
      }
      let job = await ask(jobsPath, init)
      while (!job) job = await ask(jobsPath, init)
      expect(tookMs.has(job.id), 'each intent is a job of its own').toBe(false)
      tookMs.set(job.id, Infinity)
      const followed = follow(job.id)
      followed.catch(breaks)
      following.push(followed)
      await delay(random() * 200)
    }
  }
  const ordering = Promise.all(Array.from({ length: clients }, order))
  ordering.catch(breaks)

  return {
    /** Jobs accepted so far. */
    accepted: () => tookMs.size,
    unavailable: () => unavailable,
    /** Jobs that have ended so far. */
    ended: () => ended,
    /** Waits until there are more than `more` further ones, or throws at once if something broke. */
    async until(count: () => number, more: number): Promise<void> {
      const goal = count() + more
      const startedAt = performance.now()
      const reached = async () => {
        while (count() <= goal) {
          if (performance.now() - startedAt > longestMs) throw new Error(`Only ${count()}, not ${goal + 1}`)
          await delay(10)
        }
      }
      await Promise.race([broken, reached()])
    },
    /** For work during which no service is running. */
    async whileDown(work: () => Promise<void>): Promise<void> {
      const startedAt = performance.now()
      await work()
      downMs += performance.now() - startedAt
    },
    /** Stops requesting and waits for every job. @returns the longest time a job took */
    async finish(): Promise<number> {
      ending.abort()
      await ordering
      await Promise.all(following)
      expect(tookMs.size, 'accepted jobs').toBe(intents)
      expect([...brought], 'the same request brings the same articles, none twice').toHaveLength(1)
      const ids = [...brought][0]!.split(',')
      expect(new Set(ids).size).toBe(articleCount)
      return Math.max(...tookMs.values())
    },
    /**
     * Checks the database; if it is the embedded one, no service may have it open.
     *
     * @returns how many jobs had lost their process
     */
    async check(place: { databaseUrl: string } | { dataDir: string }): Promise<number> {
      const database = await openTestDatabase(place)
      try {
        const { rows } = await database.query<{ id: number; attempts: number; state: string }>(
          'select id, attempts, state from jobs',
        )
        expect(rows.length, 'jobs made for as many intents').toBe(intents)
        for (const { id, attempts, state } of rows) {
          expect(state, `job ${id}`).toBe('success')
          expect(tookMs.get(id), `job ${id}, ${attempts} attempts`).toBeLessThan(stuckMs)
        }
        return rows.filter(({ attempts }) => attempts > 1).length
      } finally {
        await database.close()
      }
    },
  }
}
