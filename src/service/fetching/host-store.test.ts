import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { interruptDatabase } from '../testing/faulty-database.ts'
import { onEachDatabase } from '../testing/with-database.ts'
import { startSiteForTest } from '../testing/site-and-fetcher.ts'
import { createFetcher } from './fetcher.ts'
import { createHostStore, createMemoryHostStore, type HostStore } from './host-store.ts'
import { fetchMigrations } from './migrations.ts'

const now = Date.parse('2026-01-31T12:00:00Z')
const hour = 3_600_000

onEachDatabase((place) => {
  let database: Database

  beforeAll(async () => {
    database = await openDatabase({ ...(await place.create()), migrations: fetchMigrations })
  })
  afterAll(() => database.close())

  for (const kind of ['in the database', 'in memory']) {
    const open = (): HostStore => (kind === 'in memory' ? createMemoryHostStore() : createHostStore(database))

    test(`a host is held by one, until it is released and has rested (${kind})`, async () => {
      const store = open()
      expect(await store.acquire('a.example', now, now + 25_000)).toBe('acquired')
      expect(await store.acquire('a.example', now + 1, now + 25_001)).toEqual({
        isInUse: true,
        untilMs: now + 25_000,
      })
      expect(await store.acquire('b.example', now, now + 25_000)).toBe('acquired')
      await store.release('a.example', now + 3_000)

      expect(await store.acquire('a.example', now + 2_999, now + 30_000)).toEqual({
        isInUse: false,
        untilMs: now + 3_000,
      })
      expect(await store.acquire('a.example', now + 3_000, now + 30_000)).toBe('acquired')
    })

    test(`a host whose holder died is free after its lease (${kind})`, async () => {
      const store = open()
      await store.acquire('dead.example', now, now + 25_000)

      expect(await store.acquire('dead.example', now + 25_000, now + 50_000)).toBe('acquired')
    })

    test(`an impossibly long rest is ascribed to a wrong clock (${kind})`, async () => {
      const store = open()
      await store.acquire('clock.example', now + 48 * hour, now + 48 * hour)
      expect(await store.acquire('clock.example', now, now + 25_000)).toBe('acquired')
      await store.release('clock.example', now + 24 * hour)

      expect(await store.acquire('clock.example', now, now + 25_000)).toEqual({
        isInUse: false,
        untilMs: now + 24 * hour,
      })
    })

    test(`a robots.txt is kept byte for byte (${kind})`, async () => {
      const store = open()
      const origin = 'https://a.example'
      expect(await store.robots(origin)).toBeUndefined()
      for (const bytes of [new Uint8Array([0, 255, 13, 10]), new Uint8Array()]) {
        await store.keepRobots(origin, { bytes, expiresAtMs: now })
        const kept = await store.robots(origin)
        expect({ ...kept, bytes: [...(kept?.bytes ?? [])] }).toEqual({ bytes: [...bytes], expiresAtMs: now })
      }
    })
  }

  test('rules that expired a week ago are deleted, and hosts not asked since then', async () => {
    const store = createHostStore(database)
    const day = 24 * hour
    const ask = async (host: string, at: number) => {
      await store.acquire(host, at, at + 25_000)
      await store.keepRobots(`https://${host}`, { bytes: new Uint8Array(), expiresAtMs: at + day })
    }
    await ask('left.example', now)
    await ask('asked.example', now + 2 * day)
    await ask('other.example', now + 8 * day + 1)

    expect(await store.robots('https://left.example')).toBeUndefined()
    expect(await store.robots('https://asked.example')).toBeDefined()
    const { rows } = await database.query<{ host: string }>('select host from hosts')
    const hosts = rows.map(({ host }) => host)
    expect(hosts).toEqual(expect.arrayContaining(['asked.example', 'other.example']))
    expect(hosts).not.toContain('left.example')
  })

  test('a page is fetched even if old rules and hosts can’t be deleted', async () => {
    const site = await startSiteForTest((_, response) => response.end('x'))
    const faulty = interruptDatabase(database, (text) => {
      if (text.startsWith('delete from')) throw new Error('canceling statement due to statement timeout')
    })
    const fetcher = createFetcher({
      hosts: createHostStore(faulty),
      allowPrivateHosts: [site.host],
      pauseMs: 0,
    })
    onTestFinished(() => fetcher.close())

    expect(await fetcher.fetch({ url: `${site.url}/1` })).toMatchObject({ kind: 'fetched' })
  })

  test('one fetcher obeys what another was told', async () => {
    const site = await startSiteForTest(
      (_, response) => response.writeHead(503, { 'retry-after': '3600' }).end(),
      'User-agent: *\nDisallow: /private',
    )
    const start = () =>
      createFetcher({ hosts: createHostStore(database), allowPrivateHosts: [site.host], pauseMs: 0 })
    const first = start()
    expect(await first.fetch({ url: `${site.url}/1` })).toMatchObject({ status: 503 })
    await first.close()
    const second = start()

    expect(await second.fetch({ url: `${site.url}/private` })).toMatchObject({ reason: 'robots' })
    expect(await second.fetch({ url: `${site.url}/1` })).toMatchObject({ kind: 'busy' })
    await second.close()
    expect(site.requests.map(({ path }) => path)).toEqual(['/robots.txt', '/1'])
  })

  test('of many who want a host at once, one gets it', async () => {
    const store = createHostStore(database)
    const results = await Promise.all(
      Array.from({ length: 20 }, () => store.acquire('new.example', now, now + 25_000)),
    )

    const blocks = results.filter((result) => result !== 'acquired')
    expect(blocks).toHaveLength(19)
    expect(blocks.every(({ isInUse, untilMs }) => isInUse && untilMs > now)).toBe(true)
  })
})
