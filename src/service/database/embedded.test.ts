import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from './open-database.ts'

const megabyte = 1_000_000

test('what was read is not kept: 500 MB of answers leave the memory as it was', async () => {
  const database = await openDatabase({})
  const readMegabytes = async (count: number): Promise<void> => {
    for (let megabytes = 0; megabytes < count; megabytes += 1)
      await database.query(`select repeat('x', 10000) as text from generate_series(1, 100)`)
  }
  // For as long as the collector lets the memory grow before it sets in.
  await readMegabytes(300)
  const before = process.memoryUsage().rss
  await readMegabytes(500)

  // What the tests before it in this process have left for the collector counts, too.
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * megabyte)
  await database.close()
})

test('an answer larger than what goes between the threads at once arrives whole', async () => {
  const database = await openDatabase({})
  const { rows } = await database.query<{ text: string }>(
    `select repeat('ab', $1) as text union all select 'end'`,
    [megabyte],
  )

  expect(rows.map(({ text }) => text.length)).toEqual([2 * megabyte, 3])
  expect(rows[0]?.text.endsWith('abab')).toBe(true)
  await database.close()
})

test('a first start that died while the database was being made is made good by the next', async () => {
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
