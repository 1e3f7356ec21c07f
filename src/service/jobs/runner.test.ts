import { afterAll, beforeAll, expect, test } from 'vitest'
import { blankRequest } from '../../contract/job-request.ts'
import type { Database } from '../database/database.ts'
import { interruptDatabase } from '../testing/faulty-database.ts'
import { openTestDatabase, putArticles, readAll, untilEnded } from '../testing/test-jobs.ts'
import { onEachDatabase } from '../testing/with-database.ts'
import { createJobs } from './jobs.ts'

const impatient = { pollMs: 10, retryDelayMs: 1 }

onEachDatabase((place) => {
  let database: Database

  beforeAll(async () => {
    database = await openTestDatabase(await place.create())
    await putArticles(database, [{}, {}, {}])
  })
  afterAll(() => database.close())

  test('a job waits, queued, for a process that works, and is another version in every state', async () => {
    const idle = createJobs({ database })
    await idle.start()
    await idle.stop({ withinMs: 1_000 })
    const jobId = await idle.create(1, blankRequest)
    const waiting = await idle.find(1, jobId)
    expect(waiting).toMatchObject({ state: 'queued', articleCount: 0 })

    const jobs = createJobs({ database, ...impatient })
    await jobs.start()
    const done = await untilEnded(jobs, 1, jobId)
    await jobs.stop({ withinMs: 1_000 })

    expect(done).toMatchObject({ state: 'success', articleCount: 3 })
    expect(done.version).not.toBe(waiting?.version)
  })

  test('a job that can never be done ends as a failure, after its attempts and no more', async () => {
    const log: string[] = []
    const broken = interruptDatabase(database, (text) => {
      if (text.includes('from articles')) throw new Error('The index is gone.')
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

  test('a job that ends the process with every attempt becomes a failure at last', async () => {
    const jobs = createJobs({ database, ...impatient, maxAttempts: 3 })
    await jobs.start()
    await jobs.stop({ withinMs: 1_000 })
    const jobId = await jobs.create(1, blankRequest)
    // What three processes that died in the middle leave behind.
    await database.query(`update jobs set state = 'running', attempts = 3 where id = $1`, [jobId])
    const next = createJobs({ database, ...impatient, maxAttempts: 3 })
    await next.start()
    const ended = await untilEnded(next, 1, jobId)
    await next.stop({ withinMs: 1_000 })

    expect(ended.state).toBe('failure')
  })

  test('the database may go away at any query of a job: it is done all the same, once', async () => {
    let left = Infinity
    let steps = 0
    const shaky = interruptDatabase(database, () => {
      steps += 1
      left -= 1
      if (left === 0) throw new Error('The connection broke.')
    })
    const worker = createJobs({ database: shaky, ...impatient, recoverEveryMs: 50 })
    const jobs = createJobs({ database })
    await worker.start()
    const tried: number[] = []
    for (let fault = 1; fault <= 24; fault += 1) {
      left = fault
      const jobId = await jobs.create(1, blankRequest)
      const ended = await untilEnded(jobs, 1, jobId)
      tried.push(ended.articleCount)
    }
    left = Infinity
    await worker.stop({ withinMs: 1_000 })

    expect(steps).toBeGreaterThan(24 * 10)
    expect(tried).toEqual(tried.map(() => 3))
    const { rows } = await database.query(
      `select count(*) as waiting from pgboss.job where name = 'collect-articles'`,
    )
    expect(rows).toEqual([{ waiting: 0 }])
  })

  test('several processes share the jobs and do each of them once', async () => {
    const done: (number | undefined)[] = []
    const log = ({ event, jobId }: { event: string; jobId?: number }) => {
      if (event === 'job-done') done.push(jobId)
    }
    const workers = [1, 2, 3].map(() => createJobs({ database, ...impatient, log }))
    for (const worker of workers) await worker.start()
    const ids = await Promise.all(
      Array.from({ length: 30 }, (_, index) => workers[index % 3]!.create(1, blankRequest)),
    )
    for (const id of ids) await untilEnded(workers[0]!, 1, id)
    for (const worker of workers) await worker.stop({ withinMs: 1_000 })

    expect(done.toSorted((one, other) => one! - other!)).toEqual(ids.toSorted((one, other) => one - other))
  })
})
