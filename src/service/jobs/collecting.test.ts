import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { blankRequest } from '../../contract/testing/blank-request.ts'
import type { NewArticle } from '../articles/store.ts'
import { saveArticles } from '../articles/store.ts'
import type { Database } from '../database/database.ts'
import { collectGarbage } from '../testing/collect-garbage.ts'
import { interruptDatabase } from '../testing/faulty-database.ts'
import { openTestDatabase, putArticles, readAll, until, untilEnded } from '../testing/test-jobs.ts'
import { page, prose, rss, startSite } from '../testing/test-site.ts'
import { openTestSources } from '../testing/test-sources.ts'
import { onEachDatabase } from '../testing/with-database.ts'
import type { CollectorResult, Collector } from './runner.ts'
import type { Jobs, JobsOptions } from './jobs.ts'
import { createJobs } from './jobs.ts'

const asking = (...keywords: string[]) => ({ ...blankRequest, keywords, articleCount: 2 })

onEachDatabase((place) => {
  let database: Database
  let started: Jobs[] = []

  beforeAll(async () => {
    database = await openTestDatabase(await place.create())
    await putArticles(database, [
      { title: 'Bread', text: 'Bread and water.' },
      { title: 'Butter', text: 'Bread and butter.' },
    ])
  })
  afterAll(() => database.close())

  async function start(collect: Collector['collect'], options: Partial<JobsOptions> = {}): Promise<Jobs> {
    const collector = { collect }
    const jobs = createJobs({ database, collector, pollMs: 10, retryDelayMs: 1, ...options })
    started.push(jobs)
    await jobs.start()
    return jobs
  }
  async function stopAll(): Promise<void> {
    await Promise.all(started.map((jobs) => jobs.stop({ withinMs: 1_000 })))
    started = []
  }
  const save = (title: string, text: string) => saveArticles(database, [article(title, text)])

  test('a job that stored articles satisfy collects nothing', async () => {
    let asked = 0
    const jobs = await start(async () => {
      asked += 1
      return { tried: 1, failed: 0 }
    })
    const ended = await untilEnded(jobs, 1, await jobs.create(1, asking('bread')))
    await stopAll()

    expect([ended.state, ended.articleCount, asked]).toEqual(['success', 2, 0])
  })

  test('a job that needs more is matched again with what was collected for it', async () => {
    const wishes: unknown[] = []
    const jobs = await start(async (wanted) => {
      wishes.push(wanted)
      await save('Canal', 'The canal is drained.')
      return { tried: 2, failed: 1 }
    })
    const jobId = await jobs.create(1, { ...asking('canal'), category: 'food' })
    const ended = await untilEnded(jobs, 1, jobId)
    await stopAll()

    expect(ended.state).toBe('success')
    expect((await readAll(jobs, jobId)).map(({ title }) => title)).toEqual(['Canal'])
    expect(wishes).toEqual([{ keywords: ['canal'], category: 'food' }])
  })

  test('jobs that collect are running, others are matched meanwhile, and no transaction is open', async () => {
    const { collect, finish, count } = gate()
    const jobs = await start(collect)
    const ids = await Promise.all(
      Array.from({ length: 30 }, (_, index) => jobs.create(1, asking(`x${index}`))),
    )
    const roomFor = place.kind === 'embedded' ? 8 : 16
    await until(() => count() === roomFor)
    const { rows: clock } = await database.query<{ at: Date }>('select clock_timestamp() as at')
    const other = await untilEnded(jobs, 2, await jobs.create(2, asking('bread')))
    const findStates = async () =>
      new Set(await Promise.all(ids.map(async (id) => (await jobs.find(1, id))?.state)))
    await until(async () => !(await findStates()).has('queued'))
    const states = await findStates()
    const { rows } = await database.query(
      `select count(*) as open from pg_stat_activity
      where state like 'idle in transaction%' and datname = current_database() and xact_start < $1`,
      [clock[0]?.at.toISOString()],
    )
    finish({ tried: 1, failed: 0 })
    for (const id of ids) await untilEnded(jobs, 1, id)
    await stopAll()

    expect(other.state).toBe('success')
    expect([...states]).toEqual(['running'])
    expect(rows).toEqual([{ open: 0 }])
    expect(count()).toBe(30)
  })

  test('a collector has limited time, and what it brought by then is found', async () => {
    const jobs = await start(
      async (_, signal) => {
        await save('Lock', 'The sluice is repaired.')
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        return { tried: 3, failed: 0 }
      },
      { collectWithinMs: 50 },
    )
    const ended = await untilEnded(jobs, 1, await jobs.create(1, asking('sluice')))
    await stopAll()

    expect(ended).toMatchObject({ state: 'success', articleCount: 1 })
  })

  test('a collector that ignores its time limit is abandoned', async () => {
    const jobs = await start(() => new Promise(() => undefined), { collectWithinMs: 50 })
    const ended = await untilEnded(jobs, 1, await jobs.create(1, asking('nowhere')))
    await stopAll()

    expect(ended).toMatchObject({ state: 'success', articleCount: 0 })
  })

  test('a job leaves nothing in memory after collecting', async () => {
    const signals: WeakRef<AbortSignal>[] = []
    const any = AbortSignal.any.bind(AbortSignal)
    onTestFinished(() => void (AbortSignal.any = any))
    AbortSignal.any = (parts) => {
      const signal = any(parts)
      signals.push(new WeakRef(signal))
      return signal
    }
    const jobs = await start(async () => ({ tried: 1, failed: 0 }))
    for (let made = 0; made < 20; made += 1)
      await untilEnded(jobs, 1, await jobs.create(1, asking(`nowhere ${made}`)))
    await turn()
    collectGarbage()
    const left = signals.filter((signal) => signal.deref()).length
    await stopAll()

    expect(signals.length).toBeGreaterThanOrEqual(20)
    expect(left).toBeLessThan(5)
  })

  test.each<[string, CollectorResult, string, string]>([
    ['all sources fail and nothing matches', { tried: 3, failed: 3 }, 'nowhere', 'failure'],
    ['all sources fail, but something matches', { tried: 3, failed: 3 }, 'butter', 'success'],
    ['some sources fail', { tried: 3, failed: 2 }, 'nowhere', 'success'],
    ['there are no sources', { tried: 0, failed: 0 }, 'nowhere', 'success'],
  ])('if %s: %j, "%s" ends as %s', async (_, collected, keyword, state) => {
    const jobs = await start(async () => collected)
    const ended = await untilEnded(jobs, 1, await jobs.create(1, asking(keyword)))
    await stopAll()

    expect(ended.state).toBe(state)
  })

  test('a failing collector is called three times, however few attempts a job has, and then what is stored counts', async () => {
    let asked = 0
    const jobs = await start(
      async () => {
        asked += 1
        throw new Error('The network is gone.')
      },
      { maxAttempts: 1 },
    )
    const some = await untilEnded(jobs, 1, await jobs.create(1, asking('butter')))
    const none = await untilEnded(jobs, 1, await jobs.create(1, asking('nowhere')))
    await stopAll()

    expect([some.state, none.state, asked]).toEqual(['success', 'failure', 6])
  })

  test('the log has the code of a database error, and not the text that its message quotes', async () => {
    const log: unknown[] = []
    const quoting = interruptDatabase(database, async (text) => {
      if (text.includes('run_after = now()')) await database.query(`select 'What an editor wrote'::int`)
    })
    const jobs = await start(() => Promise.reject(new Error('The network is gone.')), {
      database: quoting,
      log: (entry) => log.push(entry),
    })
    const jobId = await jobs.create(1, asking('nowhere'))
    await until(() => log.length > 0)
    await stopAll()
    await database.query('delete from jobs where id = $1', [jobId])

    expect(log[0]).toEqual({
      event: 'queue-failed',
      jobId,
      error: 'ERROR 22P02',
      at: expect.any(Array),
    })
    expect(JSON.stringify(log)).not.toContain('editor')
  })

  test('a job still collects if the database was out of room meanwhile, however often', async () => {
    let refusals = 4
    const full = interruptDatabase(database, (text, moment) => {
      if (!text.includes('collected_at = now()') || moment !== 'before' || refusals === 0) return
      refusals -= 1
      throw Object.assign(new Error('could not extend file'), { code: '53100' })
    })
    const jobs = await start(async () => ({ tried: 1, failed: 0 }), { database: full })
    const ended = await untilEnded(jobs, 1, await jobs.create(1, asking('nowhere')))
    await stopAll()

    expect([ended.state, ended.articleCount, refusals]).toEqual(['success', 0, 0])
  })

  test.each([
    ['sources were listed', 'insert into source_items'],
    ['pages were saved', 'insert into article_sketches'],
  ])('a job whose %s in an outage gets their articles after it', async (what, statement) => {
    const site = await startSite({
      '/feed': rss([{ title: `Harbour: ${what}`, link: '/a' }]),
      '/a': page(`Harbour: ${what}`, prose(what.length)),
    })
    let failures = 0
    const shaky = interruptDatabase(database, (text) => {
      if ((failures > 0 || text.includes(statement)) && (failures += 1) <= 4)
        throw Object.assign(new Error('terminating connection'), { code: '57P01' })
    })
    const sources = openTestSources(shaky)
    await sources.add(`${site.url}/feed`, 'Food')
    const jobs = await start(sources.collect)
    const ended = await untilEnded(jobs, 1, await jobs.create(1, asking(`harbour ${what}`)))
    await stopAll()
    await sources.close()
    await site.close()

    expect(failures).toBeGreaterThan(4)
    expect(ended).toMatchObject({ state: 'success', articleCount: 1 })
  })

  test('sites are asked less and less often during an outage that only affects collecting', async () => {
    const askedAt: number[] = []
    const jobs = await start(
      async () => {
        askedAt.push(performance.now())
        if (askedAt.length < 4) throw Object.assign(new Error('could not extend file'), { code: '53100' })
        return { tried: 1, failed: 0 }
      },
      { retryDelayMs: 100 },
    )
    const ended = await untilEnded(jobs, 1, await jobs.create(1, asking('nowhere at all')))
    await stopAll()

    expect(ended.state).toBe('success')
    expect(askedAt).toHaveLength(4)
    expect(askedAt[3]! - askedAt[2]!).toBeGreaterThanOrEqual(400)
  })

  test('a service that stops returns its collecting jobs at once, and resumes them after the next start', async () => {
    const { collect, count } = gate()
    const stopped = await start(collect)
    const jobId = await stopped.create(1, asking('ferry'))
    await until(() => count() === 1)
    // Stopping would wait that long for the collector, which never ends.
    await stopped.stop({ withinMs: 3_600_000 })
    const waiting = await stopped.find(1, jobId)
    const next = await start(async () => {
      await save('Ferry', 'The ferry sails again.')
      return { tried: 1, failed: 0 }
    })
    const ended = await untilEnded(next, 1, jobId)
    await stopAll()

    expect(waiting?.state).toBe('queued')
    expect(ended).toMatchObject({ state: 'success', articleCount: 1 })
  })

  test('a service may stop any number of times while it collects for a job', async () => {
    const { collect, count } = gate()
    let jobId = 0
    for (let stops = 1; stops <= 5; stops += 1) {
      const jobs = await start(collect)
      jobId ||= await jobs.create(1, asking('tower'))
      await until(() => count() === stops)
      await jobs.stop({ withinMs: 1_000 })
    }
    const last = await start(async () => {
      await save('Tower', 'The tower is open.')
      return { tried: 1, failed: 0 }
    })
    const ended = await untilEnded(last, 1, jobId)
    await stopAll()

    expect(ended.articleCount).toBe(1)
  })

  test('a process that dies while collecting starts again, but not forever', async () => {
    const asked: number[] = []
    const jobs = await start(async () => {
      asked.push(1)
      // The lease as a dead process leaves it: expired, with nobody to renew it.
      await database.query(
        `update jobs set lease_until = now() - interval '1 s', lease_token = gen_random_uuid()
        where state = 'running'`,
      )
      return { tried: 1, failed: 0 }
    })
    const ended = await untilEnded(jobs, 1, await jobs.create(1, asking('butter')))
    await stopAll()

    expect(asked.length).toBe(3)
    expect(ended).toMatchObject({ state: 'success', articleCount: 1 })
  })
})

const article = (title: string, text: string): NewArticle => ({
  sourceKey: `collected:${title}`,
  title,
  text,
  category: 'Food',
  publishedAt: new Date(Date.UTC(2025, 0, 1)),
})

/** A collector that waits until it is released or its signal aborts it. */
function gate() {
  let finish: (collected: CollectorResult) => void = () => undefined
  const finished = new Promise<CollectorResult>((resolve) => (finish = resolve))
  let count = 0
  const collect: Collector['collect'] = (_, signal) => {
    count += 1
    const ended = new Promise<CollectorResult>((resolve) =>
      signal.addEventListener('abort', () => resolve({ tried: 0, failed: 0 })),
    )
    return Promise.race([finished, ended])
  }
  return { collect, finish: (collected: CollectorResult) => finish(collected), count: () => count }
}
