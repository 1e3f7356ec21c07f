import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { refreshArticles, saveArticles } from './articles/store.ts'
import { createService } from './create-service.ts'
import { canStartPostgres, createCluster } from './testing/postgres-cluster.ts'
import { onEachDatabase } from './testing/with-database.ts'
import type { TestService } from './testing/test-service.ts'
import { startTestService } from './testing/test-service.ts'

const hostile = `'; drop table accounts; -- <script>alert(1)</script>\r\nSet-Cookie: a=b`

onEachDatabase((place) => {
  let it: TestService

  beforeAll(async () => {
    it = await startTestService(await place.create())
    await saveArticles(it.database, [
      {
        sourceKey: 'test:1',
        title: 'Bread',
        text: 'Flour.\n\nWater.',
        category: 'Food',
        publishedAt: new Date('2026-01-31'),
      },
    ])
    await refreshArticles(it.database)
  })
  afterAll(() => it.stop())

  test('responds exactly as documented', async () => {
    const ping = await it.ask('GET', '/api/v1.0/ping')
    const signedIn = await it.ask('POST', '/api/v1.0/ping', { as: it.editor })
    const created = await it.ask('POST', '/api/v1.0/jobs', { as: it.editor, body: { keywords: ['bread'] } })
    const createdText = await created.text()
    const { id } = JSON.parse(createdText) as { id: number }

    expect(await ping.text()).toBe('{"ping":"pong"}')
    expect(await signedIn.text()).toBe('{"authenticated_user":"editor@localhost","ping":"pong"}')
    expect([created.status, createdText, created.headers.get('Location')]).toEqual([
      201,
      `{"id":${id}}`,
      `/api/v1.0/jobs/${id}`,
    ])
    expect(await (await it.finished(id)).text()).toBe(
      `{"id":${id},"state":"success","category":"","articles":[{"id":1,"title":"Bread","text":"Flour.\\n\\nWater."}]}`,
    )
  })

  test('skips what the editor already has', async () => {
    const response = await it.finished(await it.createJob({ keywords: ['bread'], ids_to_skip: [1] }))

    expect(await response.json()).toMatchObject({ state: 'success', articles: [] })
  })

  test('an intent sent twice, even at once, is one job for a day', async () => {
    const create = (key: string, body: object, as = it.editor) =>
      it.ask('POST', '/api/v1.0/jobs', { as, body, headers: { 'Idempotency-Key': key } })
    const idOf = async (response: Response) => ((await response.json()) as { id: number }).id
    const body = { keywords: ['bread'], ids_to_skip: [3] }
    const twice = await Promise.all([create('"one"', body), create('one', body)])
    const [id, again] = await Promise.all(twice.map(idOf))
    const other = await create('"one"', { ...body, ids_to_skip: [4] })
    const colleague = await it.accounts.add(`colleague-${id}@a.b`)

    expect(twice.map(({ status }) => status)).toEqual([201, 201])
    expect(again).toBe(id)
    expect([other.status, (await create('é', body)).status]).toEqual([422, 400])
    expect(await idOf(await create('"two"', body))).not.toBe(id)
    expect(await idOf(await create('"one"', body, colleague))).not.toBe(id)
    await it.database.query(`update jobs set created_at = now() - interval '25 hours' where id = $1`, [id])
    expect(await idOf(await create('"one"', body))).not.toBe(id)
  })

  test('identifies the service in every response', async () => {
    const responses = await Promise.all([it.ask('GET', '/api/v1.0/ping'), it.ask('POST', '/api/v1.0/ping')])
    const [id, same] = responses.map((response) => response.headers.get('Service-Id'))

    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(same).toBe(id)
  })

  test('returns 401 alike for an unknown account and a wrong key', async () => {
    const responses = await Promise.all([
      it.ask('POST', '/api/v1.0/ping'),
      it.ask('POST', '/api/v1.0/ping', { as: { ...it.editor, key: 'wrong' }, from: '192.0.2.2' }),
      it.ask('POST', '/api/v1.0/ping', { as: { email: 'a@b.c', key: 'wrong' }, from: '192.0.2.2' }),
      it.ask('POST', '/api/v1.0/ping', { as: { email: 'nul\0@b.c', key: '\0' }, from: '192.0.2.2' }),
    ])

    for (const response of responses) {
      expect(response.status).toBe(401)
      expect(response.headers.get('Content-Type')).toBe('application/problem+json')
    }
    const [, wrong, unknown] = await Promise.all(responses.map((response) => response.text()))
    expect(wrong).toBe(unknown)
  })

  test('reads e-mail and key as UTF-8, and the e-mail case-insensitively', async () => {
    const { id } = await it.accounts.add('Zoë@Example.org')
    const session = await it.settingsAccess.findSession(await it.settingsAccess.createSession(id))
    await it.accounts.setKey(session!, 'ключ: от двери')

    const response = await it.ask('POST', '/api/v1.0/ping', {
      as: { email: 'ZOË@example.ORG', key: 'ключ: от двери' },
    })
    expect(await response.json()).toEqual({ authenticated_user: 'zoë@example.org', ping: 'pong' })
  })

  test('says that a sign-in is no longer valid if the account is removed during its request', async () => {
    const { email, key } = await it.accounts.add('leaving@example.org')
    const body = new ReadableStream(
      {
        async pull(controller) {
          await it.accounts.remove(email)
          controller.enqueue(new TextEncoder().encode('{}'))
          controller.close()
        },
      },
      // Not before somebody reads it.
      { highWaterMark: 0 },
    )
    const response = await it.ask('POST', '/api/v1.0/jobs', { as: { email, key }, body })

    expect(response.status).toBe(401)
  })

  test('returns the same 404 for another account’s job, an unknown one, and an impossible id', async () => {
    const id = await it.createJob()
    const { email, key } = await it.accounts.add('other@example.org')
    const paths = [id, 999_999, 'x', '-1', '1.5', '99999999999', '1e3', '%00', "1'--"]
    const responses = await Promise.all(
      paths.map((job) => it.ask('GET', `/api/v1.0/jobs/${job}`, { as: { email, key } })),
    )

    const bodies = await Promise.all(responses.map((response) => response.text()))
    expect(responses.map(({ status }) => status)).toEqual(paths.map(() => 404))
    expect(new Set(bodies).size).toBe(1)
  })

  test('markup, SQL and line breaks in any field are stored unchanged and do nothing', async () => {
    const id = await it.createJob({ keywords: [hostile, '"', "\\'", '%_'], category: hostile })
    const response = await it.finished(id)

    expect(await response.json()).toMatchObject({ category: hostile, articles: [] })
    expect(response.headers.get('Set-Cookie')).toBeNull()
    expect(response.headers.get('Content-Type')).toBe('application/json')
  })

  test('an unchanged job is not sent again', async () => {
    const id = await it.createJob({ keywords: ['bread'] })
    const etag = (await it.finished(id)).headers.get('ETag') ?? ''
    const again = await it.ask('GET', `/api/v1.0/jobs/${id}`, {
      as: it.editor,
      headers: { 'If-None-Match': `W/${etag}` },
    })

    expect(again.status).toBe(304)
    expect(again.headers.get('Cache-Control')).toBe('private, no-cache')
    expect(await again.text()).toBe('')
  })

  test('1,000,000 ids are accepted and skipped, and others are served meanwhile', async () => {
    const ids = Array.from({ length: 1_000_000 }, (_, index) => 9_999_999 - index)
    const body = JSON.stringify({ keywords: ['bread'], ids_to_skip: [...ids.slice(1), 1] }).replaceAll(
      ',',
      ', ',
    )
    let longestMs = 0
    const done = new AbortController()
    const others = (async () => {
      while (!done.signal.aborted) {
        const startedAt = performance.now()
        await it.ask('POST', '/api/v1.0/ping', { as: it.editor })
        longestMs = Math.max(longestMs, performance.now() - startedAt)
        await delay(5)
      }
    })()
    const startedAt = performance.now()
    const before = process.cpuUsage()
    const response = await it.ask('POST', '/api/v1.0/jobs', { as: it.editor, body })
    const responseMs = performance.now() - startedAt
    const { user } = process.cpuUsage(before)
    const { id } = (await response.json()) as { id: number }
    const job = (await (await it.finished(id)).json()) as { articles: unknown[] }
    done.abort()
    await others

    expect(job.articles).toEqual([])
    // CPU time in microseconds, which a busy machine does not lengthen.
    expect(user).toBeLessThan(5_000_000)
    // If they had to wait for it, the two would be about equal.
    expect(longestMs).toBeLessThan(responseMs / 2)
  })

  test.skipIf(place.kind === 'embedded')(
    'several that start at once initialise a new database once',
    async () => {
      const options = { ...(await place.create()), starterCollection: true }
      const all = await Promise.all([1, 2, 3].map(() => startTestService(options)))
      const { rows } = await all[0]!.database.query(
        `select (select count(*) from accounts) as accounts,
        (select count(*) from articles) = (select count(*) from article_versions) as "areArticlesSavedOnce"`,
      )
      await Promise.all(all.map((service) => service.stop()))

      expect(rows).toEqual([{ accounts: 1, areArticlesSavedOnce: true }])
    },
  )

  test.skipIf(place.kind === 'embedded')(
    'one process serves requests and another does the jobs; only the former creates the first account’s key',
    async () => {
      const options = await place.create()
      // A worker may be the first to start, and can't write where it runs.
      const early = await startTestService({ ...options, role: 'worker', dataDir: '/dev/null/data' })
      await early.stop()
      const web = await startTestService({ ...options, role: 'web' })
      const id = await web.createJob()
      await delay(200)
      const before = await web.ask('GET', `/api/v1.0/jobs/${id}`, { as: web.editor })
      const worker = await startTestService({ ...options, role: 'worker' })
      await web.finished(id)
      await Promise.all([web.stop(), worker.stop()])

      expect(await before.json()).toMatchObject({ state: 'queued' })
    },
  )

  test('a process is no longer ready once a newer version has upgraded the database, and says why', async () => {
    const older = await startTestService(await place.create())
    const before = await older.ask('GET', '/readyz')
    await older.database.query(`insert into applied_migrations (name) values ('of-a-newer-version')`)
    const after = await older.ask('GET', '/readyz')
    const { message } = await older.mustEnd
    await older.stop()

    expect([before.status, after.status]).toEqual([200, 503])
    expect(message).toContain('newer version of the service (it has of-a-newer-version)')
  })
})

test.skipIf(!canStartPostgres)(
  'returns 503 with Retry-After while the database is down, and recovers',
  async () => {
    const cluster = await createCluster()
    const it = await startTestService({ databaseUrl: await cluster.createDatabase() })
    await cluster.kill()
    const down = await it.ask('POST', '/api/v1.0/ping', { as: it.editor })
    const withoutDatabase = await it.ask('GET', '/api/v1.0/ping')
    await cluster.start()
    const again = await it.ask('POST', '/api/v1.0/ping', { as: it.editor })
    const job = await it.finished(await it.createJob({ keywords: ['bread'] }))
    await it.stop()
    await cluster.remove()

    expect([down.status, down.headers.get('Retry-After')]).toEqual([503, '5'])
    expect(await down.text()).not.toMatch(/postgres|ECONN|connect/i)
    expect(withoutDatabase.status).toBe(200)
    expect(again.status).toBe(200)
    expect(await job.json()).toHaveProperty('articles')
  },
)

test('a process whose embedded database was taken over touches it no more, and says why it ends', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'article-desk-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const suspended = await startTestService({ dataDir })
  const directory = join(dataDir, 'database')
  for (const name of await readdir(directory)) if (name.startsWith('lock-')) await rm(join(directory, name))
  const next = await startTestService({ dataDir })
  vi.advanceTimersByTime(5_000)
  const { message } = await suspended.mustEnd

  expect(message).toContain(`The lock on ${directory} is gone`)
  expect((await suspended.ask('GET', '/readyz')).status).toBe(503)
  await suspended.stop()
  expect((await next.ask('GET', '/readyz')).status).toBe(200)
  await next.stop()
})

test('each new embedded database makes an identity of its own, and keeps it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'article-desk-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const identities: (string | null)[] = []
  for (const place of [{ dataDir }, { dataDir }, {}]) {
    const it = await startTestService(place)
    identities.push((await it.ask('GET', '/api/v1.0/ping')).headers.get('Service-Id'))
    await it.stop()
  }

  expect(identities[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(identities[1]).toBe(identities[0])
  expect(identities[2]).not.toBe(identities[0])
})

test('monitoring learns whether the process is alive, and whether it is ready for requests', async () => {
  const service = createService({ starterCollection: false })
  const probe = async () => {
    const responses = ['/healthz', '/readyz'].map((path) =>
      service.fetch(new Request(`http://desk.test${path}`)),
    )
    return (await Promise.all(responses)).map(({ status }) => status)
  }
  const statuses = [await probe()]
  await service.start()
  statuses.push(await probe())
  await service.drain({ withinMs: 1_000 })
  statuses.push(await probe())
  await service.stop()
  statuses.push(await probe())

  expect(statuses).toEqual([
    [200, 503],
    [200, 200],
    [200, 503],
    [200, 503],
  ])
})

test('a service that is not running says so, with the usual security headers', async () => {
  const response = await createService().fetch(new Request('http://desk.test/'))

  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5'])
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
})
