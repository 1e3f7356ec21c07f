import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { maxTextLength } from '../articles/store.ts'
import type { Database } from '../database/database.ts'
import { openTestDatabase } from '../testing/test-jobs.ts'
import type { TestSite } from '../testing/test-site.ts'
import { asHtml, page, prose, rss, sitemap, startSite } from '../testing/test-site.ts'
import type { TestSources } from '../testing/test-sources.ts'
import { emptySources, openTestSources, storedArticles } from '../testing/test-sources.ts'

let database: Database
let sites: TestSite[]
let sources: TestSources

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await emptySources(database)
  sites = []
  sources = openTestSources(database)
})
afterEach(async () => {
  await sources.close()
  for (const site of sites) await site.close()
})

async function start(): Promise<TestSite> {
  const site = await startSite()
  sites.push(site)
  return site
}

/** Adds and refreshes a feed. Sites are distinguished by host name, and loopback has two. */
async function collect(site: TestSite, path = '/feed', host = '127.0.0.1', category = 'News') {
  const { source } = await sources.add(`${site.url.replace('127.0.0.1', host)}${path}`, category)
  return { id: source.id, refreshed: await sources.refresh(source.id) }
}

const day = 24 * 3_600_000

test('of two feeds that give the same address other texts, the first one’s text stays', async () => {
  const site = await start()
  const entry = (seed: number) =>
    rss([
      {
        title: 'Bridge closed',
        link: '/story',
        html: asHtml(prose(seed)),
      },
    ])
  site.routes['/feed'] = entry(1)
  site.routes['/other'] = entry(2)
  await collect(site)

  expect((await collect(site, '/other')).refreshed).toMatchObject({ added: 0, known: 1 })
  expect(await storedArticles(database)).toMatchObject([{ text: prose(1).join('\n\n'), versions: 1 }])
})

test('of two feeds with a text for a page that was refused before, the first one’s stays, in both categories', async () => {
  const site = await start()
  site.routes['/map'] = sitemap([`${site.url}/story`])
  site.routes['/story'] = page('Bridge', ['Please subscribe.'])
  await collect(site, '/map')
  const entry = (seed: number) =>
    rss([{ title: `Bridge ${seed}`, link: '/story', html: prose(seed).join('<p>') }])
  site.routes['/feed'] = entry(1)
  site.routes['/other'] = entry(2)
  await collect(site)

  expect((await collect(site, '/other', '127.0.0.1', 'Traffic')).refreshed).toMatchObject({
    added: 0,
    known: 1,
  })
  expect(await storedArticles(database)).toMatchObject([{ title: 'Bridge 1', versions: 1 }])
  const { rows } = await database.query('select category_key as key from article_categories order by key')
  expect(rows).toEqual([{ key: 'news' }, { key: 'traffic' }])
})

test('agency copy with other titles on five sites is one article with five addresses', async () => {
  const copy = prose(1, 8)
  // Each site has its own agency line; one drops the last paragraph, one changes a word.
  const variants = [
    ['Bridge closed after storm', ['BERLIN (agency) –', ...copy]],
    ['Storm closes old bridge', copy],
    ['“Nobody saw it coming”', [...copy, 'Edited by our own people.']],
    ['After the storm', copy.map((text, index) => (index === 3 ? text.replace(' the ', ' that ') : text))],
    ['What the storm did', ['A storm.', ...copy]],
  ] as const
  const hosts = ['one', 'two', 'three', 'four', 'five'].map((name) => `${name}-post.test`)
  await sources.close()
  sources = openTestSources(database, {
    fetching: {
      allowPrivateHosts: hosts,
      pauseMs: 0,
      lookup: (_, __, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    },
  })
  for (const [index, [title, paragraphs]] of variants.entries()) {
    const site = await start()
    site.routes['/feed'] = rss([{ title, link: '/story' }])
    site.routes['/story'] = page(title, paragraphs)
    const { refreshed } = await collect(site, '/feed', hosts[index])
    expect(refreshed).toMatchObject(index === 0 ? { added: 1 } : { added: 0, known: 1 })
  }
  expect((await storedArticles(database)).map(({ title, versions }) => [title, versions])).toEqual([
    ['Bridge closed after storm', 1],
  ])
  const { rows } = await database.query<{ address: string }>(
    'select address from article_addresses where article_id is not null',
  )
  expect(rows.map(({ address }) => new URL(address).hostname).toSorted()).toEqual(hosts.toSorted())
  expect(sites.map((site) => site.count('/story'))).toEqual([1, 1, 1, 1, 1])
})

test('different articles stay separate, however similar their wording', async () => {
  const site = await start()
  const report = (town: string, numbers: number[]): string[] => [
    ...prose(2, 6),
    `In ${town} the list won ${numbers.join(', ')} votes.`,
  ]
  site.routes['/feed'] = rss([
    { title: 'Results of Northam', link: '/a' },
    { title: 'Results of Southam', link: '/b' },
  ])
  site.routes['/a'] = page('Results of Northam', report('Northam', [512, 301, 77]))
  site.routes['/b'] = page('Results of Southam', report('Southam', [498, 277, 12]))
  expect((await collect(site)).refreshed).toMatchObject({ added: 2, known: 0 })
})

test('the same text a year later is another article', async () => {
  const [one, other] = [await start(), await start()]
  for (const [site, year] of [
    [one, 2023],
    [other, 2024],
  ] as const) {
    site.routes['/feed'] = rss([
      { title: 'Christmas service', link: '/a', date: `24 Dec ${year} 10:00:00 GMT` },
    ])
    site.routes['/a'] = page('Christmas service', prose(3))
  }
  expect((await collect(one)).refreshed).toMatchObject({ added: 1 })
  expect((await collect(other, '/feed', 'localhost')).refreshed).toMatchObject({ added: 1, known: 0 })
})

test('an address listed by several sources is fetched once, whatever its spelling', async () => {
  const site = await start()
  site.routes['/feed'] = rss([{ title: 'Once', link: '/a?utm_source=feed' }])
  site.routes['/other'] = rss([{ title: 'Once more', link: `${site.url}/a/#comments` }])
  site.routes['/a'] = page('Once', prose(4))
  expect((await collect(site)).refreshed).toMatchObject({ added: 1 })
  expect((await collect(site, '/other')).refreshed).toMatchObject({ added: 0, known: 1 })
  expect(site.count('/a') + site.count('/a/')).toBe(1)
})

test.each([
  { order: 'original, variant, another', mobile: '06', other: '05', stored: 'The original' },
  { order: 'another, original, variant', mobile: '06', other: '08', stored: 'The original' },
  { order: 'variant, original, another', mobile: '09', other: '05', stored: 'The mobile one' },
  { order: 'variant, another, original', mobile: '09', other: '08', stored: 'The mobile one' },
])(
  'a page with a canonical address is that article, if it has its text (read: $order)',
  async ({ mobile, other, stored }) => {
    const site = await start()
    const canonical = (path: string) => `<link rel="canonical" href="${site.url}${path}">`
    site.routes['/feed'] = rss([
      { title: 'The original', link: '/original', date: '07 May 2024 10:00:00 GMT' },
      { title: 'The mobile one', link: '/mobile', date: `${mobile} May 2024 10:00:00 GMT` },
      { title: 'Quite another', link: '/wrong', date: `${other} May 2024 10:00:00 GMT` },
    ])
    site.routes['/original'] = page('The original', prose(5, 8))
    site.routes['/mobile'] = page('The mobile one', prose(5, 6)).replace(
      '<title>',
      `${canonical('/original')}<title>`,
    )
    site.routes['/wrong'] = page('Quite another', prose(6)).replace(
      '<title>',
      `${canonical('/original')}<title>`,
    )
    expect((await collect(site)).refreshed).toMatchObject({ added: 2, known: 1 })
    expect((await storedArticles(database)).map(({ title }) => title).toSorted()).toEqual([
      'Quite another',
      stored,
    ])
  },
)

test.each([
  { mobile: '06', amp: '05', stored: 'The mobile one' },
  { mobile: '05', amp: '06', stored: 'The fast one' },
])('two pages with one canonical address are one article, even if that is never listed', async (dates) => {
  const site = await start()
  const canonical = `<link rel="canonical" href="${site.url}/original"><title>`
  site.routes['/feed'] = rss([
    { title: 'The mobile one', link: '/mobile', date: `${dates.mobile} May 2024 10:00:00 GMT` },
    { title: 'The fast one', link: '/amp', date: `${dates.amp} May 2024 10:00:00 GMT` },
  ])
  site.routes['/mobile'] = page('The mobile one', prose(5, 8)).replace('<title>', canonical)
  site.routes['/amp'] = page('The fast one', prose(5, 6)).replace('<title>', canonical)
  expect((await collect(site)).refreshed).toMatchObject({ added: 1, known: 1 })
  expect(await storedArticles(database)).toMatchObject([{ title: dates.stored }])
})

test('a GUID identifies an article, even if its address changes', async () => {
  const site = await start()
  site.routes['/feed'] = rss([{ title: 'Moved about', guid: 'n-1', link: '/a' }])
  site.routes['/a'] = page('Moved about', prose(7))
  const { id } = await collect(site)
  site.routes['/feed'] = rss([{ title: 'Moved about, corrected', guid: 'n-1', link: '/b' }])
  site.routes['/b'] = page('Moved about, corrected', prose(8))
  sources.putForward(day)
  expect(await sources.refresh(id)).toMatchObject({ added: 0, changed: 1 })
  expect(await storedArticles(database)).toMatchObject([{ title: 'Moved about, corrected', versions: 2 }])
})

test('a GUID that passes to another article makes it no version of the one before', async () => {
  const site = await start()
  const publish = (seeds: readonly number[], date: string) => {
    site.routes['/feed'] = rss(
      seeds.map((seed, place) => ({ title: `River ${seed}`, guid: `${place}`, link: `/${seed}`, date })),
    )
    for (const seed of seeds) site.routes[`/${seed}`] = page(`River ${seed}`, prose(seed))
  }
  publish([3, 2, 1], '06 May 2024 10:00:00 GMT')
  const { id } = await collect(site)
  publish([6, 5, 4], '07 May 2024 10:00:00 GMT')
  sources.putForward(day)
  expect(await sources.refresh(id)).toMatchObject({ added: 3, changed: 0 })
  expect(await storedArticles(database)).toMatchObject(Array.from({ length: 6 }, () => ({ versions: 1 })))
  // It brings as much as any other feed, and is asked as often.
  const { rows } = await database.query('select interval_ms / 60000 as minutes from sources')
  expect(rows).toEqual([{ minutes: 15 }])

  // A page that has no article yet is not taken for that of the one before either.
  publish([9, 8, 7], '08 May 2024 10:00:00 GMT')
  site.routes['/9'] = page('River 9', ['More to come.'])
  sources.putForward(day)
  expect(await sources.refresh(id)).toMatchObject({ added: 2 })
  site.routes['/9'] = page('River 9', prose(9))
  site.routes['/other'] = rss([{ title: 'River 9', link: '/9' }])
  sources.putForward(day)
  expect((await collect(site, '/other')).refreshed).toMatchObject({ added: 1 })
})

test('a GUID that several entries share identifies none of them', async () => {
  const site = await start()
  const publish = (...seeds: number[]) => {
    site.routes['/feed'] = rss(
      seeds.map((seed) => ({ title: `River number ${seed}`, guid: site.url, link: `/${seed}` })),
    )
    for (const seed of seeds) site.routes[`/${seed}`] = page(`River number ${seed}`, prose(seed))
  }
  publish(8, 7)
  const { id, refreshed } = await collect(site)
  expect(refreshed).toMatchObject({ added: 2 })
  publish(9, 8, 7)
  sources.putForward(day)
  expect(await sources.refresh(id)).toMatchObject({ added: 1, changed: 0 })
  const stored = await storedArticles(database)
  expect(stored.map(({ title, versions }) => `${title}: ${versions}`).toSorted()).toEqual([
    'River number 7: 1',
    'River number 8: 1',
    'River number 9: 1',
  ])
})

test('a correction at the source is a new version under the same id', async () => {
  const site = await start()
  const feed = (updated: string) => ({
    type: 'application/atom+xml',
    body: `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><id>1</id><title>Rain on the river</title>
      <link href="/a"/><published>2024-05-06T10:00:00Z</published><updated>${updated}</updated></entry></feed>`,
  })
  site.routes['/feed'] = feed('2024-05-06T10:00:00Z')
  site.routes['/a'] = { headers: { ETag: '"1"' }, body: page('Rain on the river', prose(9)) }
  const { id } = await collect(site)
  const [before] = await storedArticles(database)

  // Listed as changed, but the server says that it hasn't.
  site.routes['/feed'] = feed('2024-05-06T11:00:00Z')
  site.routes['/a'] = ({ 'if-none-match': etag }) => (etag === '"1"' ? { status: 304 } : { status: 500 })
  sources.putForward(day)
  expect(await sources.refresh(id)).toMatchObject({ changed: 0 })

  site.routes['/feed'] = feed('2024-05-06T12:00:00Z')
  site.routes['/a'] = page('Rain on the river', [...prose(9), 'Correction: it was snow.'])
  sources.putForward(day)
  expect(await sources.refresh(id)).toMatchObject({ added: 0, changed: 1 })
  const [after, ...others] = await storedArticles(database)
  expect(others).toEqual([])
  expect(after).toMatchObject({ id: before!.id, versions: 2, text: expect.stringContaining('it was snow') })
})

test('an article that was withdrawn, and whose page leads to another one, stays as it was', async () => {
  const site = await start()
  const list = (date: string) => {
    site.routes['/map'] = sitemap([`${site.url}/a`, `${site.url}/b`], date)
  }
  list('2024-05-06')
  site.routes['/a'] = page('Rain on the river', prose(9))
  site.routes['/b'] = page('Snow on the hill', prose(10))
  const { id } = await collect(site, '/map')
  const before = await storedArticles(database)
  site.routes['/a'] = { status: 301, headers: { Location: '/b' } }
  list('2024-05-07')
  sources.putForward(day)

  expect(await sources.refresh(id)).toMatchObject({ added: 0, changed: 0 })
  expect(await storedArticles(database)).toEqual(before)
})

test('a correction of an article whose date is only guessed keeps the first guess, and its copies are recognised', async () => {
  const site = await start()
  const publish = (seed: number) => {
    const html = asHtml(prose(seed))
    site.routes['/feed'] = rss([{ title: 'Rain', guid: 'n-1', date: 'unknown', html }])
  }
  publish(9)
  const { id } = await collect(site)
  const [before] = await storedArticles(database)
  publish(10)
  sources.putForward(day)

  expect(await sources.refresh(id)).toMatchObject({ added: 0, changed: 1 })
  expect(await storedArticles(database)).toMatchObject([{ publishedAt: before!.publishedAt, versions: 2 }])
  // Copies are recognised by the corrected text.
  site.routes['/copy'] = site.routes['/feed']!
  expect((await collect(site, '/copy')).refreshed).toMatchObject({ added: 0, known: 1 })
})

test('a correction is recognised even if the entry had no usable text in between', async () => {
  const site = await start()
  const publish = (title: string, ofPage: readonly string[], ofEntry: readonly string[]) => {
    const html = asHtml(ofEntry)
    site.routes['/feed'] = rss([
      { title, link: '/a' },
      { title, guid: 'without a page', html },
    ])
    site.routes['/a'] = page(title, ofPage)
  }
  publish('Rain on the river', prose(9), prose(10))
  const { id } = await collect(site)
  const before = await storedArticles(database)

  const tooLong = 'word '.repeat(maxTextLength / 5 + 1)
  publish('Rain on the river, live', [tooLong], ['Being updated.'])
  sources.putForward(day)
  expect(await sources.refresh(id)).toEqual({ added: 0, changed: 0, known: 0, refused: 0 })

  const correction = 'Correction: it was snow, and it fell on Tuesday, not on Monday as stated at first.'
  publish('Snow on the river', [...prose(9), correction], [...prose(10), correction])
  sources.putForward(day)
  expect(await sources.refresh(id)).toMatchObject({ added: 0, changed: 2, known: 0 })
  expect(await storedArticles(database)).toEqual(
    before.map((article) => ({
      ...article,
      title: 'Snow on the river',
      text: expect.stringContaining('Correction'),
      versions: 2,
    })),
  )
})
