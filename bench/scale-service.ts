import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServiceProcess } from '../e2e/service-process.ts'
import { startService } from '../e2e/service-process.ts'
import type { Figure } from './figures.ts'
import { quantile } from './figures.ts'
import { writeArticles } from './fill-database.ts'
import { createRandom, wordBetween } from './zipf-articles.ts'

const idleJobs = 100
const manyJobs = 300
const readers = 20

/** The built service on its embedded database, with 20,000 articles. */
export async function embeddedAtScale(): Promise<Figure[]> {
  const random = createRandom(20_000)
  const folder = mkdtempSync(join(tmpdir(), 'article-desk-bench-'))
  writeArticles(folder, 20_000)
  const service = await startService({ importFolder: folder, requestsPerMinute: 1e9 })
  rmSync(folder, { recursive: true })
  try {
    // Unmeasured: the engine compiles the database code on first use.
    await oneAfterAnother(service, random)
    const times = await oneAfterAnother(service, random)
    const perSecond = times.length / (times.reduce((sum, time) => sum + time, 0) / 1000)
    return [
      { name: 'jobs a second, one after another', value: perSecond, unit: '/s', least: 20 },
      { name: 'memory of the process then', value: megabytes(service), unit: 'MB', budget: 400 },
    ]
  } finally {
    await service.dispose()
  }
}

/** The built service, as one process and as several, on a database that is already full. */
export async function serviceAtScale(databaseUrl: string, count: number): Promise<Figure[]> {
  const random = createRandom(1_234)
  const service = await startService({ databaseUrl, requestsPerMinute: 1e9 })
  const figures: Figure[] = []
  try {
    const idle = await oneAfterAnother(service, random)
    figures.push({ name: 'a job, from POST to success, idle: p50', value: quantile(idle, 0.5), unit: 'ms' })
    figures.push({
      name: 'a job, from POST to success, idle: p99',
      value: quantile(idle, 0.99),
      unit: 'ms',
      budget: 400,
    })
    const all = [service]
    try {
      for (const processes of [1, 2, 4]) {
        while (all.length < processes)
          all.push(await startService({ databaseUrl, requestsPerMinute: 1e9, key: service.apiKey }))
        figures.push({
          name: `jobs a second, ${manyJobs} at once, processes: ${processes}`,
          value: await jobsPerSecond(all, random),
          unit: '/s',
        })
      }
    } finally {
      for (const other of all.slice(1)) await other.dispose()
    }

    const big = await post(service, { category: 'Category 1', article_count: 10_000 })
    await untilDone(service, big, 100)
    const read = async (): Promise<unknown> => (await get(service, big)).arrayBuffer()
    const whileRead = await pingMeanwhile(service, Promise.all(Array.from({ length: readers }, read)))
    figures.push({
      name: `GET ping while ${readers} clients read 10,000 articles: p99`,
      value: whileRead,
      unit: 'ms',
      budget: 100,
    })
    figures.push({ name: 'memory of the process then', value: megabytes(service), unit: 'MB', budget: 300 })
    const ids = Array.from({ length: 1_000_000 }, (_, index) => index + count)
    figures.push({
      name: 'GET ping during a POST with 1,000,000 ids: p99',
      value: await pingMeanwhile(service, post(service, { ids_to_skip: ids })),
      unit: 'ms',
      budget: 100,
    })
    const second = await startService({ databaseUrl, requestsPerMinute: 1e9, key: service.apiKey })
    try {
      figures.push(...(await secondProcessor([service, second], random)))
    } finally {
      await second.dispose()
    }
    return figures
  } finally {
    await service.dispose()
  }
}

/** @returns the time of each job from its POST to `success`, of a service that has nothing else to do */
async function oneAfterAnother(service: ServiceProcess, random: () => number): Promise<number[]> {
  const times: number[] = []
  for (let made = 0; made < idleJobs; made += 1) {
    const startedAt = performance.now()
    await untilDone(service, await post(service, { keywords: [wordBetween(100, 49_999, random)] }), 5)
    times.push(performance.now() - startedAt)
  }
  return times
}

export async function jobsPerSecond(
  services: readonly ServiceProcess[],
  random: () => number,
): Promise<number> {
  const startedAt = performance.now()
  const jobs = await Promise.all(
    Array.from({ length: manyJobs }, async (_, index) => {
      const service = services[index % services.length]!
      return { service, id: await post(service, { keywords: [wordBetween(100, 49_999, random)] }) }
    }),
  )
  // Polled one after another: polling all at once would keep the processors busier than the jobs do.
  for (const { service, id } of jobs) await untilDone(service, id, 20)
  return manyJobs / ((performance.now() - startedAt) / 1000)
}

/** Measures the gain from a second process that has its own processor. */
async function secondProcessor(
  services: readonly [ServiceProcess, ServiceProcess],
  random: () => number,
): Promise<Figure[]> {
  if (!bindToProcessors(1)) return []
  try {
    const onOne = await jobsPerSecond([services[0]], random)
    bindToProcessors(2)
    const onTwo = await jobsPerSecond(services, random)
    const name = 'jobs a second, two processes on two processors (baseline: one on one)'
    return [{ name, value: onTwo, baseline: onOne, unit: '/s', least: 1.7 * onOne }]
  } finally {
    bindToProcessors(cpus().length)
  }
}

/**
 * Lets the bench, the services and the database use only so many processors, to show what another one brings.
 *
 * @returns false where `ps` or `taskset` is missing
 */
function bindToProcessors(count: number): boolean {
  const tree = spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
  if (tree.error) return false
  const parents = new Map(
    tree.stdout
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]),
  )
  const isOurs = (pid: number | undefined): boolean =>
    pid === process.pid || (pid !== undefined && isOurs(parents.get(pid)))
  return [...parents.keys()]
    .filter(isOurs)
    .map((pid) => spawnSync('taskset', ['-acp', `0-${count - 1}`, String(pid)]))
    .every(({ error }) => !error)
}

/** @returns the 99th percentile of ping times while the work was going on */
export async function pingMeanwhile(service: ServiceProcess, work: Promise<unknown>): Promise<number> {
  const times: number[] = []
  const working = new AbortController()
  const done = work.finally(() => working.abort())
  while (!working.signal.aborted) {
    const startedAt = performance.now()
    await (await fetch(`${service.address}/api/v1.0/ping`)).text()
    times.push(performance.now() - startedAt)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  await done
  return quantile(times, 0.99)
}

async function post(service: ServiceProcess, body: object): Promise<number> {
  const response = await fetch(`${service.address}/api/v1.0/jobs`, {
    method: 'POST',
    headers: { ...authorization(service), 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.status !== 201) throw new Error(`No job was made: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { id: number }).id
}

const get = (service: ServiceProcess, id: number): Promise<Response> =>
  fetch(`${service.address}/api/v1.0/jobs/${id}`, { headers: authorization(service) })

async function untilDone(service: ServiceProcess, id: number, everyMs: number): Promise<void> {
  for (;;) {
    const text = await (await get(service, id)).text()
    if (text.includes('"state":"success"')) return
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

const authorization = ({ email, apiKey }: ServiceProcess) => ({
  Authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`,
})

function megabytes({ pid }: ServiceProcess): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
