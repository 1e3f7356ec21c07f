import { seededRandom } from '../bench/seeded-random.ts'
import { expect, vi } from 'vitest'
import { blankRequest } from '../src/contract/testing/blank-request.ts'
import type { JobRecord } from '../src/desk/library/records.ts'
import type { WorkerApi } from '../src/desk/worker-protocol/worker-api.ts'
import { deviceAlone } from '../src/desk/testing/device-alone.ts'
import {
  createStubService,
  json,
  networkError,
  silence,
  stubArticles,
  type StubFault,
} from '../src/desk/testing/stub-service.ts'
import { testCredentials, testWorkerApi } from '../src/desk/testing/test-worker-api.ts'
import { connectInPlace } from '../src/desk/worker/connect-in-place.ts'
import { seed, trial } from './guarantee.ts'

const request = { ...blankRequest, keywords: ['solar'] }
const running = { state: 'running' }
const ready = { state: 'success', articles: stubArticles(3) }

/** Refuses to open, so that the library is kept in memory and needs only the virtual clock. */
const refusing = {
  open() {
    throw new DOMException('Not in private mode', 'InvalidStateError')
  },
} as unknown as IDBFactory

/** What an editor does until articles arrive; the key may be revoked at any point. */
const flows: Readonly<Record<string, (worker: WorkerApi) => Promise<unknown>>> = {
  'a new job': (worker) => worker.createJob(request),
  'a job opened by number': (worker) => worker.openJob(5),
  'five jobs at once': (worker) => Promise.all([5, 6, 7, 8, 9].map((jobId) => worker.openJob(jobId))),
  'a check by hand': async (worker) => worker.checkJob((await worker.openJob(5)).key),
  'an export': async (worker) => {
    const { key } = await collected(worker)
    const { phase } = (await worker.library.job(key))!
    const { ids } = await worker.makeArticleFile(
      { jobKey: key, positions: 'all' },
      { format: 'csv', packing: 'one-file', safeCells: true },
    )
    expect(ids).toHaveLength(phase === 'ready' ? 3 : 0)
  },
  'a backup, made and restored': async (worker) => {
    await collected(worker)
    const { complete, damagedCount } = await worker.restoreBackup(await worker.makeBackup())
    expect({ complete, damagedCount }).toEqual({ complete: true, damagedCount: 0 })
  },
  'settings changed': async (worker) => {
    const { key } = await worker.openJob(5)
    await worker.library.saveSetting('reasons', ['Old news'])
    await worker.checkJob(key)
    expect(await worker.library.setting('reasons')).toEqual(['Old news'])
  },
}

async function collected(worker: WorkerApi): Promise<JobRecord> {
  const { key } = await worker.openJob(5)
  for (let check = 1; check < 3; check += 1) await worker.checkJob(key)
  return (await worker.checkJob(key)).record
}

trial(
  'an expired key costs nothing',
  '401 from the nth request on, in each flow',
  { quick: 8, whole: 12 },
  async (most) => {
    let steps = 0
    for (const [flow, act] of Object.entries(flows)) {
      for (let nth = 1; nth <= most; nth += 1) {
        vi.useFakeTimers({ now: Date.UTC(2026, 0, 31) })
        const service = createStubService()
        service.nextJobStates(running, running, ready)
        for (const jobId of [5, 6, 7, 8, 9]) service.addJob(jobId, running, running, ready)
        let refusedAt = 0
        const fetch: typeof service.fetch = (input, init) => {
          if (service.requests.length + 1 === nth) {
            service.accounts.set(testCredentials.email, 'key-2')
            refusedAt = nth
          }
          return service.fetch(input, init)
        }
        const environment = { ...deviceAlone, fetch, indexedDB: refusing, now: Date.now }
        const open = await connectInPlace(
          { account: testCredentials, credentials: testCredentials },
          environment,
        )
        await act(open.worker)
        await vi.advanceTimersByTimeAsync(60_000)
        const where = `${flow}, request ${nth}`
        if (refusedAt > 0) {
          steps += 1
          expect(service.requests, `one request with the refused key: ${where}`).toHaveLength(nth)
          await open.useCredentials({ ...testCredentials, apiKey: 'key-2' })
          // A refused request is still in the form; the editor sends it again.
          if ((await open.worker.library.jobs()).length === 0) await act(open.worker)
          await vi.advanceTimersByTimeAsync(60_000)
        }
        const jobs = await open.worker.library.jobs()
        expect(jobs.length, where).toBeGreaterThan(0)
        for (const job of jobs) expect(job, where).toMatchObject({ phase: 'ready', articleCount: 3 })
        open.close()
        vi.useRealTimers()
        if (refusedAt === 0) break
      }
    }
    return [steps, '1 request each, 0 lost']
  },
)

/** What may come instead of the response to a POST. In each case the service may have made the job. */
const broken: readonly (() => StubFault)[] = [
  networkError,
  () => silence,
  () => json({ detail: 'late' }, 408),
  () => json({}, 425),
  () => json({}, 424),
  () => json({}, 499),
  () => json({}, 500),
  () => json({}, 502),
  () => json({}, 503, { 'Retry-After': '1' }),
  () => json({}, 504),
  () => json({ id: 'none' }, 201),
  () => new Response('{"id": 1', { status: 201 }),
  () => new Response('<h1>A portal</h1>'),
  () => new Response(null, { status: 302, headers: { Location: 'https://elsewhere.example' } }),
]

trial(
  'never submits twice',
  'POSTs without a usable response, each clicked again three times in two tabs',
  { quick: 60, whole: 1_000 },
  async (count) => {
    const random = seededRandom(seed)
    let sent = 0
    for (let trial = 0; trial < count; trial += 1) {
      vi.useFakeTimers({ now: Date.UTC(2026, 0, 31) })
      const service = createStubService()
      const worker = testWorkerApi({ service })
      const tab = testWorkerApi({ service, library: worker.library })
      const posts = () => service.requests.filter(({ method }) => method === 'POST').length
      const fault = broken[Math.floor(random() * broken.length)]!
      service.failNext(fault())
      const creating = worker.createJob(request)
      await vi.advanceTimersByTimeAsync(120_000)
      const outcome = await creating
      expect(outcome.kind).toBe('unconfirmed')
      expect(posts(), 'by itself').toBe(1)
      const [record] = await worker.library.jobs()
      expect(record).toMatchObject({ phase: 'unconfirmed' })
      await Promise.all([worker, tab, worker].map((one) => one.resend(record!.key)))
      expect(posts(), 'because the editor said so').toBe(2)
      expect(await worker.library.jobs()).toMatchObject([{ phase: 'watched' }])
      sent += posts()
      vi.useRealTimers()
    }
    return `0 sent by the desk itself; ${sent.toLocaleString('en')} POSTs for as many intents`
  },
)
