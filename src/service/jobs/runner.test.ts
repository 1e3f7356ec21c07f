import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blankRequest } from '../../contract/testing/blank-request.ts'
import type { Database } from '../database/database.ts'
import { interruptDatabase } from '../testing/faulty-database.ts'
import { openTestDatabase, putArticles, readAll, until, untilEnded } from '../testing/test-jobs.ts'
import { onEachDatabase } from '../testing/with-database.ts'
import type { Jobs } from './jobs.ts'
import { createJobs } from './jobs.ts'
import { createGate } from '../../testing/create-gate.ts'

const impatient = { pollMs: 10, retryDelayMs: 1, leaseMs: 200, heartbeatMs: 20 }
const isMatching = (text: string): boolean => text.includes('from articles')

onEachDatabase((place) => {
  let database: Database

  beforeAll(async () => {
    database = await openTestDatabase(await place.create())
    await putArticles(database, [{}, {}, {}])
  })
  afterAll(() => database.close())

  test('a job is queued until a process works, and has another version in every state', async () => {
    const idle = createJobs({ database })
    await idle.start()
    await idle.stop({ withinMs: 1_000 })
    const jobId = await idle.create(1, blankRequest)
    const waiting = await idle.find(1, jobId)
    expect(waiting).toMatchObject({ state: 'queued' })

    const jobs = createJobs({ database, ...impatient })
    await jobs.start()
    const done = await untilEnded(jobs, 1, jobId)
    await jobs.stop({ withinMs: 1_000 })

    expect(done).toMatchObject({ state: 'success', articleCount: 3 })
    expect(done.version).not.toBe(waiting?.version)
  })

  test('a job that can never succeed fails after exactly its attempts', async () => {
    const log: string[] = []
    const broken = interruptDatabase(database, (text) => {
      if (isMatching(text)) throw new Error('The index is gone.')
    })
    const jobs = createJobs({
      database: broken,
      ...impatient,
      maxAttempts: 3,
      log: ({ event, willRetry, error }) => log.push(`${event} ${willRetry} ${error}`),
    })
    await jobs.start()
    const jobId = await jobs.create(1, blankRequest)
    const ended = await untilEnded(jobs, 1, jobId)
    await jobs.stop({ withinMs: 1_000 })

    expect(ended).toMatchObject({ state: 'failure', articleCount: 0 })
    expect(await readAll(jobs, jobId)).toEqual([])
    expect(log).toEqual([
      'job-failed true Error: The index is gone.',
      'job-failed true Error: The index is gone.',
      'job-failed false Error: The index is gone.',
    ])
  })

  test.each([
    [4, 'success', 3, 'job-done'],
    [Infinity, 'failure', 0, 'job-failed'],
  ])(
    'a job whose ranking is too slow %s times is retried, and ends as a %s',
    async (times, state, count, last) => {
      let left = times
      const log: string[] = []
      const slow = interruptDatabase(database, (text, moment) => {
        if (text.includes('ts_rank') && moment === 'before' && (left -= 1) >= 0)
          throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
      })
      const options = { database: slow, ...impatient, maxAttempts: 3 }
      const jobs = createJobs({ ...options, log: ({ event }) => log.push(event) })
      await jobs.start()
      const ended = await untilEnded(jobs, 1, await jobs.create(1, { ...blankRequest, keywords: ['text'] }))
      await jobs.stop({ withinMs: 1_000 })

      expect(ended).toMatchObject({ state, articleCount: count })
      expect(log).toEqual(['job-failed', 'job-failed', last])
    },
  )

  test('a job outlasts a database without connections or room, however often it is tried', async () => {
    let tries = 0
    let writes = 0
    const full = interruptDatabase(database, (text) => {
      const isTry = isMatching(text) && (tries += 1) <= 12
      // The retry can't be recorded at once either.
      if (isTry || (text.includes('run_after = now()') && (writes += 1) % 3 === 1))
        throw Object.assign(new Error('sorry, too many clients already'), { code: '53300' })
    })
    const jobs = createJobs({ database: full, ...impatient, maxAttempts: 3 })
    await jobs.start()
    const jobId = await jobs.create(1, blankRequest)
    const ended = await untilEnded(jobs, 1, jobId)
    await jobs.stop({ withinMs: 1_000 })

    expect(ended).toMatchObject({ state: 'success', articleCount: 3 })
    expect(tries).toBeGreaterThan(12)
  })

  test('a job that ends the process at every attempt fails eventually', async () => {
    const jobs = createJobs({ database, ...impatient, maxAttempts: 3 })
    const jobId = await jobs.create(1, blankRequest)
    // What three processes that died mid-job leave behind.
    await database.query(
      `update jobs set state = 'running', attempts = 3, lease_token = gen_random_uuid(), lease_until = now()
      where id = $1`,
      [jobId],
    )
    await jobs.start()
    const ended = await untilEnded(jobs, 1, jobId)
    await jobs.stop({ withinMs: 1_000 })

    expect(ended.state).toBe('failure')
  })

  test.runIf(place.kind === 'embedded')(
    'a job whose process died more than once waits for others, however often the service is started',
    async () => {
      const jobs = createJobs({ database, ...impatient, retryDelayMs: 3_600_000 })
      const [first, again, other] = [
        await jobs.create(1, blankRequest),
        await jobs.create(1, blankRequest),
        await jobs.create(1, blankRequest),
      ]
      // What a process that was killed at work leaves behind.
      await database.query(
        `update jobs set state = 'running', attempts = case id when $1 then 1 else 2 end,
          lease_token = gen_random_uuid(), lease_until = now() + interval '1 day'
        where id in ($1, $2)`,
        [first, again],
      )
      await jobs.start()
      await untilEnded(jobs, 1, other)
      await jobs.stop({ withinMs: 1_000 })
      expect((await jobs.find(1, first))?.state).toBe('success')
      const waiting = await readWaiting(again)
      expect(waiting).toMatchObject({ state: 'running', attempts: 2 })

      const later = createJobs({ database, ...impatient, retryDelayMs: 3_600_000 })
      await later.start()
      expect(await readWaiting(again)).toEqual(waiting)
      await database.query('update jobs set lease_until = now() where id = $1', [again])
      const ended = await untilEnded(later, 1, again)
      await later.stop({ withinMs: 1_000 })

      expect(ended.state).toBe('success')
    },
  )

  async function readWaiting(id: number) {
    const { rows } = await database.query('select state, attempts, lease_until from jobs where id = $1', [id])
    return rows[0]
  }

  test('the database may fail at any query of a job, which is still done, and once', async () => {
    let left = Infinity
    const shaky = interruptDatabase(database, () => {
      left -= 1
      if (left === 0) throw new Error('The connection broke.')
    })
    const worker = createJobs({ database: shaky, ...impatient })
    const jobs = createJobs({ database })
    await worker.start()
    const found: number[] = []
    for (let fault = 1; fault <= 20; fault += 1) {
      left = fault
      const jobId = await jobs.create(1, blankRequest)
      const ended = await untilEnded(jobs, 1, jobId)
      found.push(ended.articleCount)
      await until(() => left <= 0)
    }
    left = Infinity
    await worker.stop({ withinMs: 1_000 })

    expect(found).toEqual(found.map(() => 3))
    const { rows } = await database.query(
      `select count(*) as leased from jobs where lease_token is not null and state in ('success', 'failure')`,
    )
    expect(rows).toEqual([{ leased: 0 }])
  })

  test('several processes share the jobs and do each once', async () => {
    const done: (number | undefined)[] = []
    const log = ({ event, jobId }: { event: string; jobId?: number }) => {
      if (event === 'job-done') done.push(jobId)
    }
    const workers = [1, 2, 3].map(() => createJobs({ database, pollMs: 10, log }))
    for (const worker of workers) await worker.start()
    const ids = await Promise.all(
      Array.from({ length: 30 }, (_, index) => workers[index % 3]!.create(1, blankRequest)),
    )
    for (const id of ids) await untilEnded(workers[0]!, 1, id)
    for (const worker of workers) await worker.stop({ withinMs: 1_000 })

    expect(done.toSorted((one, other) => one! - other!)).toEqual(ids.toSorted((one, other) => one - other))
  })

  test('a process that was presumed dead can no longer change anything', async () => {
    const log: string[] = []
    let isFrozen = false
    const [thawed, thaw] = createGate()
    const frozen = interruptDatabase(database, async (text, moment) => {
      if (isMatching(text) && moment === 'before') isFrozen = true
      if (isFrozen) await thawed
    })
    const first = createJobs({ database: frozen, ...impatient, log: ({ event }) => log.push(`1 ${event}`) })
    const second = createJobs({ database, ...impatient, log: ({ event }) => log.push(`2 ${event}`) })
    await first.start()
    const jobId = await second.create(1, blankRequest)
    await until(() => isFrozen)
    await second.start()
    const ended = await untilEnded(second, 1, jobId)
    // The other's entry would come first if the end of the job were reported late.
    await until(() => log.includes('2 job-done'))
    thaw()
    await until(() => log.includes('1 lease-lost'))
    await Promise.all([first.stop({ withinMs: 1_000 }), second.stop({ withinMs: 1_000 })])

    expect(log).toEqual(['2 job-resumed', '2 job-done', '1 lease-lost'])
    expect(await untilEnded(second, 1, jobId)).toEqual(ended)
  })

  test.skipIf(place.kind === 'embedded')('a slow job is not taken from a live process', async () => {
    const log: string[] = []
    const [mayGoOn, goOn] = createGate()
    const slow = interruptDatabase(database, async (text, moment) => {
      if (isMatching(text) && moment === 'before') await mayGoOn
    })
    let looks = 0
    const watched = interruptDatabase(database, (text) => {
      if (text.includes('lease_until <= now()')) looks += 1
    })
    // A lease so long that it does not expire before it is renewed, even on a busy machine.
    const patient = { ...impatient, leaseMs: 60_000 }
    const first = createJobs({ database: slow, ...patient, log: ({ event }) => log.push(`1 ${event}`) })
    const second = createJobs({ database: watched, ...patient, log: ({ event }) => log.push(`2 ${event}`) })
    const leaseEnd = async (id: number) => (await readWaiting(id))?.['lease_until'] as Date | null
    await first.start()
    const jobId = await first.create(1, blankRequest)
    await until(async () => (await leaseEnd(jobId)) !== null)
    const taken = await leaseEnd(jobId)
    await until(async () => (await leaseEnd(jobId))! > taken!)
    await second.start()
    await until(() => looks > 4)
    goOn()
    await untilEnded(second, 1, jobId)
    await Promise.all([first.stop({ withinMs: 1_000 }), second.stop({ withinMs: 1_000 })])

    expect(log).toEqual(['1 job-done'])
  })

  test.skipIf(place.kind === 'embedded')(
    'a job resumes within 7 s after each loss of its process, at any stage, and is given up eventually',
    async () => {
      let mayMatch = false
      const [finished, finish] = createGate()
      const endless = interruptDatabase(database, async (text, moment) => {
        if (isMatching(text) && moment === 'before' && !mayMatch) await finished
      })
      const collector = { collect: () => finished.then(() => ({ tried: 0, failed: 0 })) }
      const read = async () => {
        const { rows } = await database.query<{ at: string; state: string; leftS: number | null }>(
          `select state, phase || ' ' || attempts as at,
            extract(epoch from lease_until - now())::float8 as "leftS"
          from jobs where id = $1`,
          [jobId],
        )
        return rows[0]!
      }
      const idle = createJobs({ database })
      const jobId = await idle.create(1, { ...blankRequest, keywords: ['nowhere'] })
      const leftS: number[] = []
      const dead: Jobs[] = []
      const matched = ['match 1', 'match 2', 'match 3', 'match 4']
      const collected = ['collect 1', 'collect 2', 'collect 3']
      for (const at of [...matched, ...collected, ...matched, 'match 5']) {
        mayMatch = collected.includes(at)
        const lost = createJobs({ database: endless, collector, pollMs: 10 })
        dead.push(lost)
        await lost.start()
        await until(async () => (await read()).at === at)
        leftS.push((await read()).leftS!)
        // To the others it is dead, and they need not wait for its lease to expire.
        await database.query(
          'update jobs set lease_token = gen_random_uuid(), lease_until = now() where id = $1',
          [jobId],
        )
        await lost.stop({ withinMs: 0 })
      }
      const last = createJobs({ database: endless, collector, pollMs: 10 })
      await last.start()
      await untilEnded(last, 1, jobId)
      finish()
      for (const jobs of [...dead, last]) await jobs.stop({ withinMs: 10_000 })

      expect(await read()).toMatchObject({ state: 'failure', at: 'match 6' })
      // An idle process checks every second for jobs left by others.
      expect(Math.max(...leftS) + 1).toBeLessThanOrEqual(7)
    },
  )

  test('a job that could not finish collecting is retried within 8 s, however often', async () => {
    let isFull = true
    const full = interruptDatabase(database, (text, moment) => {
      if (isFull && text.includes('collected_at = now()') && moment === 'before')
        throw Object.assign(new Error('could not extend file'), { code: '53100' })
    })
    const collector = { collect: async () => ({ tried: 1, failed: 0 }) }
    const jobs = createJobs({ database: full, collector, pollMs: 10 })
    const jobId = await jobs.create(1, { ...blankRequest, keywords: ['nowhere'] })
    await database.query(`update jobs set phase = 'collect', attempts = 9 where id = $1`, [jobId])
    await jobs.start()
    const waitS = async () => {
      const { rows } = await database.query<{ waitS: number }>(
        `select extract(epoch from run_after - now())::float8 as "waitS" from jobs where id = $1`,
        [jobId],
      )
      return rows[0]!.waitS
    }
    await until(async () => (await waitS()) > 0)
    const waitedS = await waitS()
    isFull = false
    await database.query('update jobs set run_after = now() where id = $1', [jobId])
    await untilEnded(jobs, 1, jobId)
    await jobs.stop({ withinMs: 1_000 })

    expect(waitedS).toBeLessThanOrEqual(8)
  })

  test('a process never presumes its own job dead, even if it cannot renew its lease', async () => {
    const log: string[] = []
    const slow = interruptDatabase(database, async (text, moment) => {
      if (isMatching(text) && moment === 'before') await delay(2 * impatient.leaseMs)
    })
    const jobs = createJobs({
      database: slow,
      ...impatient,
      heartbeatMs: 60_000,
      log: ({ event }) => log.push(event),
    })
    await jobs.start()
    await untilEnded(jobs, 1, await jobs.create(1, blankRequest))
    await jobs.stop({ withinMs: 1_000 })

    expect(log).toEqual(['job-done'])
  })

  test('hundreds of jobs of one account do not delay the first job of another', async () => {
    const done: number[] = []
    const jobs = createJobs({
      database,
      log: ({ event, jobId }) => {
        if (event === 'job-done' && jobId !== undefined) done.push(jobId)
      },
    })
    const many = []
    for (let made = 0; made < 200; made += 1) many.push(await jobs.create(1, blankRequest))
    await jobs.start()
    await until(() => done.length > 20)
    const [one, two] = [await jobs.create(2, blankRequest), await jobs.create(2, blankRequest)]
    const ahead = done.length
    await untilEnded(jobs, 2, two)
    await untilEnded(jobs, 1, many.at(-1)!)
    await jobs.stop({ withinMs: 1_000 })

    // Some were already running, and a job of the other account may come in between.
    expect(done.indexOf(one) - ahead).toBeLessThan(10)
    expect(done.indexOf(two) - ahead).toBeLessThan(15)
    expect(done.length).toBe(202)
  })

  test('an idle service starts a new job when notified, whichever process accepted it', async () => {
    // Without a notification, it would look for jobs only in an hour.
    const worker = createJobs({ database, pollMs: 3_600_000 })
    await worker.start()
    // PostgreSQL notifies another process; with the embedded database there is no other.
    const accepting = place.kind === 'embedded' ? worker : createJobs({ database })
    const states: (string | undefined)[] = []
    for (let run = 0; run < 3; run += 1)
      states.push((await untilEnded(accepting, 1, await accepting.create(1, blankRequest))).state)
    await worker.stop({ withinMs: 1_000 })

    expect(states).toEqual(['success', 'success', 'success'])
  })
})
