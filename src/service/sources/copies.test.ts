import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database, Query } from '../database/database.ts'
import { saveArticles } from '../articles/store.ts'
import { openTestDatabase } from '../testing/test-jobs.ts'
import { prose } from '../testing/test-site.ts'
import { findCopy, isCopy, maxCompared, saveSketch, sketchText } from './copies.ts'

let database: Database

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.query('truncate articles, article_versions restart identity cascade'))

test('a text of a million characters is compared with only a few others', async () => {
  const publishedAt = new Date()
  const text = [...prose(1, 1_500), ...prose(2, 500)].join('\n\n')
  await saveArticles(database, [
    { sourceKey: 'long', title: 'Long', text, category: '', publishedAt, isDateGuessed: false },
  ])
  await saveSketch(database, 1, 'a.example', sketchText(text))
  // Many articles with its text, inserted at once since saving each would take a second.
  await database.query(
    `insert into articles (source_key, version_id, content_hash, category, published_at, words)
    select source_key || n, version_id, content_hash, category, published_at, ''
    from articles, generate_series(1, 29) as n`,
  )
  await database.query(
    `insert into article_sketches (article_id, site, words, shingles)
    select articles.id, site, article_sketches.words, shingles from articles, article_sketches where articles.id > 1`,
  )
  const other = sketchText([...prose(1, 1_500), ...prose(100, 500)].join('\n\n'))
  let compared = 0
  const counted: Query['query'] = async (query, values) => {
    const result = await database.query<{ text?: string }>(query, values)
    for (const row of result.rows) compared += row.text?.length ?? 0
    return result as never
  }
  const found = await findCopy({ query: counted }, other, { site: 'a.example', publishedAt })

  expect(found).toBeUndefined()
  expect(compared).toBeGreaterThan(0)
  expect(compared).toBeLessThanOrEqual(maxCompared + text.length)
})

test('among many articles, those alike are found by indexes', async () => {
  // No shingle is frequent, so the planner falls back on a share that is far too large.
  await database.query(`
    insert into articles (source_key, version_id, content_hash, category, published_at, words)
      select n::text, n, '', '', now(), '' from generate_series(1, 20000) as n;
    insert into article_sketches (article_id, site, words, shingles)
      select id, 'a.example', 1700, array[id, -id] from articles;
    analyze articles, article_sketches`)
  const plans: string[] = []
  const explained: Query['query'] = async (text, values) => {
    const { rows } = await database.query<Record<string, string>>(`explain ${text}`, values)
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    return database.query(text, values)
  }
  const sketch = sketchText(prose(1, 20).join('\n\n'))
  await database.query('update article_sketches set shingles = $1 where article_id = 7', [sketch.shingles])
  await findCopy({ query: explained }, sketch, { site: 'a.example', publishedAt: new Date() })

  expect(plans.join()).toContain('article_sketches_shingles')
  expect(plans.join()).not.toMatch(/Seq Scan on article(?:s|_sketches)\b/)
})

test('a text with one paragraph in twenty left out is a copy on another site, and another text on the same one', () => {
  const paragraphs = prose(1, 20)
  const [whole, shorter] = [paragraphs.join('\n\n'), paragraphs.slice(1).join('\n\n')]
  const { words } = sketchText(shorter)

  expect(isCopy(shorter, words, whole, false)).toBe(true)
  expect(isCopy(shorter, words, whole, true)).toBe(false)
  expect(isCopy(whole, words, shorter, true)).toBe(false)
})

test('texts that differ in their only number are no copies', () => {
  const text = prose(1, 20).join('\n\n')
  const { words } = sketchText(text)

  expect(isCopy(`${text} It cost 5.`, words, `${text} It cost 5!`, false)).toBe(true)
  expect(isCopy(`${text} It cost 5.`, words, `${text} It cost 6.`, false)).toBe(false)
})
