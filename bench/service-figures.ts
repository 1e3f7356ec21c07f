import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startService } from '../e2e/service-process.ts'
import { type Figure, median } from './figures.ts'
import { writeArchive } from './made-jobs.ts'
import { pingMeanwhile } from './scale-service.ts'
import { listenOnFreePort } from '../src/service/testing/free-port.ts'

const jobCount = 200
const runs = 7
/** Frequent enough not to affect the result; without a pause the bench would measure its own polling. */
const watchEveryMs = 250

/** The built service as a separate process, over loopback, with keep-alive connections. */
export async function serviceFigures(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'article-desk-bench-'))
  writeArchive(folder, 10_000)
  // Hundreds of watchers on one account are artificial; with the usual limit the bench would measure refusals.
  const service = await startService({ importFolder: folder, requestsPerMinute: 1e9 })
  const authorization = `Basic ${Buffer.from(`${service.email}:${service.apiKey}`).toString('base64')}`
  const headers = { authorization, 'content-type': 'application/json' }
  const jobsUrl = `${service.address}/api/v1.0/jobs`

  async function jobsPerSecond(keyword: string): Promise<number> {
    const startedAt = performance.now()
    const ids = await Promise.all(
      Array.from({ length: jobCount }, () => create({ keywords: [keyword], article_count: 10 })),
    )
    await Promise.all(ids.map(untilDone))
    return jobCount / ((performance.now() - startedAt) / 1000)
  }
  async function create(body: object): Promise<number> {
    const response = await fetch(jobsUrl, { method: 'POST', headers, body: JSON.stringify(body) })
    if (response.status !== 201) throw new Error(`No job was made: ${response.status}`)
    return ((await response.json()) as { id: number }).id
  }
  async function untilDone(id: number): Promise<void> {
    for (;;) {
      const text = await (await fetch(`${jobsUrl}/${id}`, { headers })).text()
      if (/"state":\s*"success"/.test(text.slice(0, 200))) return
      await new Promise((resolve) => setTimeout(resolve, watchEveryMs))
    }
  }

  try {
    // Unmeasured: the engine compiles the database code on first use.
    await jobsPerSecond('418')
    // The first is the cost of the service, the second the cost of ranking the whole archive.
    const rarePerSecond = await jobsPerSecond('417')
    const commonPerSecond = await jobsPerSecond('river')

    const big = await create({ category: 'Archive', article_count: 10_000 })
    await untilDone(big)
    const ours: number[] = []
    const baselines: number[] = []
    const file = path.join(folder, 'job.json')
    writeFileSync(file, await (await fetch(`${jobsUrl}/${big}`, { headers })).text())
    const still = await serveFile(file)
    for (let run = 0; run <= runs; run += 1) {
      const baseline = await timeToFetch(still.address, {})
      const time = await timeToFetch(`${jobsUrl}/${big}`, headers)
      if (run === 0) continue
      baselines.push(baseline)
      ours.push(time)
    }
    still.stop()
    const idsToSkip = Array.from({ length: 1_000_000 }, (_, index) => index + 20_000)
    const whilePosted = await pingMeanwhile(service, create({ ids_to_skip: idsToSkip }))
    return [
      {
        name: 'GET ping during a POST with 1,000,000 ids: p99',
        value: whilePosted,
        unit: 'ms',
        budget: 100,
      },
      { name: `jobs a second, ${jobCount} at once, a word of one article`, value: rarePerSecond, unit: '/s' },
      {
        name: `jobs a second, ${jobCount} at once, a word of all 10,000`,
        value: commonPerSecond,
        unit: '/s',
      },
      {
        name: 'GET of a job of 10,000, beside a static file',
        value: median(ours),
        unit: 'ms',
        baseline: median(baselines),
        budget: 3,
      },
    ]
  } finally {
    await service.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function timeToFetch(url: string, headers: Record<string, string>): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(url, { headers: { ...headers, 'accept-encoding': 'identity' } })
  await response.arrayBuffer()
  return performance.now() - startedAt
}

async function serveFile(file: string) {
  const server = createServer((_, response) => void createReadStream(file).pipe(response))
  const port = await listenOnFreePort(server)
  return {
    address: `http://127.0.0.1:${port}/`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
