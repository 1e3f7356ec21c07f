import { afterAll, beforeAll, expect, test } from 'vitest'
import { packIds } from '../../contract/ids.ts'
import type { Database, Query } from '../database/database.ts'
import { openTestDatabase, putArticles } from '../testing/test-jobs.ts'
import { onEachDatabase } from '../testing/with-database.ts'
import type { MatchRequest } from './matching.ts'
import { matchArticles } from './matching.ts'
import { packSkipIds } from './skip-ids.ts'

/** Keyed by title, so that each row of the table names what it finds. */
const articles = [
  { title: 'sourdough', text: 'The baker keeps a sourdough culture and bakes at night.', category: 'Food' },
  {
    title: 'editors',
    text: 'Editors were running to and fro in the cafés of the old town.',
    category: 'Media',
  },
  { title: 'history', text: 'A history of art, told in a state of the art museum.', category: 'Culture' },
  { title: 'art', text: 'Art is long. Its history is longer, says the state.', category: 'Culture' },
  {
    title: 'who',
    text: 'To be or not to be? The Who sang of it; C# programs are silent.',
    category: 'Culture',
  },
  {
    title: 'covid',
    text: 'Wards filled with covid-19; well-known rules on climate/energy.',
    category: 'Éducation',
  },
  { title: 'московский', text: 'Московские рабочие пекут хлеб. Ёлка стоит у дома.', category: 'Мир' },
  { title: '経済', text: '日本経済は長い停滞から回復しつつある。', category: '経済' },
  { title: 'ไทย', text: 'ภาษาไทยไม่มีช่องว่างระหว่างคำ', category: 'World' },
  { title: 'हिन्दी', text: 'पानी के बारे में एक लेख, बावड़ी और कुआँ।', category: 'World' },
  { title: 'straße', text: 'Smørrebrød in der Straße von Łódź, œuvre complète.', category: 'Food' },
  { title: 'often', text: 'Goose, goose, goose, goose. A goose is a goose.', category: 'Birds' },
  {
    title: 'once',
    text: 'Among many other birds of the pond there was one goose, seen by few and fed by none.',
    category: 'Birds',
  },
  { title: 'goose', text: 'A bird of the pond.', category: 'Birds' },
]

onEachDatabase((place) => {
  let database: Database

  beforeAll(async () => {
    database = await openTestDatabase(await place.create())
    await putArticles(database, articles)
  })
  afterAll(() => database.close())

  const match = async (wanted: Partial<MatchRequest>): Promise<string[]> => {
    const { versionIds } = await matchArticles(database, {
      keywords: [],
      category: '',
      articleCount: 100,
      idsToSkip: Buffer.alloc(0),
      ...wanted,
    })
    const { rows } = await database.query<{ id: number; title: string }>(
      'select id, title from article_versions',
    )
    const titles = new Map(rows.map(({ id, title }) => [id, title]))
    return versionIds.map((id) => titles.get(id) ?? '')
  }

  test.each<[string[], string[]]>([
    [['Bakers'], ['sourdough']],
    [['run'], ['editors']],
    [['cafe'], ['editors']],
    [['CAFÉ editor'], ['editors']],
    [['editor sourdough'], []],
    [
      ['editor', 'sourdough'],
      ['editors', 'sourdough'],
    ],
    [['history art'], ['art', 'history']],
    [['"history of art"'], ['history']],
    [['"art history"'], []],
    [['"state of the art"'], ['history']],
    [['the who'], ['who']],
    [['"to be or not to be"'], ['who']],
    [['art or sourdough'], []],
    [['art -history'], ['art', 'history']],
    [['covid'], ['covid']],
    [['19'], ['covid']],
    [['energy'], ['covid']],
    [['московский рабочий'], ['московский']],
    [['елка'], ['московский']],
    [['経済'], ['経済']],
    [['停滞'], ['経済']],
    [['済経'], []],
    [['ภาษา'], ['ไทย']],
    [['पानी'], ['हिन्दी']],
    [['strasse'], ['straße']],
    [['smorrebrod lodz'], ['straße']],
    [["'; drop table articles; --"], []],
    [["baker' | 'x:*A & !(x) <-> \\"], []],
    [['baker:*', '%_', '\\'], ['sourdough']],
    [['!!!'], []],
  ])('the keywords %j find %j', async (keywords, titles) => {
    expect((await match({ keywords })).toSorted()).toEqual(titles.toSorted())
  })

  test('more relevant articles come first: by title, then by frequency', async () => {
    expect(await match({ keywords: ['goose'] })).toEqual(['goose', 'often', 'once'])
  })

  test('blank keywords are ignored: the newest come first', async () => {
    expect(await match({ keywords: ['', ' '], articleCount: 2 })).toEqual(['goose', 'once'])
  })

  test.each([
    ['food', ['straße', 'sourdough']],
    [' FOOD ', ['straße', 'sourdough']],
    ['education', ['covid']],
    ['МИР', ['московский']],
    ['経済', ['経済']],
    ['Foo', []],
  ])('the category %j finds %j', async (category, titles) => {
    expect(await match({ category })).toEqual(titles)
  })

  test('keywords and a category must both be met', async () => {
    expect(await match({ keywords: ['art', 'goose', 'sourdough'], category: 'food' })).toEqual(['sourdough'])
  })

  test('skipped articles make room for the next ones', async () => {
    const idsToSkip = packSkipIds(packIds([14, 12, 2 ** 31 - 1, 15, 16]))

    expect(await match({ keywords: ['goose'], articleCount: 1, idsToSkip })).toEqual(['once'])
    expect(await match({ articleCount: 2, idsToSkip })).toEqual(['once', 'straße'])
  })

  test('two hundred keywords of two hundred characters are found in bounded time', async () => {
    const keywords = Array.from({ length: 200 }, (_, index) => `${index} `.repeat(60).slice(0, 200))
    const startedAt = performance.now()

    expect(await match({ keywords: [...keywords, 'goose', 'a '.repeat(100)] })).toContain('once')
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })

  test('a hundred keywords whose characters are words, twenty thousand in all, are found in a moment', async () => {
    const keywords = Array.from({ length: 99 }, (_, index) => `${'本'.repeat(195)}${index}`)
    // CPU time in microseconds, which includes the embedded database. PostgreSQL ends what takes too long.
    const before = process.cpuUsage()

    expect(await match({ keywords: [...keywords, 'goose'] })).toEqual(['goose', 'often', 'once'])
    expect(process.cpuUsage(before).user).toBeLessThan(4_000_000)
  })

  test('the full-text index is used', async () => {
    // Older than the articles of the other tests, and without the numbers that one of them looks for.
    await database.query(
      `insert into articles (source_key, version_id, content_hash, category, published_at, words)
      select 'filler:' || number, 0, '', 'filler', '2000-01-01', to_tsvector('article_words', 'filler filler' || number)
      from generate_series(1, 5000) as number`,
    )
    await database.query(`select gin_clean_pending_list('articles_words')`)
    await database.query('analyze articles')
    const plans: string[] = []
    const explained: Query['query'] = async (text, values) => {
      if (/^(?:explain|set)/.test(text)) return database.query(text, values)
      const { rows } = await database.query<Record<string, string>>(`explain ${text}`, values)
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
      return database.query(text, values)
    }
    await matchArticles(
      { ...database, query: explained, transaction: (work) => work({ query: explained }) },
      { keywords: ['goose pond', 'baker'], category: '', articleCount: 10, idsToSkip: Buffer.alloc(0) },
    )

    expect(plans.at(-1)).toContain('articles_words')
  })
})
