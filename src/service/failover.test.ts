import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  canStartPostgres,
  createCluster,
  createDatabase,
  hasPostgres,
  query,
} from './testing/postgres-cluster.ts'
import { startReplica } from './testing/postgres-replica.ts'
import type { ServiceProgram } from './testing/service-program.ts'
import { createServiceProgram } from './testing/service-program.ts'
import { basic } from './testing/test-service.ts'
import { page, prose, rss, startSite } from './testing/test-site.ts'

const jobsPath = '/api/v1.0/jobs'

describe.skipIf(!hasPostgres)('several programs on PostgreSQL', () => {
  let program: ServiceProgram

  beforeAll(() => {
    program = createServiceProgram()
  })
  afterAll(() => program.dispose())

  test('a process is killed while it fetches for a job: another ends the job once, and fetches nothing again', async () => {
    const titles = ['Herons on the pier', 'Herons on the roof', 'Herons on the bridge']
    let isKilled = false
    const site = await startSite({
      '/search': rss(titles.map((title, n) => ({ title, link: `/${n}` }))),
      '/0': page(titles[0]!, prose(10)),
      // No response as long as the first process is alive.
      '/1': () => (isKilled ? page(titles[1]!, prose(11)) : undefined),
      '/2': page(titles[2]!, prose(12)),
    })
    const env = {
      DATABASE_URL: await createDatabase(),
      DATA_DIR: join(program.dataDir, 'of-the-killed'),
    }
    const args = ['--port', '0', '--allow-private', '127.0.0.1']
    const first = await program.start(args, env)
    // A search is only fetched for jobs.
    const search = ['source', 'add', `${site.url}/search?q={keywords}`, '--category', 'Birds']
    const added = await program.run([...search, '--allow-private', '127.0.0.1'], env).ended
    expect(added).toMatchObject({ code: 0 })
    site.requests.length = 0
    const headers = { authorization: basic('editor@localhost', first.key) }
    const created = await fetch(first.address + jobsPath, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ keywords: ['herons'] }),
    })
    const { id } = (await created.json()) as { id: number }
    await expect.poll(() => site.count('/1')).toBe(1)
    first.child.kill('SIGKILL')
    await once(first.child, 'close')
    isKilled = true
    // Only now: on a busy machine a start takes longer than the first process waits for the page.
    const second = await program.start(args, env)
    // Otherwise they end after 20 s to 2 minutes.
    await query(
      env.DATABASE_URL,
      ['jobs', 'sources', 'article_addresses']
        .map((table) => `update ${table} set lease_until = now() where lease_until is not null`)
        .concat('update hosts set not_before = now()')
        .join(';'),
    )

    const read = async () =>
      (await (await fetch(`${second.address}${jobsPath}/${id}`, { headers })).json()) as {
        state: string
        articles: { title: string }[]
      }
    await expect.poll(async () => (await read()).state).toBe('success')
    await site.close()
    const events = () =>
      Array.from(`${first.said()}${second.said()}`.matchAll(/"event":"job-([a-z]+)"/g), ([, name]) => name)

    expect((await read()).articles.map(({ title }) => title)).toEqual(expect.arrayContaining(titles))
    await expect.poll(events).toEqual(['resumed', 'collected', 'done'])
    // Only the page that was in progress is requested again.
    expect(['/0', '/1', '/2'].map((path) => site.count(path))).toEqual([1, 2, 1])
  })

  test('a newer version upgrades the database: processes of this one end', async () => {
    const env = { DATABASE_URL: await createDatabase() }
    const both = await program.start(['--port', '0'], { ...env, DATA_DIR: join(program.dataDir, 'older') })
    const worker = program.run(['--role', 'worker'], env)
    await expect.poll(worker.said).toContain('A worker of Article Desk is running')
    await query(env.DATABASE_URL, `insert into applied_migrations (name) values ('of-a-newer-version')`)
    await once(both.child, 'close')

    expect((await worker.ended).code).toBe(1)
    expect(both.child.exitCode).toBe(1)
    for (const said of [both.said(), worker.said()])
      expect(said).toContain('written by a newer version of the service (it has of-a-newer-version)')
  })

  test.skipIf(!canStartPostgres)(
    'the primary is killed under load and the replica takes over: no accepted job is lost, and nobody has to restart the service',
    async () => {
      const cluster = await createCluster()
      onTestFinished(() => cluster.remove())
      const databaseUrl = await cluster.createDatabase()
      const replica = await startReplica(databaseUrl)
      onTestFinished(() => replica.remove())
      // A commit waits until the replica has it too.
      await query(databaseUrl, `alter system set synchronous_standby_names = '*'`)
      await query(databaseUrl, 'select pg_reload_conf()')
      const both = new URL(databaseUrl)
      both.searchParams.set('host', `${both.searchParams.get('host')},${replica.host}`)
      const { address, key } = await program.start(['--port', '0'], {
        DATABASE_URL: both.href,
        REQUESTS_PER_MINUTE: '1000000',
      })
      const headers = { authorization: basic('editor@localhost', key), 'content-type': 'application/json' }
      const accepted = new Set<number>()
      const statuses = new Set<number>()
      const ending = new AbortController()
      const order = async (): Promise<void> => {
        while (!ending.signal.aborted) {
          const response = await fetch(address + jobsPath, { method: 'POST', headers, body: '{}' })
          statuses.add(response.status)
          const body = (await response.json()) as { id: number }
          if (response.status === 201) accepted.add(body.id)
          await delay(20)
        }
      }
      const clients = [order(), order(), order(), order()]
      await expect.poll(() => accepted.size).toBeGreaterThan(50)
      await cluster.kill()
      const killedAt = performance.now()
      await expect.poll(() => statuses.has(503)).toBe(true)
      await replica.promote()
      const before = accepted.size
      await expect.poll(() => accepted.size, { interval: 20 }).toBeGreaterThan(before + 20)
      const awayMs = performance.now() - killedAt
      ending.abort()
      await Promise.all(clients)
      const states = []
      for (const id of accepted) {
        let state = ''
        while (state !== 'success') {
          const job = await fetch(`${address}${jobsPath}/${id}`, { headers })
          expect(job.status, `job ${id}`).toBe(200)
          state = ((await job.json()) as { state: string }).state
        }
        states.push(state)
      }

      expect(states).toHaveLength(accepted.size)
      // 500 if the primary was killed before it responded.
      expect([...statuses].filter((status) => ![201, 500, 503].includes(status))).toEqual([])
      expect(awayMs).toBeLessThan(30_000)
    },
  )
})
