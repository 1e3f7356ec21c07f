import { expect, test } from 'vitest'
import { migrate } from '../database/migrations.ts'
import { openDatabase } from '../database/open-database.ts'
import { migrations } from '../migrations.ts'
import { openTestSources } from '../testing/test-sources.ts'
import { onEachDatabase } from '../testing/with-database.ts'

onEachDatabase((place) => {
  test('a search that an earlier version left permanently due rests after its next turn', async () => {
    const earlier = migrations.slice(
      0,
      migrations.findIndex(({ name }) => name === 'sources-2'),
    )
    const database = await openDatabase({ ...(await place.create()), migrations: earlier })
    await database.query(
      `insert into sources (kind, address, address_key, site, category, category_key, added_at, due_at, list_at,
        interval_ms)
      values ('search', 'http://127.0.0.1/?q={keywords}', 'key', '127.0.0.1', '', '', '2024-01-01', '2024-01-01',
        '2024-01-01', 3600000)`,
    )
    await migrate(database, migrations)
    const sources = openTestSources(database)
    await sources.start()
    await expect.poll(async () => (await sources.find(1)).dueAt.getUTCFullYear()).toBe(9999)
    await sources.close()
    await database.close()

    expect(sources.lines).toMatchObject([{ event: 'source-refreshed', source: 1 }])
  })
})
