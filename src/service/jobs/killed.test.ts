import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectOneArticle } from '../testing/collect-one-article.ts'
import { openTestDatabase, putArticles, readAll, untilEnded } from '../testing/test-jobs.ts'
import { createJobs } from './jobs.ts'

const directory = mkdtempSync(join(tmpdir(), 'article-desk-killed-'))

/** Built before the tests, by `scripts/service-under-test.mjs`. */
const killedWorker = join(process.env['SERVICE_UNDER_TEST']!, 'killed-worker.js')

/** For each process. On a busy machine one takes 15 s; only one that hangs takes all of it. */
const processMs = 120_000

/** Before, during and after queries, from the request to the end of its job, including collection. */
const steps = [1, 2, 4, 6, 8, 9, 10, 13, 17, 19, 20, 22, 28, 29, 30]

beforeAll(async () => {
  const database = await openTestDatabase({ dataDir: directory })
  await putArticles(database, [{}, {}, {}])
  await database.close()
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

test(
  'a process killed at any step of a job loses no accepted job, and makes none twice',
  { timeout: (steps.length + 2) * processMs },
  async () => {
    const accepted = steps.flatMap((step) => {
      const child = spawnSync(process.execPath, ['--liftoff-only', killedWorker, directory, String(step)], {
        encoding: 'utf8',
        timeout: processMs,
      })
      if (child.signal !== 'SIGKILL') throw new Error(`The process was not killed: ${child.stderr}`)
      return child.stdout.split('\n').filter(Boolean).map(Number)
    })
    const database = await openTestDatabase({ dataDir: directory })
    const jobs = createJobs({ database, collector: collectOneArticle(database), pollMs: 10 })
    await jobs.start()
    const { rows } = await database.query<{ id: number }>('select id from jobs order by id')
    const results = []
    for (const { id } of rows) {
      const { state } = await untilEnded(jobs, 1, id)
      const articles = await readAll(jobs, id)
      results.push(`${state} ${articles.map((article) => article.id).join()}`)
    }
    await jobs.stop({ withinMs: 1_000 })
    await database.close()

    const ids = rows.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(accepted))
    expect(accepted.length).toBeGreaterThan(steps.length / 2)
    expect(ids.length).toBeLessThanOrEqual(steps.length)
    expect(results).toEqual(ids.map(() => 'success 3,2,1,4'))
  },
)
