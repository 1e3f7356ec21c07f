import { afterAll, beforeAll, expect, test } from 'vitest'
import { packIds } from '../../contract/ids.ts'
import type { Database } from '../database/database.ts'
import { interruptDatabase } from '../testing/faulty-database.ts'
import { openTestDatabase } from '../testing/test-jobs.ts'
import { onEachDatabase } from '../testing/with-database.ts'
import type { MatchRequest } from './matching.ts'
import { matchArticles } from './matching.ts'
import { packSkipIds } from './skip-ids.ts'
import { refreshArticles } from './store.ts'
import { createGate } from '../../testing/create-gate.ts'

const articleCount = 49_000

/**
 * Article N is N minutes newer than the first; its version id equals its id. All contain "common", every fourth
 * "regular", every twelfth "usual", every hundredth "seldom", the first three "rare"; those in `relevant` have these
 * words in the title. The others have "wind north", every thousandth "north wind", and every second "sea calm", every
 * 400th "calm sea". Every second and every fifth has a category.
 */
const relevant = [5, articleCount - 400, articleCount - 100]

onEachDatabase((place) => {
  let database: Database

  beforeAll(async () => {
    database = await openTestDatabase(await place.create())
    // The texts are few, and the words of each are looked up once.
    await database.query(
      `with texts as materialized (
        select n, case when n = any ($2) then 'common usual seldom' else concat_ws(' ', 'common',
          case when n > 30 and n % 4 = 2 then 'regular' end, case when n % 12 = 0 then 'usual' end, case when n % 100 = 0 then 'seldom' end, case when n <= 3 then 'rare' end,
          case when n % 1000 = 0 then 'north wind' else 'wind north' end,
          case when n > 30 and n % 400 = 1 then 'calm sea' when n > 30 and n % 2 = 1 then 'sea calm' end) end as text
        from generate_series(1, $1) as n
      ), indexed as (
        select text, to_tsvector('article_words', text) as words from (select distinct text from texts) as texts
      )
      insert into articles (source_key, version_id, content_hash, category, published_at, words)
      select n, n, '', '', timestamptz '2020-01-01 00:00Z' + n * interval '1 minute',
        case when n = any ($2) then setweight(words, 'A') else words end
      from texts join indexed using (text) order by n`,
      [articleCount, relevant],
    )
  })
  // On a very busy machine, both together would take longer than a hook may.
  beforeAll(async () => {
    await database.query(
      `insert into article_categories (article_id, category_key, published_at)
      select id, 'odd', published_at from articles where id % 2 = 1
      union all select id, 'fifth', published_at from articles where id % 5 = 0`,
    )
    await refreshArticles(database)
  })
  afterAll(() => database.close())

  const match = (wanted: Partial<MatchRequest>) =>
    matchArticles(database, {
      keywords: [],
      category: '',
      articleCount: 10,
      idsToSkip: Buffer.alloc(0),
      ...wanted,
    })

  const skipping = (from: number, to: number) =>
    packSkipIds(packIds(Array.from({ length: to - from + 1 }, (_, index) => from + index)))

  test('all matches are ranked, however old, if they are few enough', async () => {
    const { versionIds, isWholeRanking } = await match({ keywords: ['seldom'], articleCount: 5 })

    expect(versionIds).toEqual([...relevant.toReversed(), articleCount, articleCount - 200])
    expect(isWholeRanking).toBe(true)
  })

  test('if there are too many matches, the newest are ranked', async () => {
    const { versionIds, isWholeRanking } = await match({ keywords: ['common'], articleCount: 4 })

    expect(versionIds.slice(0, 2)).toEqual([articleCount - 100, articleCount - 400])
    expect(versionIds.length).toBe(4)
    expect(versionIds).not.toContain(5)
    expect(isWholeRanking).toBe(false)
  })

  test('if there are slightly too many matches, the newest are ranked', async () => {
    const { versionIds, isWholeRanking } = await match({ keywords: ['usual'], articleCount: 3 })

    expect(versionIds.slice(0, 2)).toEqual([articleCount - 100, articleCount - 400])
    expect(versionIds).not.toContain(5)
    expect(isWholeRanking).toBe(false)
  })

  test('as many articles are returned as requested, even more than are usually ranked', async () => {
    const { versionIds } = await match({ keywords: ['common'], articleCount: 10_000 })

    expect(new Set(versionIds).size).toBe(10_000)
    expect(Math.min(...versionIds)).toBe(articleCount - 9_999)
  })

  test('the rarest and oldest articles are found', async () => {
    expect(await match({ keywords: ['rare'] })).toMatchObject({ versionIds: [3, 2, 1], isWholeRanking: true })
    expect(await match({ keywords: ['rare common'] })).toMatchObject({ versionIds: [3, 2, 1] })
  })

  test('a category and ids to skip also apply to the newest', async () => {
    const idsToSkip = skipping(articleCount - 1_000, articleCount)
    const { versionIds, isWholeRanking } = await match({ keywords: ['common'], category: 'odd', idsToSkip })

    expect(versionIds[0]).toBe(articleCount - 1_001)
    expect(versionIds.every((id) => id % 2 === 1 && id < articleCount - 1_000)).toBe(true)
    expect(isWholeRanking).toBe(false)
  })

  test('a category that another source added counts like the first', async () => {
    const usual = await match({ keywords: ['usual'], category: 'fifth', articleCount: 10_000 })
    const common = await match({ keywords: ['common'], category: 'fifth', articleCount: 5 })

    // Every twelfth article has the word, and article 5.
    expect(usual.versionIds).toHaveLength(Math.floor(articleCount / 60) + 1)
    expect(usual.isWholeRanking).toBe(true)
    expect(common.versionIds.slice(0, 2)).toEqual([articleCount - 100, articleCount - 400])
    expect(common.versionIds.every((id) => id % 5 === 0)).toBe(true)
    expect(common.isWholeRanking).toBe(false)
    expect((await match({ category: 'fifth', articleCount: 2 })).versionIds).toEqual([
      articleCount,
      articleCount - 5,
    ])
  })

  test('if nearly all are skipped, the rest is found', async () => {
    const idsToSkip = skipping(30, articleCount)

    expect((await match({ keywords: ['common'], idsToSkip, articleCount: 3 })).versionIds).toEqual([
      5, 29, 28,
    ])
    expect((await match({ idsToSkip, articleCount: 3 })).versionIds).toEqual([29, 28, 27])
    expect((await match({ idsToSkip: skipping(1, articleCount) })).versionIds).toEqual([])
  })

  test('a rare phrase of common words is searched for until there are enough, newest first', async () => {
    const phrase = (articleCount: number) => match({ keywords: ['"north wind"'], articleCount })

    const { versionIds, isWholeRanking } = await phrase(5)
    expect(versionIds).toHaveLength(5)
    expect(versionIds.every((id) => id % 1_000 === 0 && id > articleCount / 2)).toBe(true)
    expect(isWholeRanking).toBe(false)
    expect(await phrase(8)).toMatchObject({ versionIds: { length: 8 }, isWholeRanking: false })
    // More than there are among the newest: all are found.
    const all = await phrase(100)
    expect(all.versionIds).toHaveLength(articleCount / 1_000)
    expect(all.isWholeRanking).toBe(true)
  })

  test('a phrase of less common words is searched for among the newest, with and without ids to skip', async () => {
    const keywords = ['"calm sea"']
    const tenUpTo = (last: number) => Array.from({ length: 10 }, (_, index) => last - index * 400)

    expect(await match({ keywords })).toMatchObject({ versionIds: tenUpTo(48_801), isWholeRanking: false })
    expect(await match({ keywords, idsToSkip: skipping(48_001, articleCount) })).toMatchObject({
      versionIds: tenUpTo(47_601),
      isWholeRanking: false,
    })
  })

  const phraseOf = (articleCount: number): MatchRequest => ({
    keywords: ['"north wind"'],
    category: '',
    articleCount,
    idsToSkip: Buffer.alloc(0),
  })

  test('if that takes too long, the matches so far are returned, unless a server can stop it', async () => {
    let clockMs = 0
    const slowClock = () => (clockMs += 2_001)
    // At first 7,500 articles are considered. Of 5,000, the planner's sample would decide whether five have the phrase or six.
    const { versionIds, isWholeRanking } = await matchArticles(database, phraseOf(7_500), slowClock)

    expect(isWholeRanking).toBe(place.kind === 'postgres')
    if (isWholeRanking) return
    expect(versionIds.length).toBeGreaterThan(5)
    expect(versionIds.length).toBeLessThan(articleCount / 1_000)
  })

  test.each([
    [1, 'the newest are ranked', [49_000, 48_000]],
    [2, 'what the first found is returned', expect.arrayContaining([49_000, 45_000])],
  ])('if pass %i is ended for taking too long, %s', async (ended, _, found) => {
    let passes = 0
    const slow = interruptDatabase(database, (text, moment) => {
      if (moment === 'before' && text.includes('ts_rank') && (passes += 1) === ended)
        throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
    })

    expect(await matchArticles(slow, phraseOf(20), () => 0)).toMatchObject({
      versionIds: found,
      isWholeRanking: false,
    })
    expect(passes).toBe(2)
  })

  test.runIf(place.kind === 'embedded')('time spent waiting for others does not count', async () => {
    let clockMs = 0
    const [released, release] = createGate()
    const held = database.transaction(() => released)
    const matched = matchArticles(database, phraseOf(20), () => clockMs)
    await expect.poll(() => database.connections()['waited-for']).toBe(1)
    clockMs += 2_500
    release()
    await held

    expect((await matched).versionIds).toHaveLength(20)
  })

  test('for a word in many articles but not most, the newest that are not skipped are ranked', async () => {
    const idsToSkip = skipping(articleCount - 1_000, articleCount)
    const { versionIds, isWholeRanking } = await match({ keywords: ['regular'], idsToSkip })

    expect(versionIds).toEqual(Array.from({ length: 10 }, (_, index) => articleCount - 1_002 - index * 4))
    expect(isWholeRanking).toBe(false)

    // The newest of all, and every second match: the newest that is left is a match.
    const skipped = [49_000, 48_999, ...Array.from({ length: 200 }, (_, index) => 48_994 - index * 8)]
    const others = await match({ keywords: ['regular'], idsToSkip: packSkipIds(packIds(skipped)) })
    expect(others.versionIds).toEqual(Array.from({ length: 10 }, (_, index) => 48_998 - index * 8))
    expect(others.isWholeRanking).toBe(false)
  })

  // A server vacuums automatically, but only some time later.
  test.runIf(place.kind === 'embedded')(
    'after an import, the newest are found from the index alone',
    async () => {
      const { rows } = await database.query(
        'explain (analyze, costs off, timing off) select id from articles order by published_at desc, id desc limit 1000',
      )

      expect(rows.map((row) => Object.values(row).join()).join()).toContain('Heap Fetches: 0')
    },
  )

  test('a hundred common words are found as fast as one', async () => {
    const keywords = Array.from({ length: 99 }, (_, index) => `word${index}`)
    const { versionIds, isWholeRanking } = await match({ keywords: [...keywords, 'common'] })

    expect(versionIds[0]).toBe(articleCount - 100)
    expect(isWholeRanking).toBe(false)
  })

  test('of very many words, only the newest matches are ranked, and the others follow, newest first', async () => {
    const keywords = Array.from({ length: 42 }, () => '本'.repeat(98))
    const wanted = { keywords: [...keywords, 'common'], articleCount: 10_000 }
    const { versionIds, isWholeRanking } = await match(wanted)

    expect(versionIds[0]).toBe(articleCount - 100)
    expect(versionIds.slice(250)).toEqual(
      Array.from({ length: 9_750 }, (_, index) => articleCount - 250 - index),
    )
    expect(isWholeRanking).toBe(false)
  })
})
