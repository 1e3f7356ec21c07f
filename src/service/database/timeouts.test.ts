import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client } from 'pg'
import { jobPath, jobsPath } from '../../contract/paths.ts'
import { blankRequest } from '../../contract/testing/blank-request.ts'
import { createAccounts } from '../accounts/accounts.ts'
import { asProblem } from '../http/problems.ts'
import { createJobs } from '../jobs/jobs.ts'
import { createJobQueue } from '../jobs/queue.ts'
import type { Cluster } from '../testing/postgres-cluster.ts'
import { canStartPostgres, createCluster } from '../testing/postgres-cluster.ts'
import { openTestDatabase, putArticles, until, untilEnded } from '../testing/test-jobs.ts'
import type { TestService } from '../testing/test-service.ts'
import { startTestService } from '../testing/test-service.ts'
import type { Database } from './database.ts'
import type { Timeouts } from './queries.ts'
import { openDatabase } from './open-database.ts'

/** Needs its own cluster, since it stops whole processes. */
describe.skipIf(!canStartPostgres)('on PostgreSQL', () => {
  let cluster: Cluster
  let it: TestService
  let other: Client

  beforeAll(async () => {
    cluster = await createCluster()
    const databaseUrl = await cluster.createDatabase()
    it = await startTestService({ databaseUrl })
    other = new Client({ connectionString: databaseUrl })
    await other.connect()
  })
  afterAll(async () => {
    await other.end()
    await it.stop()
    await cluster.remove()
  })

  const open = async (timeouts: Timeouts): Promise<Database> =>
    openDatabase({ databaseUrl: await cluster.createDatabase(), timeouts })

  async function whileLocked<T>(tables: string, work: () => Promise<T>): Promise<T> {
    await other.query('begin')
    await other.query(`lock table ${tables} in access exclusive mode`)
    try {
      return await work()
    } finally {
      await other.query('rollback')
    }
  }

  test('a request that needs a locked table gets a 503 in seconds, and works again afterwards', async () => {
    const id = await it.createJob()
    const startedAt = performance.now()
    const responses = await whileLocked('jobs', () =>
      Promise.all([
        it.ask('POST', jobsPath, { as: it.editor, body: {} }),
        it.ask('GET', jobPath(id), { as: it.editor }),
      ]),
    )
    const tookMs = performance.now() - startedAt

    expect(responses.map(({ status, headers }) => [status, headers.get('Retry-After')])).toEqual([
      [503, '5'],
      [503, '5'],
    ])
    expect(tookMs).toBeLessThan(8_000)
    expect((await it.ask('GET', jobPath(id), { as: it.editor })).status).toBe(200)
  })

  test('a job accepted while its articles are locked is done when they are free again', async () => {
    const id = await whileLocked('articles', () => it.createJob())

    expect(await (await it.finished(id)).json()).toMatchObject({ state: 'success' })
  })

  test('a job outlasts a lock on its articles, however often it is tried', async () => {
    const databaseUrl = await cluster.createDatabase()
    const timeouts = { lock: 50, statement: 1_000, query: 5_000 }
    const database = await openTestDatabase({ databaseUrl, timeouts })
    await putArticles(database, [{}, {}, {}])
    const holder = new Client({ connectionString: databaseUrl })
    await holder.connect()
    await holder.query('begin; lock table articles in access exclusive mode')
    const retries: (boolean | undefined)[] = []
    const jobs = createJobs({
      database,
      pollMs: 10,
      retryDelayMs: 1,
      maxAttempts: 3,
      log: ({ event, willRetry }) => void (event === 'job-failed' && retries.push(willRetry)),
    })
    await jobs.start()
    const jobId = await jobs.create(1, blankRequest)
    await until(() => retries.length > 5 || retries.includes(false))
    await holder.query('rollback')
    const ended = await untilEnded(jobs, 1, jobId)
    await jobs.stop({ withinMs: 1_000 })
    await holder.end()
    await database.close()

    expect(ended).toMatchObject({ state: 'success', articleCount: 3 })
  })

  test('a lock on one job costs its process no other', async () => {
    const databaseUrl = await cluster.createDatabase()
    const timeouts = { lock: 50, statement: 1_000, query: 5_000 }
    const database = await openTestDatabase({ databaseUrl, timeouts })
    const queue = createJobQueue(database, 60_000)
    for (let made = 0; made < 2; made += 1) await queue.add(1, blankRequest)
    const [locked, free] = [(await queue.take('match', []))!, (await queue.take('match', []))!]
    const leaseEnds = async () =>
      (await database.query<{ at: Date }>('select lease_until as at from jobs order by id')).rows
    const before = await leaseEnds()
    const holder = new Client({ connectionString: databaseUrl })
    await holder.connect()
    await holder.query('begin')
    await holder.query('select from jobs where id = $1 for update', [locked.id])
    const ours = await queue.extend([locked, free])
    const after = await leaseEnds()
    await holder.end()
    await database.close()

    expect(ours).toEqual(new Set([locked.id, free.id]))
    expect(after.map(({ at }, index) => at > before[index]!.at)).toEqual([false, true])
  })

  test('an account is removed however long it takes to delete its jobs', async () => {
    const databaseUrl = await cluster.createDatabase()
    const database = await openTestDatabase({
      databaseUrl,
      timeouts: { lock: 100, statement: 200, query: 2_000 },
    })
    await createJobQueue(database, 60_000).add(1, blankRequest)
    await database.query(
      `create function take_long() returns trigger language plpgsql
      as $$ begin perform pg_sleep(0.5); return old; end $$`,
    )
    await database.query(
      'create trigger slow before delete on jobs for each row execute function take_long()',
    )
    const accounts = createAccounts(database)
    await accounts.remove('one@example.org')
    const left = await accounts.list()
    await database.close()

    expect(left.map(({ email }) => email)).toEqual(['two@example.org'])
  })

  test('by default, a lock is awaited for 3 s, and a statement may take 10 s', async () => {
    const { rows } = await it.database.query(
      `select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`,
    )

    expect(rows).toEqual([{ lock: '3s', statement: '10s' }])
  })

  test('a statement that takes too long is ended by the server', async () => {
    const database = await open({ lock: 100, statement: 200, query: 5_000 })
    const error: unknown = await database.query('select pg_sleep(5)').catch((error: unknown) => error)
    await database.close()

    expect(error).toMatchObject({ code: '57014' })
    expect(asProblem(error).status).toBe(503)
  })

  test('a server that has stopped responding is given up, and used again when it responds', async () => {
    const database = await open({ lock: 500, statement: 1_000, query: 2_000 })
    const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid')
    const pid = String(rows[0]?.pid)
    execFileSync('kill', ['-STOP', pid])
    const asked: unknown = await database.query('select 1').catch((error: unknown) => error)
    execFileSync('kill', ['-CONT', pid])
    const result = await database.query('select 1 as one')
    await database.close()

    expect(asProblem(asked).status).toBe(503)
    expect(result.rows).toEqual([{ one: 1 }])
  })

  test('a transaction on a server that has stopped responding ends too', async () => {
    const database = await open({ lock: 500, statement: 1_000, query: 2_000 })
    let pid = ''
    const failure: unknown = await database
      .transaction(async (tx) => {
        const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
        pid = String(rows[0]?.pid)
        execFileSync('kill', ['-STOP', pid])
        await tx.query('select 1')
      })
      .catch((error: unknown) => error)
    execFileSync('kill', ['-CONT', pid])
    await database.close()

    expect(asProblem(failure).status).toBe(503)
  })

  test('work without a time limit is not cut short, and does not pass its setting on', async () => {
    const database = await open({ lock: 500, statement: 1_000, query: 2_000 })
    const waited = await database.transaction((tx) => tx.query('select 1 as one from pg_sleep(2.5)'), {
      statementTimeoutMs: 'unlimited',
    })
    const settings = await Promise.all(
      Array.from({ length: 5 }, () => database.query('show statement_timeout')),
    )
    await database.close()

    expect(waited.rows).toEqual([{ one: 1 }])
    expect(new Set(settings.map(({ rows }) => rows[0]?.['statement_timeout']))).toEqual(new Set(['1s']))
  })
})
