import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { quantile } from '../bench/figures.ts'
import { startService } from '../e2e/service-process.ts'
import { jobsPath, pingPath } from '../src/contract/paths.ts'
import { parseJobRequest } from '../src/service/http/parse-job-request.ts'
import { isTimeOver, trial } from './guarantee.ts'

const idCount = 1_000_000
const pingEveryMs = 10

trial(
  'a large request holds up no other',
  'POSTs with 1,000,000 ids, with a GET ping every 10 ms',
  { quick: 0, whole: 20 },
  async (count) => {
    const service = await startService({ requestsPerMinute: 1e9 })
    const headers = {
      authorization: `Basic ${btoa(`${service.email}:${service.apiKey}`)}`,
      'content-type': 'application/json',
    }
    const ids = Array.from({ length: idCount }, (_, index) => 9_999_999 - index)
    const body = Buffer.from(JSON.stringify({ ids_to_skip: ids }))
    const post = async (): Promise<void> => {
      const { status } = await fetch(service.address + jobsPath, { method: 'POST', headers, body })
      expect(status).toBe(201)
    }

    /** Pings at a fixed rate, without waiting for responses: a blocked server delays every ping sent meanwhile. */
    async function pingDuring(work: Promise<unknown>): Promise<number[]> {
      const pings: Promise<number>[] = []
      const ping = async (): Promise<number> => {
        const startedAt = performance.now()
        await (await fetch(service.address + pingPath)).text()
        return performance.now() - startedAt
      }
      const clock = setInterval(() => pings.push(ping()), pingEveryMs)
      await work.finally(() => clearInterval(clock))
      return Promise.all(pings)
    }

    try {
      // Not measured: the thread starts, and connections are opened.
      await pingDuring(post())
      const [without, during, reading]: [number[], number[], number[]] = [[], [], []]
      let sent = 0
      for (; sent < count && !isTimeOver(); sent += 1) {
        without.push(...(await pingDuring(delay(500))))
        during.push(...(await pingDuring(post())))
        const startedAt = performance.now()
        parseJobRequest(body)
        reading.push(performance.now() - startedAt)
      }
      const readMs = quantile(reading, 0.5)
      const held = `${inWords(during)}; ${inWords(without)} without; reading one takes ${readMs.toFixed(0)} ms`
      // If requests were parsed on the main thread, most pings would wait. The median is compared, since other programs
      // on the machine delay the slowest.
      expect(quantile(during, 0.5) - quantile(without, 0.5), held).toBeLessThan(readMs / 5)
      return [sent, held]
    } finally {
      await service.dispose()
    }
  },
)

const inWords = (times: number[]): string =>
  [0.5, 0.99].map((share) => `p${share * 100} ${quantile(times, share).toFixed(1)} ms`).join(', ')
