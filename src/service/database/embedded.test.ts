import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { Pool } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { migrations } from '../migrations.ts'
import { openEmbedded } from './embedded.ts'
import { openDatabase } from './open-database.ts'
import type { Timeouts } from './queries.ts'
import { createQueries } from './queries.ts'

const megabyte = 1_000_000

test('results are not retained: 500 MB of them leave memory as it was', async () => {
  const database = await openDatabase({})
  const readMegabytes = async (count: number): Promise<void> => {
    for (let megabytes = 0; megabytes < count; megabytes += 1)
      await database.query(`select repeat('x', 100000) as text from generate_series(1, 10)`)
  }
  // Enough for the garbage collector to start.
  await readMegabytes(300)
  const before = process.memoryUsage().rss
  await readMegabytes(500)

  // Garbage of earlier tests in this process counts, too.
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * megabyte)
  await database.close()
})

test('a result larger than one message between the threads arrives complete', async () => {
  const database = await openDatabase({})
  const { rows } = await database.query<{ text: string }>(
    `select repeat('ab', $1) as text union all select 'end'`,
    [megabyte],
  )

  expect(rows.map(({ text }) => text.length)).toEqual([2 * megabyte, 3])
  expect(rows[0]?.text.endsWith('abab')).toBe(true)
  await database.close()
})

test('a first start that died while creating the database is repaired by the next', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'article-desk-'))
  const unfinished = path.join(dataDir, 'database', 'pgdata.new')
  await mkdir(path.join(unfinished, 'base'), { recursive: true })
  await writeFile(path.join(unfinished, 'PG_VERSION'), 'half')

  const database = await openDatabase({ dataDir })
  expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await database.close()
  expect(await readdir(path.join(dataDir, 'database'))).toEqual(['pgdata'])
  await rm(dataDir, { recursive: true })
})

test('a new database has tables that were made before it', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'article-desk-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const openedAt = new Date()
  const database = await openDatabase({ dataDir, migrations })
  const { rows } = await database.query<{ at: Date }>('select applied_at as at from applied_migrations')
  await database.close()

  expect(rows).toHaveLength(migrations.length)
  for (const { at } of rows) expect(at.getTime()).toBeLessThan(openedAt.getTime())
})

test('variables that are for servers elsewhere do not matter', async () => {
  vi.stubEnv('PGSSLMODE', 'require')
  onTestFinished(() => void vi.unstubAllEnvs())

  const database = await openDatabase({})
  onTestFinished(() => database.close())
  expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('after an abandoned query, each query gets its own result', async () => {
  const { queries } = await openPool({ lock: 50, statement: 50, query: 150 })
  await queries.query('create table things (id int)')
  const slow = queries.transaction((tx) => tx.query('select pg_sleep(1)'), { statementTimeoutMs: 50 })
  const ids = [1, 2, 3, 4, 5, 6]
  const inserted = ids.map(async (id) => {
    const { rows } = await queries.query('insert into things values ($1) returning id', [id])
    return rows
  })

  await expect(slow).rejects.toThrow('Query read timeout')
  expect(await Promise.all(inserted)).toEqual(ids.map((id) => [{ id }]))
  expect((await queries.query('select id from things order by id')).rows).toEqual(ids.map((id) => ({ id })))
})

test('a slow query is awaited, since abandoning it would not stop it', async () => {
  const database = await openDatabase({})
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const slow = database.transaction(
    async (tx) => {
      const result = tx.query('select 1 as one, pg_sleep(0.2)::text as slept')
      vi.advanceTimersByTime(3_600_000)
      return result
    },
    { statementTimeoutMs: 50 },
  )

  expect((await slow).rows).toMatchObject([{ one: 1 }])
  await database.close()
})

test('a crashed thread is replaced once, and no thread is left open', async () => {
  const posts = vi.spyOn(Worker.prototype, 'postMessage')
  onTestFinished(() => posts.mockRestore())
  const threads = () => [...new Set(posts.mock.contexts as Worker[])]
  const living = () => threads().filter(({ threadId }) => threadId !== -1)
  const { queries, pool, close } = await openPool({ lock: 50, statement: 50, query: 150 })
  await queries.query('select 1')
  threads()[0]!.postMessage(null)

  await expect(queries.query('select 1')).rejects.toThrow('ended')
  // The replacements: of the thread, and of a connection that breaks.
  const client = await pool.connect()
  client.release(new Error('broken'))
  expect((await queries.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(threads()).toHaveLength(2)
  expect(living()).toHaveLength(1)
  await close()
  expect(living()).toEqual([])
})

async function openPool(timeouts: Timeouts) {
  const embedded = await openEmbedded(undefined)
  const pool = new Pool(embedded.poolConfig)
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const close = async () => {
    if (!pool.ended) await pool.end()
    await embedded.close()
  }
  onTestFinished(close)
  const queries = createQueries({ connect: () => pool.connect(), isPooled: () => false }, timeouts)
  return { pool, queries, close }
}
