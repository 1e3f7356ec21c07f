import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { migrate } from '../database/migrations.ts'
import { openDatabase } from '../database/open-database.ts'
import { migrations } from '../migrations.ts'
import { matchArticles } from '../articles/matching.ts'
import { toCategoryKey } from '../articles/tokenizer.ts'
import type { Database } from '../database/database.ts'
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
    await putEarlierArticles(
      database,
      categories.map((category) => ({ category, key: category === 'Brot' ? 'brot' : 'मत' })),
    )
    await database.query(
      `insert into sources (kind, address, address_key, site, category, category_key, added_at, due_at, list_at,
        interval_ms)
      select 'feed', category, category, '', category, category_key, now(), now(), now(), 3600000 from articles
      order by id`,
    )
    await migrate(database, migrations)

    const keys = categories.map(toCategoryKey)
    const { rows } = await database.query('select category_key as key from sources order by id')
    expect(rows).toEqual(keys.map((key) => ({ key })))
    expect(await categoriesOf(database)).toEqual(keys.map((key, index) => ({ id: index + 1, key })))
    await database.close()
  })

  test('an article that an earlier version gave the category of one source alone has those of all that list it', async () => {
    const database = await openDatabase({ ...(await place.create()), migrations: before('sources-9') })
    await putEarlierArticles(database, [
      { category: 'News', key: 'news' },
      { category: '', key: '' },
    ])
    await database.query(
      `insert into sources (kind, address, address_key, site, category, category_key, added_at, due_at, list_at,
        interval_ms)
      select 'feed', category, category, '', category, lower(category), now(), now(), now(), 3600000
      from unnest(array['News', 'Science', '']) as given (category)`,
    )
    await database.query(
      `insert into source_items (source_id, item_key, title, fingerprint, state, article_id)
      select source_id, 'article ' || article_id, '', '', 'kept', article_id
      from (values (1, 1), (2, 1), (3, 1), (2, 2), (3, 2)) as listed (source_id, article_id)`,
    )
    await migrate(database, migrations)
    const matching = async (category: string): Promise<number[]> => {
      const wanted = { keywords: [], category, articleCount: 10, idsToSkip: Buffer.alloc(0) }
      return (await matchArticles(database, wanted)).versionIds.toSorted((a, b) => a - b)
    }

    expect(await matching('News')).toEqual([1])
    expect(await matching('Science')).toEqual([1, 2])
    expect(await categoriesOf(database)).toEqual([
      { id: 1, key: 'news' },
      { id: 1, key: 'science' },
      { id: 2, key: 'science' },
    ])
    await database.close()
  })
})

/** Adds articles to a database of a version that kept one category with each. */
async function putEarlierArticles(
  database: Database,
  articles: readonly { readonly category: string; readonly key: string }[],
): Promise<void> {
  await database.query(
    `insert into articles (source_key, version_id, content_hash, category, category_key, published_at, words)
    select id::text, id, '', category, key, now(), ''
    from unnest($1::text[], $2::text[]) with ordinality as given (category, key, id)`,
    [articles.map(({ category }) => category), articles.map(({ key }) => key)],
  )
}

async function categoriesOf(database: Database): Promise<unknown[]> {
  const { rows } = await database.query(
    'select article_id as id, category_key as key from article_categories order by article_id, category_key',
  )
  return rows
}
