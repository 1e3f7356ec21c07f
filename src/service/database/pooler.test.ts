import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobsPath } from '../../contract/paths.ts'
import { createDatabase, hasPostgres } from '../testing/postgres-cluster.ts'
import { hasPgBouncer, startPooler } from '../testing/postgres-pooler.ts'
import { putArticles } from '../testing/test-jobs.ts'
import type { TestService } from '../testing/test-service.ts'
import { startTestService } from '../testing/test-service.ts'
import { page, prose, rss, startSite } from '../testing/test-site.ts'

describe.skipIf(!hasPostgres || !hasPgBouncer)('behind PgBouncer in transaction mode', () => {
  let pooler: Awaited<ReturnType<typeof startPooler>>
  let databaseUrl: string
  let web: TestService
  let direct: Client

  beforeAll(async () => {
    databaseUrl = await createDatabase()
    pooler = await startPooler(databaseUrl)
    direct = new Client({ connectionString: databaseUrl })
    await direct.connect()
    web = await startTestService({ databaseUrl: pooler.url, role: 'web' })
    await putArticles(web.database, [{}, {}, {}])
  })
  afterAll(async () => {
    await direct.end()
    await web.stop()
    await pooler.stop()
  })

  /** @returns the ids of the articles of a new job */
  async function order(body: object = {}): Promise<number[]> {
    const response = await web.finished(await web.createJob(body))
    const { articles } = (await response.json()) as { articles: { id: number }[] }
    return articles.map(({ id }) => id)
  }

  async function listeners(): Promise<number> {
    const { rows } = await direct.query(
      `select from pg_stat_activity where query like 'listen %' and datname = current_database()`,
    )
    return rows.length
  }

  test('many more clients than sessions get their jobs done, by a worker that receives no notifications', async () => {
    const worker = await startTestService({ databaseUrl: pooler.url, role: 'worker' })
    const results = await Promise.all(Array.from({ length: 60 }, () => order({ category: 'Food' })))
    const heard = await listeners()
    await worker.stop()

    expect(new Set(results.map(String))).toEqual(new Set(['3,2,1']))
    expect(heard).toBe(0)
  })

  test('more processes than there are sessions can start at once on a new database', async () => {
    const url = new URL(pooler.url)
    url.pathname = new URL(await createDatabase()).pathname
    const starting = Array.from({ length: 6 }, () => startTestService({ databaseUrl: url.href, role: 'web' }))
    const started = await Promise.all(starting)
    const accounts = await started[0]!.accounts.list()
    await Promise.all(started.map((service) => service.stop()))

    expect(accounts).toHaveLength(1)
  })

  test('polls listeners, since no notification arrives', async () => {
    let calls = 0
    const listener = web.database.listen('never_notified', () => (calls += 1))
    await expect.poll(() => calls).toBeGreaterThan(5)
    await listener.close()
  })

  test('with a connection around the pooler, a worker is notified of each job', async () => {
    const worker = await startTestService({
      databaseUrl: pooler.url,
      databaseListenUrl: databaseUrl,
      role: 'worker',
    })
    await expect.poll(listeners).toBe(1)
    const articles = await order({ category: 'Food' })
    await worker.stop()

    expect(articles).toEqual([3, 2, 1])
  })

  test('a source is added, refreshed, listed, and collected from for a job', async () => {
    const site = await startSite({
      '/feed': rss([{ title: 'Herons on the pier', link: '/0' }]),
      '/0': page('Herons on the pier', prose(10)),
      '/search': rss([{ title: 'Storks on the roof', link: '/1' }]),
      '/1': page('Storks on the roof', prose(11)),
    })
    const worker = await startTestService({
      databaseUrl: pooler.url,
      role: 'worker',
      collect: true,
      allowPrivateHosts: ['127.0.0.1'],
      sources: { pauseMs: 0, schedule: { idleMs: 3_600_000 } },
    })
    const { source } = await worker.sources.add(`${site.url}/feed`, 'Birds')
    const refreshed = await worker.sources.refresh(source.id)
    await worker.sources.add(`${site.url}/search?q={keywords}`, 'Birds')
    const articles = await order({ keywords: ['storks'] })
    const listed = await web.sources.list()
    await worker.stop()
    await site.close()

    expect(refreshed).toMatchObject({ added: 1 })
    expect(articles).toEqual([5])
    expect(listed.map(({ kind, added }) => [kind, added])).toEqual([
      ['feed', 1],
      ['search', 1],
    ])
  })

  test('a locked table yields 503 in seconds, even with shared sessions', async () => {
    await direct.query('begin')
    await direct.query('lock table jobs in access exclusive mode')
    const startedAt = performance.now()
    const response = await web.ask('POST', jobsPath, { as: web.editor, body: {} })
    const tookMs = performance.now() - startedAt
    await direct.query('rollback')

    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5'])
    expect(tookMs).toBeLessThan(8_000)
  })

  test('no settings are left on the sessions, which other programs use too', async () => {
    const clients = Array.from({ length: 3 }, () => new Client({ connectionString: pooler.url }))
    await Promise.all(clients.map((client) => client.connect()))
    // In simultaneous transactions, so that each has another session.
    await Promise.all(clients.map((client) => client.query('begin')))
    const settings = await Promise.all(
      clients.map((client) =>
        client.query(
          `select pg_backend_pid() as pid, current_setting('statement_timeout') as statement,
            current_setting('lock_timeout') as lock, (select count(*) from pg_listening_channels()) as channels,
            (select count(*) from pg_prepared_statements) as prepared`,
        ),
      ),
    )
    await Promise.all(clients.map((client) => client.end()))

    expect(new Set(settings.map(({ rows }) => rows[0].pid)).size).toBe(3)
    for (const { rows } of settings)
      expect(rows[0]).toMatchObject({ statement: '0', lock: '0', channels: '0', prepared: '0' })
  })
})
