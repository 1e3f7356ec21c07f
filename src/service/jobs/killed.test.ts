import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, putArticles, readAll, untilEnded } from '../testing/test-jobs.ts'
import { createJobs } from './jobs.ts'

const directory = mkdtempSync(join(tmpdir(), 'article-desk-killed-'))

/** After each of the eight queries from a request to the end of its job, and in the middle of every other one. */
const steps = [1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16]

beforeAll(async () => {
  const database = await openTestDatabase({ dataDir: directory })
  await putArticles(database, [{}, {}, {}])
  await database.close()
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

test(
  'a process killed at any step of a job loses none that it accepted, and doubles nothing',
  { timeout: 240_000 },
  async () => {
    const accepted = steps.flatMap((step) => {
      const child = spawnSync(
        process.execPath,
        ['--import', 'tsx', 'src/service/testing/killed-worker.ts', directory, String(step)],
        { encoding: 'utf8', timeout: 30_000 },
      )
      if (child.signal !== 'SIGKILL') throw new Error(`The process was not killed: ${child.stderr}`)
      return child.stdout.split('\n').filter(Boolean).map(Number)
    })
    const database = await openTestDatabase({ dataDir: directory })
    const jobs = createJobs({ database, pollMs: 10 })
    await jobs.start()
    const { rows } = await database.query<{ id: number }>('select id from jobs order by id')
    const results = []
    for (const { id } of rows) {
      const { state } = await untilEnded(jobs, 1, id)
      const articles = await readAll(jobs, id)
      results.push(`${state} ${articles.map((article) => article.id).join()}`)
    }
    await jobs.stop({ withinMs: 1_000 })
    const { rows: waiting } = await database.query('select id from pgboss.job')
    await database.close()

    const ids = rows.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(accepted))
    expect(accepted.length).toBeGreaterThan(steps.length / 2)
    expect(ids.length).toBeLessThanOrEqual(steps.length)
    expect(results).toEqual(ids.map(() => 'success 3,2,1'))
    expect(waiting).toEqual([])
  },
)
