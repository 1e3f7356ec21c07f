import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { migrate } from '../database/migrations.ts'
import { openDatabase } from '../database/open-database.ts'
import { migrations } from '../migrations.ts'
import { toCategoryKey } from '../articles/tokenizer.ts'
import { putArticles } from '../testing/test-jobs.ts'
import { page, prose, rss, startSite } from '../testing/test-site.ts'
import { openTestSources } from '../testing/test-sources.ts'
import { onEachDatabase } from '../testing/with-database.ts'
import { addressKey } from './address-key.ts'

const before = (name: string) =>
  migrations.slice(
    0,
    migrations.findIndex((migration) => migration.name === name),
  )

onEachDatabase((place) => {
  test('pages that an earlier version did not take are shown with their reasons', async () => {
    const database = await openDatabase({ ...(await place.create()), migrations: before('sources-5') })
    await database.query(
      `insert into sources (kind, address, address_key, site, category, category_key, added_at, due_at, list_at,
        interval_ms)
      values ('feed', 'http://127.0.0.1/', 'key', '127.0.0.1', '', '', '2024-01-01', '9999-01-01', '9999-01-01', 3600000)`,
    )
    await database.query(
      `insert into source_items (source_id, item_key, address, title, published_at, fingerprint, state, reason)
      values (1, 'a', 'http://127.0.0.1/a', 'Taken', '2024-01-03', '', 'kept', ''),
        (1, 'b', 'http://127.0.0.1/b', 'Older', '2024-01-01', '', 'refused', 'is a list of links'),
        (1, 'c', null, '', '2024-01-02', '', 'refused', 'has neither a page nor a text'),
        (1, 'd', 'http://127.0.0.1/d', 'To come', null, '', 'pending', '')`,
    )
    await migrate(database, migrations)
    const sources = openTestSources(database)
    const { refusals } = await sources.find(1)
    await sources.close()
    await database.close()

    expect(refusals).toEqual([
      { title: '', address: null, reason: 'has neither a page nor a text', isTriedAgain: false },
      { title: 'Older', address: 'http://127.0.0.1/b', reason: 'is a list of links', isTriedAgain: false },
    ])
  })

  test('a page that an earlier version refused for good because of a notice is looked at by a source that is added', async () => {
    const database = await openDatabase({ ...(await place.create()), migrations: before('sources-6') })
    const pages = ['/notice', '/list']
    const site = await startSite({
      '/feed': rss(pages.map((link) => ({ title: `The story at ${link}`, link }))),
      '/notice': page('The story at /notice', prose(1)),
      '/list': page('The story at /list', prose(2)),
    })
    for (const [path, refused] of [
      ['/notice', 'is an error page'],
      ['/list', 'is a list of links'],
    ] as const)
      await database.query(
        `insert into article_addresses (address_key, address, refused, fetched_at, fetches)
        values ($1, $2, $3, now() - interval '1 day', 1)`,
        [addressKey(site.url + path), site.url + path, refused],
      )
    await migrate(database, migrations)
    const sources = openTestSources(database)
    const { source } = await sources.add(`${site.url}/feed`, '')
    const refreshed = await sources.refresh(source.id)
    await sources.close()
    await site.close()
    await database.close()

    expect(refreshed).toMatchObject({ added: 1, refused: 1 })
    expect([site.count('/notice'), site.count('/list')]).toEqual([1, 0])
  })

  test('an article whose address an earlier version knew with escapes in lower case is not collected again', async () => {
    const database = await openDatabase({ ...(await place.create()), migrations })
    const path = '/caf%c3%a9/'
    const site = await startSite({
      '/feed': rss([{ title: 'The story', link: path }]),
      '/other': rss([{ title: 'The story', link: '/café' }]),
      [path]: page('The story', prose(1)),
    })
    const sources = openTestSources(database)
    const [one, other] = [
      await sources.add(`${site.url}/feed`, ''),
      await sources.add(`${site.url}/other`, ''),
    ]
    expect(await sources.refresh(one.source.id)).toMatchObject({ added: 1 })

    const formerKey = createHash('sha256').update(`${site.host}\n/caf%c3%a9`).digest('base64url').slice(0, 24)
    const key = addressKey(site.url + path)
    expect(key).not.toBe(formerKey)
    await database.query('update article_addresses set address_key = $1 where address_key = $2', [
      formerKey,
      key,
    ])
    await database.query('update articles set source_key = $1', [`web:${formerKey}`])
    await database.query('update source_items set item_key = $1', [`a:${formerKey}`])
    await database.query(`delete from applied_migrations where name = 'sources-7'`)
    await migrate(database, migrations)
    expect((await database.query('select source_key as key from articles')).rows).toEqual([
      { key: `web:${key}` },
    ])
    expect(await sources.refresh(one.source.id)).toMatchObject({ added: 0, known: 0 })
    expect(await sources.refresh(other.source.id)).toMatchObject({ added: 0, known: 1 })
    await sources.close()
    await site.close()
    await database.close()

    expect(site.paths()).toEqual(['/feed', '/other', '/feed', path, '/feed', '/other'])
  })

  test('a search that an earlier version left permanently due rests after its next turn', async () => {
    const database = await openDatabase({ ...(await place.create()), migrations: before('sources-2') })
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

  test('categories that an earlier version took for one, because of their vowel signs, are two', async () => {
    const database = await openDatabase({ ...(await place.create()), migrations: before('sources-8') })
    const categories = ['मति', 'मत', ' Ｂread ガス', 'Brot']
    await putArticles(
      database,
      categories.map((category) => ({ category })),
    )
    await database.query(
      `insert into sources (kind, address, address_key, site, category, category_key, added_at, due_at, list_at,
        interval_ms)
      select 'feed', category, category, '', category, '', now(), now(), now(), 3600000 from articles order by id`,
    )
    for (const table of ['articles', 'sources'])
      await database.query(
        `update ${table} set category_key = case when category = 'Brot' then 'brot' else 'मत' end`,
      )
    await migrate(database, migrations)

    for (const table of ['articles', 'sources']) {
      const { rows } = await database.query<{ key: string }>(
        `select category_key as key from ${table} order by id`,
      )
      expect(rows.map(({ key }) => key)).toEqual(categories.map(toCategoryKey))
    }
    await database.close()
  })
})
