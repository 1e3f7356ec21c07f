import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Database, Query } from '../database/database.ts'
import { interruptDatabase } from '../testing/faulty-database.ts'
import { createDatabase, hasPostgres } from '../testing/postgres-cluster.ts'
import { openTestDatabase } from '../testing/test-jobs.ts'
import type { TestSite } from '../testing/test-site.ts'
import { page, prose, rss, startSite } from '../testing/test-site.ts'
import type { TestSources } from '../testing/test-sources.ts'
import { emptySources, openTestSources, storedArticles } from '../testing/test-sources.ts'
import { lockSaving } from './saving.ts'
import { createGate } from '../../testing/create-gate.ts'

const feeds = 4
const stories = 8

describe.skipIf(!hasPostgres)('two services on one PostgreSQL', () => {
  let databaseUrl: string
  let databases: Database[]
  let site: TestSite
  let services: TestSources[]

  beforeAll(async () => {
    databaseUrl = await createDatabase()
    databases = [await openTestDatabase({ databaseUrl }), await openTestDatabase({ databaseUrl })]
  })
  afterAll(async () => {
    for (const database of databases) await database.close()
  })
  beforeEach(async () => {
    await emptySources(databases[0]!)
    site = await startSite()
    // Every feed lists every story, and each story also under two other addresses.
    const entries = Array.from({ length: stories }, (_, n) => [
      { title: `Story number ${n}`, link: `/story/${n}` },
      { title: `Story number ${n} again`, link: `/copy/${n}` },
    ]).flat()
    for (let n = 0; n < feeds; n += 1) site.routes[`/feed/${n}`] = rss(entries)
    for (let n = 0; n < stories; n += 1) {
      site.routes[`/story/${n}`] = page(`Story number ${n}`, prose(100 + n))
      site.routes[`/copy/${n}`] = page(`Story number ${n} again`, prose(100 + n))
    }
    services = databases.map((database) => openTestSources(database, { schedule: { everyMs: 1, idleMs: 5 } }))
    for (let n = 0; n < feeds; n += 1) await services[0]!.add(`${site.url}/feed/${n}`, 'News')
    await databases[0]!.query('update sources set site = address')
    site.requests.length = 0
  })
  afterEach(async () => {
    for (const service of services) await service.close()
    await site.close()
  })

  const twice = () => {
    const paths = site.paths()
    return paths.filter((path, index) => paths.indexOf(path) !== index)
  }
  const isDone = async () => {
    const { sources: all } = await services[0]!.listPage({ find: '', onlyProblems: false, page: 1 })
    return all.every(({ succeededAt, pending }) => succeededAt !== null && pending === 0)
  }

  test('fetch each address once, and keep each text once', async () => {
    for (const service of services) await service.start()
    const isDoneLater = () => {
      // On a busy machine, what one finds being fetched by the other waits for half a minute.
      for (const service of services) service.putForward(1_000)
      return isDone()
    }
    await expect.poll(isDoneLater, { interval: 200 }).toBe(true)

    expect(twice()).toEqual([])
    expect(await storedArticles(databases[0]!)).toHaveLength(stories)
    expect((await services[1]!.list()).reduce((sum, { added }) => sum + added, 0)).toBe(stories)
  })

  test.each([
    ['save, since the other one was saving', /pg_advisory_xact_lock/, lockSaving],
    ['note what it lists', /insert into source_items/, lockTable('source_items')],
    ['begin a page', /insert into article_addresses as known/, lockTable('article_addresses')],
    ['postpone a page', /update source_items set retry_at/, lockTable('source_items')],
    ['release its source', /set lease_token = null/, lockTable('sources')],
  ])('what one could not %s in time is repeated, and nothing fetched again', async (_, pattern, lock) => {
    site.routes['/story/0'] = { status: 500, body: '' }
    const { sources: waiting, release } = await openHeldUp(pattern, lock)
    const refreshed = waiting.refresh(1).finally(release)

    expect(await refreshed).toMatchObject({ added: stories, known: stories - 1 })
    expect(twice()).toEqual([])
    expect((await services[0]!.find(1)).succeededAt).not.toBeNull()
  })

  test('one changes the category of a source although the other one is saving', async () => {
    const { sources: waiting, release } = await openHeldUp(/pg_advisory_xact_lock/, lockSaving)
    const moved = waiting.setCategory(1, 'Region').finally(release)

    expect((await moved).source.category).toBe('Region')
  })

  test.each([
    ['save its articles', /insert into articles/, lockTable('articles')],
    ['note its import', /update sources set tried_at/, lockTable('sources')],
  ])('a folder is imported although one could not %s in time', async (_, pattern, lock) => {
    const folder = mkdtempSync(join(tmpdir(), 'article-desk-shared-'))
    writeFileSync(join(folder, 'weir.txt'), 'The weir.')
    await services[0]!.noteFolder(folder, 'Rivers', { added: 0, changed: 0, refused: [] })
    const { id } = (await services[0]!.list()).find(({ kind }) => kind === 'folder')!
    const { sources: waiting, release } = await openHeldUp(pattern, lock)
    const imported = waiting.refresh(id).finally(release)

    expect(await imported).toMatchObject({ added: 1 })
    expect(await services[0]!.find(id)).toMatchObject({ error: '', importState: null })
    rmSync(folder, { recursive: true })
  })

  /** Sources of an impatient process. Another one holds a lock before the first statement that matches, until the third. */
  async function openHeldUp(pattern: RegExp, lock: (tx: Query) => Promise<unknown>) {
    const timeouts = { lock: 200, statement: 10_000, query: 20_000 }
    const impatient = await openTestDatabase({ databaseUrl, timeouts })
    onTestFinished(() => impatient.close())
    const [locked, confirmLock] = createGate()
    const [released, release] = createGate()
    let tries = 0
    const sources = openTestSources(
      interruptDatabase(impatient, async (text, moment) => {
        if (moment !== 'before' || !pattern.test(text)) return
        tries += 1
        if (tries === 3) release()
        if (tries > 1) return
        void databases[0]!.transaction(async (tx) => {
          await lock(tx)
          confirmLock()
          await released
        })
        await locked
      }),
    )
    services.push(sources)
    return { sources, release }
  }

  test('take over from one that died when its lease ends, for which a job waits', async () => {
    const startedAt = performance.now()
    await databases[0]!.query(
      `update sources set lease_token = gen_random_uuid(), lease_until = now() + interval '700 milliseconds'`,
    )
    await services[0]!.collect({ keywords: ['story'], category: '' }, AbortSignal.timeout(60_000))

    expect(performance.now() - startedAt).toBeGreaterThan(500)
    expect(await storedArticles(databases[0]!)).toHaveLength(stories)
  })

  test('a service that is stopped midway and restarted fetches nothing twice', async () => {
    for (let round = 0; round < 40 && !(await isDone()); round += 1) {
      services = databases.map((database) =>
        openTestSources(database, { schedule: { everyMs: 1, idleMs: 5 } }),
      )
      for (const service of services) await service.start()
      const seen = site.requests.length
      await expect.poll(async () => site.requests.length > seen + 3 || (await isDone())).toBe(true)
      for (const service of services) await service.close()
    }
    expect(await isDone()).toBe(true)
    expect(await storedArticles(databases[0]!)).toHaveLength(stories)
    // Requests in progress when the service stopped may be repeated: at most one per feed and stop.
    const pages = twice().filter((path) => !path.startsWith('/feed'))
    expect(pages.length).toBeLessThan(10)
  })
})

const lockTable = (name: string) => (tx: Query) => tx.query(`lock table ${name} in exclusive mode`)
