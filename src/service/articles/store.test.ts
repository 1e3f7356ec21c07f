import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { interruptDatabase } from '../testing/faulty-database.ts'
import { openTestDatabase, putArticles } from '../testing/test-jobs.ts'
import { emptySources } from '../testing/test-sources.ts'
import { onEachDatabase } from '../testing/with-database.ts'
import { addCategory, refreshArticles } from './store.ts'

onEachDatabase((place) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase(await place.create())
  })
  afterAll(() => database.close())
  beforeEach(() => emptySources(database))

  test('changed articles use up no ids, so that those of all articles stay close together', async () => {
    for (let time = 0; time < 3; time += 1) await putArticles(database, [{ text: `${time}` }, {}])
    await putArticles(database, [{}, {}, {}])
    const { rows } = await database.query('select id from articles order by id')

    expect(rows).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
  })

  test('a new version may have another category and date', async () => {
    await putArticles(database, [{}])
    const publishedAt = new Date('2025-05-06T12:00:00Z')
    await putArticles(database, [{ category: 'Drink', publishedAt }])
    const { rows } = await database.query(
      `select category, category_key, article_categories.published_at as "publishedAt"
      from articles join article_categories on article_id = id`,
    )

    expect(rows).toEqual([{ category: 'Drink', category_key: 'drink', publishedAt }])
  })

  test('a category that another source added stays when the article’s own changes, and gets its date', async () => {
    await putArticles(database, [{}, {}])
    await addCategory(database, ' SPORT ', [1])
    await addCategory(database, '', [1])
    const publishedAt = new Date('2025-05-06T12:00:00Z')
    await putArticles(database, [{ category: 'Drink', publishedAt }, {}])
    const { rows } = await database.query(
      `select article_id as id, category_key as key, published_at as "publishedAt"
      from article_categories order by article_id, category_key`,
    )

    expect(rows).toEqual([
      { id: 1, key: 'drink', publishedAt },
      { id: 1, key: 'sport', publishedAt },
      { id: 2, key: 'food', publishedAt: new Date('2024-01-02') },
    ])
  })

  test('the statistics are only updated again once the collection has grown, however far apart its ids are', async () => {
    let updates = 0
    const observed = interruptDatabase(database, (text, moment) => {
      if (moment === 'before' && text.startsWith('analyze')) updates += 1
    })
    const text = 'A long paragraph. '.repeat(100)
    const put = (name: string, count: number) =>
      putArticles(
        observed,
        Array.from({ length: count }, (_, number) => ({ sourceKey: `${name}:${number}`, text })),
      )
    const seen: number[] = []
    for (const [name, count] of [
      ['some', 300],
      ['one', 1],
      ['more', 60],
    ] as const) {
      await put(name, count)
      seen.push(updates)
      // An earlier version used up an id with each change of an article.
      await database.query(`select setval('articles_id_seq', nextval('articles_id_seq') + 10000)`)
    }
    await refreshArticles(observed)

    expect([...seen, updates]).toEqual([1, 1, 2, 2])
  })
})
