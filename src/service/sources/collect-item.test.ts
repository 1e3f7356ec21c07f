import { describe, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { createExtractor } from '../extraction/extractor.ts'
import type { TestSite } from '../testing/test-site.ts'
import { page, prose, rss, sitemap } from '../testing/test-site.ts'
import type { SourcesTest, TestSources } from '../testing/test-sources.ts'
import {
  openSourcesForEachTest,
  openTestSources,
  siteOfOneArticle,
  storedArticles,
} from '../testing/test-sources.ts'

let database: Database
let site: TestSite
let sources: TestSources
let add: SourcesTest['add']

openSourcesForEachTest((opened) => ({ database, site, sources, add } = opened), siteOfOneArticle)

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const notice = (title: string, rest = '') =>
  `<!doctype html><title>${title}</title><h1>${title}</h1><p>We will be back in a few minutes.</p>${rest}`

const consent =
  '<p>We and our partners use cookies. Your consent to cookies and the privacy of our partners matter.</p><button>Accept all cookies</button>'

const notices = [
  ['is an error page', notice('Service unavailable')],
  ['is a check that keeps programs out', notice('Just a moment...')],
  ['asks for a login', notice('Log in')],
  ['asks for consent to cookies', notice('Before you continue', consent)],
  ['is empty', ' \n'],
  ['leads to a home page', { status: 302, headers: { Location: '/' } }],
] as const

test.each(notices)('a page that %s for a time becomes an ordinary article', async (reason, shown) => {
  const id = await add()
  const good = site.routes['/a']!
  site.routes['/a'] = shown
  site.routes['/'] = page('The post of the day, on the home page', prose(7))
  expect(await sources.refresh(id)).toMatchObject({ added: 0, refused: 0 })
  expect((await sources.find(id)).refusals).toMatchObject([{ reason, isTriedAgain: true }])

  site.routes['/a'] = good
  sources.putForward(60 * minuteMs)
  expect(await sources.refresh(id)).toMatchObject({ added: 1 })
})

test('a page that takes too long to read for a time becomes an ordinary article', async () => {
  const id = await add()
  const extractor = createExtractor({ deadlineMs: 0 })
  const hurried = openTestSources(database, { extractor })
  expect(await hurried.refresh(id)).toMatchObject({ added: 0, refused: 0 })
  await hurried.close()
  await extractor.close()

  sources.putForward(60 * minuteMs)
  expect(await sources.refresh(id)).toMatchObject({ added: 1 })
})

test('a page that goes on showing a notice is tried five times, and again for a newly added source', async () => {
  const good = site.routes['/a']!
  site.routes['/a'] = notice('Service unavailable')
  const id = await add()
  for (let day = 0; day < 8; day += 1) {
    await sources.refresh(id)
    sources.putForward(dayMs)
  }
  expect(site.count('/a')).toBe(5)
  expect((await sources.find(id)).refusals).toMatchObject([
    { reason: 'is an error page', isTriedAgain: false },
  ])

  await sources.remove(id)
  site.routes['/a'] = good
  expect(await sources.refresh(await add())).toMatchObject({ added: 1 })
})

test('articles that were listed while their pages failed for half a day are not lost', async () => {
  const id = await add()
  const good = site.routes['/a']!
  site.routes['/a'] = { status: 500 }
  for (let hours = 0; hours < 12; hours += 0.5) {
    await sources.refresh(id)
    sources.putForward(hourMs / 2)
  }
  site.routes['/a'] = good
  sources.putForward(6 * hourMs)
  expect(await sources.refresh(id)).toMatchObject({ added: 1 })
})

test.each([
  ['a notice', notice('Service unavailable')],
  ['a page that its site has not yet', { status: 404 }],
])('a correction is not missed because of %s', async (_, shown) => {
  const id = await add()
  await sources.refresh(id)
  site.routes['/feed'] = {
    type: 'application/atom+xml',
    body: `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>First of all, corrected</title>
      <link href="/a"/><published>2024-05-06T10:00:00Z</published><updated>${new Date().toISOString()}</updated></entry></feed>`,
  }
  site.routes['/a'] = shown
  sources.putForward(60 * minuteMs)
  expect(await sources.refresh(id)).toMatchObject({ changed: 0 })

  site.routes['/a'] = page('First of all, corrected', prose(2))
  sources.putForward(60 * minuteMs)
  expect(await sources.refresh(id)).toMatchObject({ changed: 1 })
})

test('a feed’s date of an update is no date of publication', async () => {
  const id = await add()
  const list = (updated: string): void => {
    site.routes['/feed'] = {
      type: 'application/atom+xml',
      body: `<feed xmlns="http://www.w3.org/2005/Atom">${['/dated', '/undated']
        .map(
          (path) =>
            `<entry><title>${path}</title><link href="${path}"/><updated>${updated}</updated></entry>`,
        )
        .join('')}</feed>`,
    }
  }
  const published = new Date('2020-02-03T04:05:06Z')
  const updated = new Date('2024-05-06T07:08:09Z')
  site.routes['/dated'] = page(
    'First of all',
    prose(1),
    `<time datetime="${published.toISOString()}"></time>`,
  )
  site.routes['/undated'] = page('Second of all', prose(2))
  list(updated.toISOString())
  await sources.refresh(id)
  list('2024-07-08T09:10:11Z')
  site.routes['/undated'] = page('Second of all', [...prose(2), 'Correction: it was Tuesday.'])
  sources.putForward(dayMs)
  expect(await sources.refresh(id)).toMatchObject({ changed: 1 })
  expect((await storedArticles(database)).toSorted((a, b) => a.title.localeCompare(b.title))).toMatchObject([
    { title: 'First of all', publishedAt: published, versions: 1 },
    { title: 'Second of all', publishedAt: updated, versions: 2 },
  ])
})

test('a date in the future in the data of a page does not hide another that it states', async () => {
  const data = { '@type': 'NewsArticle', datePublished: new Date(Date.now() + 30 * dayMs).toISOString() }
  const stated = `<script type="application/ld+json">${JSON.stringify(data)}</script>
    <meta property="article:published_time" content="2020-02-03T04:05:06Z">`
  site.routes['/a'] = page('First of all', prose(1), stated)
  site.routes['/undated'] = rss([{ title: 'First of all', link: '/a', date: 'unknown' }])
  await sources.refresh(await add('/undated'))
  expect(await storedArticles(database)).toMatchObject([{ publishedAt: new Date('2020-02-03T04:05:06Z') }])
})

describe('an article that is listed again with another GUID', () => {
  const list = (revision: number, date: Date, path = '/a'): void => {
    const link = `${site.url}${path}`
    site.routes['/feed'] = rss([
      { title: `Version ${revision}`, link, guid: `${link}#${revision}`, date: date.toUTCString() },
    ])
  }
  const inMs = (ms: number) => new Date(Date.now() + ms)

  test('is corrected if its date is later than the last fetch', async () => {
    list(0, inMs(-minuteMs))
    const id = await add()
    expect(await sources.refresh(id)).toMatchObject({ added: 1 })
    site.routes['/a'] = page('First of all, corrected', prose(2))
    list(1, inMs(dayMs - minuteMs))
    sources.putForward(dayMs)
    expect(await sources.refresh(id)).toMatchObject({ added: 0, changed: 1, known: 0 })
    expect(await storedArticles(database)).toMatchObject([{ title: 'First of all, corrected', versions: 2 }])

    // Pages are asked for less and less often, whatever their feed says.
    list(2, inMs(dayMs + 4 * minuteMs))
    sources.putForward(5 * minuteMs)
    await sources.refresh(id)
    expect(site.count('/a')).toBe(2)
  })

  test.each([
    ['before the last fetch', -minuteMs],
    ['in the future', 2 * dayMs],
  ])('is not fetched again for a date %s', async (_, ms) => {
    list(0, inMs(-minuteMs))
    const id = await add()
    await sources.refresh(id)
    list(1, inMs(ms))
    sources.putForward(dayMs)
    expect(await sources.refresh(id)).toMatchObject({ known: 1 })
    expect(site.count('/a')).toBe(1)
  })

  test('stays as it is if it was read elsewhere', async () => {
    list(0, inMs(-minuteMs))
    const id = await add()
    await sources.refresh(id)
    site.routes['/b'] = site.routes['/a']!
    list(0, inMs(-minuteMs), '/b')
    sources.putForward(60 * minuteMs)
    expect(await sources.refresh(id)).toMatchObject({ known: 1 })
    list(1, inMs(dayMs), '/b')
    site.routes['/b'] = page('Another', prose(3))
    sources.putForward(dayMs)
    expect(await sources.refresh(id)).toMatchObject({ changed: 0, known: 1 })
    expect(site.count('/b')).toBe(1)
  })
})

test('a page that was refused is looked at for another source after a week', async () => {
  const good = site.routes['/a']!
  site.routes['/a'] = page('First of all', ['More to come.'])
  await sources.refresh(await add())
  site.routes['/a'] = good
  site.routes['/second'] = rss([{ title: 'First of all', link: '/a' }])
  sources.putForward(6 * dayMs)
  expect(await sources.refresh(await add('/second'))).toMatchObject({ refused: 1 })

  site.routes['/third'] = rss([{ title: 'First of all', link: '/a' }])
  sources.putForward(2 * dayMs)
  expect(await sources.refresh(await add('/third'))).toMatchObject({ added: 1 })
})

test('a page without an article is looked at again when it is listed with changes', async () => {
  const stub = page('First of all', ['More to come.'])
  site.routes['/a'] = stub
  const id = await add()
  expect(await sources.refresh(id)).toMatchObject({ refused: 1 })
  expect((await sources.find(id)).refusals).toMatchObject([
    { reason: 'has too little text', isTriedAgain: false },
  ])

  // A notice in between changes nothing.
  site.routes['/feed'] = rss([{ title: 'First of all, in full', link: '/a' }])
  site.routes['/a'] = notice('Service unavailable')
  sources.putForward(60 * minuteMs)
  await sources.refresh(id)
  site.routes['/a'] = page('First of all, in full', prose(1))
  sources.putForward(60 * minuteMs)
  expect(await sources.refresh(id)).toMatchObject({ added: 1 })
})

test.each([
  ['with an article', page('First of all', prose(1)), 7, [{ versions: 1 }]],
  ['without an article', page('First of all', ['More to come.']), 7, []],
  ['with a notice', notice('Service unavailable'), 24, []],
])('a page %s that always claims to have changed is checked less and less often', async (...row) => {
  const [, shown, most, articles] = row
  let minute = 0
  site.routes['/sitemap.xml'] = () =>
    sitemap([`${site.url}/a`], new Date(Date.UTC(2024, 4, 6) + minute * minuteMs).toISOString())
  site.routes['/a'] = shown
  const id = await add('/sitemap.xml')
  for (minute = 0; minute <= 24 * 60; minute += 30) {
    await database.query(`update sources set not_before = '-infinity'`)
    await sources.refresh(id)
    sources.putForward(30 * minuteMs)
  }
  expect(site.count('/a')).toBeGreaterThan(1)
  expect(site.count('/a')).toBeLessThan(most)
  expect(await storedArticles(database)).toMatchObject(articles)
})

test('a page that could not be fetched is left to the process that has taken the source over', async () => {
  const id = await add()
  site.routes['/a'] = (_, response) => {
    void database
      .query('update sources set lease_token = gen_random_uuid()')
      .then(() => response.writeHead(503).end())
    return undefined
  }
  await sources.refresh(id)

  const { rows } = await database.query('select state, tries, reason from source_items')
  expect(rows).toEqual([{ state: 'pending', tries: 0, reason: '' }])
})
