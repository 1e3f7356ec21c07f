import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { jobPath } from '../../contract/paths.ts'
import { listenOnFreePort } from '../testing/free-port.ts'
import type { Cluster } from '../testing/postgres-cluster.ts'
import { canStartPostgres, createCluster, query } from '../testing/postgres-cluster.ts'
import type { Replica } from '../testing/postgres-replica.ts'
import { startReplica } from '../testing/postgres-replica.ts'
import { putArticles } from '../testing/test-jobs.ts'
import type { TestService } from '../testing/test-service.ts'
import { startTestService } from '../testing/test-service.ts'
import { page, prose, rss, startSite } from '../testing/test-site.ts'
import { openDatabase } from './open-database.ts'

const replicaKnows = 'select from sources where pg_is_in_recovery()'
const knowsJob = `select from jobs where id = $1 and state = 'success' and pg_is_in_recovery()`

/** Needs clusters of its own. */
describe.skipIf(!canStartPostgres)('with a replica', () => {
  let cluster: Cluster
  let replica: Replica
  let primaryUrl: string
  let replicaUrl: string
  let it: TestService

  beforeAll(async () => {
    cluster = await createCluster({ hot_standby_feedback: 'on' })
    primaryUrl = await cluster.createDatabase()
    replica = await startReplica(primaryUrl)
    const changed = new URL(primaryUrl)
    changed.searchParams.set('host', replica.host)
    replicaUrl = changed.href
    it = await startTestService({ databaseUrl: primaryUrl, databaseReadUrl: replicaUrl })
    await putArticles(it.database, [{}, {}, {}])
  })
  afterAll(async () => {
    await it.stop()
    await replica.remove()
    await cluster.remove()
  })

  const get = async (id: number): Promise<Response> => it.ask('GET', jobPath(id), { as: it.editor })

  /** @returns the ids of the articles of a job */
  async function untilDone(id: number, by = it): Promise<number[]> {
    const { articles } = (await (await by.finished(id)).json()) as { articles: { id: number }[] }
    return articles.map((article) => article.id)
  }

  test('finished jobs and matches are read from it', async () => {
    const id = await it.createJob()
    await untilDone(id)
    // It is not queried for 5 s after a query that came before it had the tables.
    const arrived = async (): Promise<number> => (await it.database.reader!.query(knowsJob, [id])).rowCount
    await expect.poll(arrived).toBe(1)
    await replica.pause()
    await it.database.query('delete from jobs')
    const newer = { sourceKey: 'test:newer', category: 'News', publishedAt: new Date('2026-01-31') }
    await putArticles(it.database, [newer])
    const finished = await get(id)
    const matched = await untilDone(await it.createJob())
    await replica.resume()

    expect(finished.status).toBe(200)
    expect(matched).toEqual([3, 2, 1])
    await expect.poll(async () => untilDone(await it.createJob())).toEqual([4, 3, 2, 1])
  })

  test('what has not reached it yet is read from the primary: an accepted job is always found', async () => {
    await replica.pause()
    const id = await it.createJob({ category: 'Food' })
    const first = await get(id)
    const articles = await untilDone(id)
    await replica.resume()

    expect(first.status).toBe(200)
    expect(articles).toEqual([3, 2, 1])
    expect((await get(999_999)).status).toBe(404)
  })

  test('what was collected for a job is found before it has reached the replica, and the source is listed', async () => {
    const site = await startSite({
      '/search': rss([{ title: 'Storks on the roof', link: '/1' }]),
      '/1': page('Storks on the roof', prose(11)),
    })
    const [primary, read] = [new URL(await cluster.createDatabase()), new URL(replicaUrl)]
    read.pathname = primary.pathname
    const collecting = await startTestService({
      databaseUrl: primary.href,
      databaseReadUrl: read.href,
      collect: true,
      allowPrivateHosts: ['127.0.0.1'],
      sources: { pauseMs: 0 },
    })
    await collecting.sources.add(`${site.url}/search?q={keywords}`, 'Birds')
    const arrived = async () => (await collecting.database.reader!.query(replicaKnows)).rowCount
    await expect.poll(arrived).toBe(1)
    await replica.pause()
    const articles = await untilDone(await collecting.createJob({ keywords: ['storks'] }), collecting)
    const listed = await collecting.sources.list()
    await replica.resume()
    await collecting.stop()
    await site.close()

    expect(articles).toHaveLength(1)
    expect(listed).toMatchObject([{ kind: 'search', added: 1 }])
  })

  test('a response is complete even if only some of the replicas have its articles', async () => {
    const primary = new URL(await cluster.createDatabase())
    const [read, behind] = [new URL(primary), new URL(primary)]
    behind.searchParams.set('host', replica.host)
    // The primary plays a replica that has everything.
    read.searchParams.set('host', `${primary.searchParams.get('host')},${replica.host}`)
    const spread = await startTestService({ databaseUrl: primary.href, databaseReadUrl: read.href })
    const isThere = () => query(behind.href, 'select from jobs, article_versions').then(() => true)
    await expect.poll(() => isThere().catch(() => false)).toBe(true)
    await replica.pause()
    await putArticles(spread.database, [{}, {}, {}])
    const id = await spread.createJob()
    await untilDone(id, spread)
    // It may have been matched on the replica, which has no articles.
    await spread.database.query(
      'update jobs set article_version_ids = array(select id from article_versions order by id desc)',
    )
    const responses = await Promise.all(Array.from({ length: 20 }, async () => untilDone(id, spread)))
    await replica.resume()
    await spread.stop()

    expect(responses).toEqual(responses.map(() => [3, 2, 1]))
  })

  test('a query that times out there is not repeated on the primary', async () => {
    let times = 0
    const slow = it.database.reader!.transaction(
      (tx) => {
        times += 1
        return tx.query('select pg_sleep(5)')
      },
      { statementTimeoutMs: 50 },
    )

    await expect(slow).rejects.toMatchObject({ code: '57014' })
    expect(times).toBe(1)
  })

  test('of several hosts, the writable one is found, wherever it is listed', async () => {
    const both = new URL(primaryUrl)
    const primaryHost = both.searchParams.get('host')!
    for (const hosts of [
      [replica.host, primaryHost],
      ['/nowhere', replica.host, primaryHost],
      [primaryHost, replica.host],
    ]) {
      both.searchParams.set('host', hosts.join(','))
      const other = await startTestService({ databaseUrl: both.href })
      const { rows } = await other.database.query('select pg_is_in_recovery() as standby')
      await other.stop()

      expect(rows).toEqual([{ standby: false }])
    }
  })

  test('without a writable host, the service does not start, and says why', async () => {
    await expect(startTestService({ databaseUrl: replicaUrl })).rejects.toThrow('could be written to')
  })

  test('a replica that can’t be read from is reported once, not each time it is tried again', async () => {
    const report = vi.fn<(error: Error) => void>()
    const mistyped = new URL(replicaUrl)
    mistyped.username = 'nobody'
    const database = await openDatabase({
      databaseUrl: await cluster.createDatabase(),
      databaseReadUrl: mistyped.href,
      onError: report,
    })
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    for (let time = 0; time < 3; time += 1) {
      await database.reader!.query('select')
      vi.advanceTimersByTime(60_000)
    }
    await database.close()

    expect(report.mock.calls.map(([{ message }]) => message)).toEqual([
      'The replica can’t be read from: FATAL 28000.',
    ])
  })

  test('a replica that failed is tried again by one reader, and not by those that would wait with it', async () => {
    let tries = 0
    const broken = createServer((socket) => {
      tries += 1
      socket.destroy()
    })
    const port = await listenOnFreePort(broken)
    const database = await openDatabase({
      databaseUrl: await cluster.createDatabase(),
      databaseReadUrl: `postgres://127.0.0.1:${port}/postgres`,
    })
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const read = () => database.reader!.query('select')
    await read()
    vi.advanceTimersByTime(60_000)
    await Promise.all([read(), read(), read()])
    await database.close()
    broken.close()

    expect(tries).toBe(2)
  })

  test('when the replica dies, everything is read from the primary', async () => {
    await untilDone(await it.createJob())
    await replica.kill()
    onTestFinished(() => replica.start())
    const id = await it.createJob({ category: 'Food' })

    expect(await untilDone(id)).toEqual([3, 2, 1])
  })
})
