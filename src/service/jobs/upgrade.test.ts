import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '../migrations.ts'
import type { Database } from '../database/database.ts'
import { migrate } from '../database/migrations.ts'
import { openDatabase } from '../database/open-database.ts'
import { readAll, untilEnded } from '../testing/test-jobs.ts'
import { onEachDatabase } from '../testing/with-database.ts'
import type { Jobs } from './jobs.ts'
import { createJobs } from './jobs.ts'

/**
 * A dump of what the service wrote when its queue was pg-boss: jobs 1 to 3 done, 4 failed, 5 left by a process that
 * died during it, 6 not started.
 */
const earlier = readFileSync(new URL('../testing/database-with-pg-boss.sql', import.meta.url), 'utf8')

onEachDatabase((place) => {
  let database: Database
  let jobs: Jobs

  beforeAll(async () => {
    database = await openDatabase(await place.create())
    await database.query('drop table applied_migrations')
    await database.query(earlier)
    await migrate(database, migrations)
    jobs = createJobs({ database, pollMs: 10 })
    await jobs.start()
  })
  afterAll(async () => {
    await jobs.stop({ withinMs: 1_000 })
    await database.close()
  })

  test.each<[number, number, string, string, number, number[]]>([
    [1, 1, 'f8ae12b1-8e8d-463a-82c6-cfa1247cc994', '', 10, [1]],
    [1, 2, '4b7ba567-5094-4689-abf1-f6845c6c394e', 'food', 5, [1, 2]],
    [2, 3, '3cc14810-f3d6-4d7a-ab03-590bfe0cca69', '', 100, [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4]],
  ])(
    'account %i’s job %i, done before the upgrade, is unchanged',
    async (account, id, version, category, wantedCount, ids) => {
      const articles = await readAll(jobs, id)

      expect(await jobs.find(account, id)).toEqual({
        id,
        state: 'success',
        category,
        wantedCount,
        version,
        isWholeRanking: true,
      })
      expect(articles.map((article) => article.id)).toEqual(ids)
    },
  )

  test('a text that was rewritten later is as it was when the job ended', async () => {
    const text = 'The oven is lit at two.\n\nThe loaves come out at five.'

    expect(await readAll(jobs, 1)).toEqual([{ id: 1, title: 'The bakery by the canal', text }])
    expect((await readAll(jobs, 2))[0]?.text).toBe(`${text}\n\nBy Jane Doe`)
  })

  test('a failed job stays failed', async () => {
    expect(await jobs.find(1, 4)).toMatchObject({
      state: 'failure',
      version: '1c1e8db3-24c0-4f27-bda7-ceeb8e83efb1',
    })
  })

  test.each<[number, number, string, number[]]>([
    [1, 5, 'was being done', [3]],
    [2, 6, 'was waiting, with articles to skip', [13, 12, 11]],
  ])('account %i’s job %i, which %s, is done', async (account, id, _, ids) => {
    expect(await untilEnded(jobs, account, id)).toMatchObject({ state: 'success' })
    expect((await readAll(jobs, id)).map((article) => article.id)).toEqual(ids)
  })

  test('nothing of the earlier queue is left', async () => {
    const { rows } = await database.query(`select nspname from pg_namespace where nspname = 'pgboss'`)

    expect(rows).toEqual([])
  })

  test('another program’s queue in the same database is left alone', async () => {
    const shared = await openDatabase(await place.create())
    await shared.query('drop table applied_migrations')
    await shared.query(earlier)
    await shared.query(`insert into pgboss.queue (name) values ('of-another-program')`)
    await migrate(shared, migrations)
    const { rows } = await shared.query('select name from pgboss.queue order by name')
    const { rows: tasks } = await shared.query('select id from pgboss.job')
    await shared.close()

    expect(rows).toEqual([{ name: 'collect-articles' }, { name: 'of-another-program' }])
    expect(tasks).toEqual([])
  })
})
