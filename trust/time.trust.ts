import { seededRandom } from '../bench/seeded-random.ts'
import { expect, vi } from 'vitest'
import { duration } from '../src/desk/features/watch/elapsed.ts'
import { createStubService } from '../src/desk/testing/stub-service.ts'
import { testWorkerApi } from '../src/desk/testing/test-worker-api.ts'
import { agoWords } from '../src/desk/ui/dates.ts'
import { seed, trial } from './guarantee.ts'

const guarantee = 'time does no harm'
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const jumps = [minute, hour, day, 365 * day].flatMap((ms) => [ms, -ms])
const ages = [0, 30_000, hour, 20 * hour]

trial(
  guarantee,
  'clocks set ahead and back while jobs are watched',
  { quick: 16, whole: 400 },
  async (count) => {
    const random = seededRandom(seed)
    for (let trial = 0; trial < count; trial += 1) {
      const jump = jumps[trial % jumps.length]!
      const age = ages[Math.floor(random() * ages.length)]!
      vi.useFakeTimers({ now: Date.UTC(2026, 2, 28, Math.floor(random() * 24)) })
      const service = createStubService()
      const worker = testWorkerApi({ service })
      service.addJob(5, { state: 'running' })
      await worker.library.openByNumber(5, Date.now() - age)
      worker.watch.start()
      await vi.advanceTimersByTimeAsync(Math.floor(random() * 2 * minute))
      vi.setSystemTime(Date.now() + jump)
      const before = service.requests.length
      await vi.advanceTimersByTimeAsync(31_000)
      const made = service.requests.length - before
      const where = `${jump / minute} min, a job of ${age / minute} min`
      expect(made, `goes on: ${where}`).toBeGreaterThanOrEqual(1)
      expect(made, `no burst: ${where}`).toBeLessThanOrEqual(33)
      expect((await worker.library.job('5'))?.phase, `does not rest: ${where}`).toBe('watched')
      worker.watch.stop()
      vi.useRealTimers()
    }
    return '0 bursts, 0 at rest too soon'
  },
)

trial(
  guarantee,
  'days of watching without an end, in virtual time',
  { quick: 1, whole: 20 },
  async (count) => {
    let most = 0
    for (let trial = 0; trial < count; trial += 1) {
      vi.useFakeTimers({ now: Date.UTC(2026, 2, 28, trial) })
      const service = createStubService()
      const worker = testWorkerApi({ service })
      service.addJob(5, { state: 'running' })
      await worker.library.openByNumber(5, Date.now())
      worker.watch.start()
      await vi.advanceTimersByTimeAsync(23 * hour)
      expect((await worker.library.job('5'))?.phase).toBe('watched')
      await vi.advanceTimersByTimeAsync(2 * hour)
      expect((await worker.library.job('5'))?.phase).toBe('resting')
      most = Math.max(most, service.requests.length)
      worker.watch.stop()
      vi.useRealTimers()
    }
    // A check per second at first, then two per minute.
    expect(most).toBeLessThan(24 * 120 + 300)
    return `at rest after 24 h, at most ${most.toLocaleString('en')} requests`
  },
)

trial(
  guarantee,
  'ages shown, over daylight saving and clocks set back',
  { quick: 2_000, whole: 100_000 },
  async (count) => {
    const random = seededRandom(seed)
    const zone = process.env['TZ']
    const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC']
    for (const name of zones) {
      process.env['TZ'] = name
      for (let trial = 0; trial < count / zones.length; trial += 1) {
        const now = Date.UTC(2026, Math.floor(random() * 12), 1) + random() * 31 * day
        const at = now + (random() - 0.5) * 2 * jumps[Math.floor(random() * jumps.length)]!
        for (const words of [agoWords(at, now), duration(now - at)])
          if (/^in |-\d|NaN|Invalid/.test(words)) throw new Error(`${words}: ${at} at ${now} in ${name}`)
      }
    }
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
    return '0 negative'
  },
)
