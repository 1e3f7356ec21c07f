import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect } from 'vitest'
import { startService, type ServiceProcess } from '../e2e/service-process.ts'
import { jobPath, jobsPath } from '../src/contract/paths.ts'
import { type Cluster, createCluster, hasPostgres } from '../src/service/testing/postgres-cluster.ts'
import { randomOf, seed, tried } from './promise.ts'

const promise = 'jobs survive'
/** A job that hasn't ended this long after its service came back is stuck. */
const stuckMs = 30_000
const jobsAKill = 3
/** A slow machine does fewer trials and reports that: the whole run has half an hour. */
const longestMs = 12 * 60_000

let cluster: Cluster | undefined
afterAll(() => cluster?.remove())

tried(
  promise,
  'kills of the service with the embedded database, jobs under way',
  { quick: 0, whole: 150 },
  (kills) => killing(kills, () => startService({ requestsPerMinute: 1_000_000 })),
)

tried(
  promise,
  'kills of the service with PostgreSQL, jobs under way',
  { quick: 0, whole: 350, lacks: hasPostgres ? undefined : 'no PostgreSQL here' },
  async (kills) => {
    cluster ??= await createCluster()
    const databaseUrl = await cluster.createDatabase()
    return killing(kills, () => startService({ databaseUrl, requestsPerMinute: 1_000_000 }))
  },
)

async function killing(kills: number, start: () => Promise<ServiceProcess>): Promise<[number, string]> {
  const random = randomOf(seed)
  const service = await start()
  const authorization = `Basic ${btoa(`${service.email}:${service.apiKey}`)}`
  const ask = async (path: string, body?: object) => {
    const method = body ? 'POST' : 'GET'
    const headers = { authorization, 'content-type': 'application/json' }
    const answer = await fetch(service.address + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true)
    return (await answer.json()) as { id: number; state: string; articles: { id: number }[] }
  }
  const brought: string[] = []
  let longest = 0
  let done = 0
  const startedAt = Date.now()
  try {
    for (let kill = 0; kill < kills && Date.now() - startedAt < longestMs; kill += 1) {
      const made: number[] = []
      for (let job = 0; job < jobsAKill; job += 1) made.push((await ask(jobsPath, { article_count: 5 })).id)
      expect(new Set(made).size, 'each POST answered is one job').toBe(jobsAKill)
      await delay(random() * 120)
      await service.kill()
      await service.restart()
      const backAt = Date.now()
      for (const id of made) {
        let job = await ask(jobPath(id))
        while (job.state !== 'success' && Date.now() - backAt < stuckMs) {
          await delay(100)
          job = await ask(jobPath(id))
        }
        expect(job.state, `job ${id} after kill ${kill + 1}`).toBe('success')
        const ids = job.articles.map((article) => article.id)
        expect(new Set(ids).size, 'none twice').toBe(ids.length)
        brought.push(ids.join())
      }
      longest = Math.max(longest, Date.now() - backAt)
      done += 1
    }
  } finally {
    await service.dispose()
  }
  expect(new Set(brought).size, 'the same request, the same articles').toBe(1)
  const jobs = brought.length.toLocaleString('en')
  return [done, `0 of ${jobs} jobs lost, 0 doubled, ended ${(longest / 1_000).toFixed(1)} s after at most`]
}
