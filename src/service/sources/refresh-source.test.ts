import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { interruptDatabase } from '../testing/faulty-database.ts'
import type { TestSite } from '../testing/test-site.ts'
import { asHtml, page, prose, rss, sitemap } from '../testing/test-site.ts'
import type { SourcesTest, TestSources } from '../testing/test-sources.ts'
import { openSourcesForEachTest, openTestSources, storedArticles } from '../testing/test-sources.ts'

let database: Database
let site: TestSite
let sources: TestSources
let add: SourcesTest['add']

openSourcesForEachTest((opened) => ({ database, site, sources, add } = opened))

const minuteMs = 60_000
const hourMs = 60 * minuteMs

test('a feed becomes articles: their pages are fetched once, with title, text, date and category', async () => {
  site.routes['/feed'] = rss([
    { title: 'Rain on the bridge', link: `${site.url}/a` },
    { title: 'Snow on the hill', link: `${site.url}/b`, date: 'Tue, 07 May 2024 10:00:00 GMT' },
  ])
  site.routes['/a'] = page('Rain on the bridge – The Test Paper', prose(1))
  site.routes['/b'] = page('Snow on the hill – The Test Paper', prose(2))
  const id = await add('/feed', 'Weather')

  expect(await sources.refresh(id)).toEqual({ added: 2, changed: 0, known: 0, refused: 0 })
  expect(await storedArticles(database)).toEqual([
    {
      id: expect.any(Number),
      title: 'Snow on the hill',
      text: prose(2).join('\n\n'),
      category: 'Weather',
      publishedAt: new Date('2024-05-07T10:00:00Z'),
      versions: 1,
    },
    expect.objectContaining({ title: 'Rain on the bridge', text: prose(1).join('\n\n') }),
  ])
  sources.putForward(2 * hourMs)
  expect(await sources.refresh(id)).toEqual({ added: 0, changed: 0, known: 0, refused: 0 })
  expect(site.paths()).toEqual(['/feed', '/b', '/a', '/feed'])
  expect(await sources.find(id)).toMatchObject({
    kind: 'feed',
    title: 'The Test Paper',
    added: 2,
    known: 0,
    errors: 0,
    pending: 0,
  })
})

test('the texts of a feed are saved by fives, and long ones each in a transaction of its own', async () => {
  const feed = (numbers: readonly number[], paragraphs: number) =>
    rss(
      numbers.map((n) => ({
        title: `Story number ${n}`,
        guid: `n-${n}`,
        html: prose(n, paragraphs).join('<p>'),
      })),
    )
  site.routes['/short'] = feed([1, 2, 3, 4, 5, 6], 5)
  site.routes['/long'] = feed([7, 8, 9], 400)
  /** How many texts were saved by the end of each transaction. */
  const settled: number[] = []
  let saved = 0
  const watched = openTestSources(
    interruptDatabase(database, (text, moment) => {
      if (moment === 'before' && text.includes('insert into article_versions')) saved += 1
      if (moment === 'before' && text.includes('set state = given.state')) settled.push(saved)
    }),
  )
  await watched.refresh(await add('/short'))
  await watched.refresh(await add('/long'))

  expect(settled).toEqual([5, 6, 7, 8, 9])
})

test('the counts of a day are deleted after a month', async () => {
  const html = asHtml(prose(27))
  site.routes['/feed'] = rss([{ title: 'Rain on the bridge', guid: 'n-1', html }])
  const id = await add('/feed')
  await database.query(
    `insert into source_days (source_id, day, added)
    select $1, (now() at time zone 'utc')::date - ago, 10 from unnest(array[3, 29, 32, 400]) as ago`,
    [id],
  )
  await sources.refresh(id)

  const { rows } = await database.query('select added from source_days order by day')
  expect(rows).toEqual([{ added: 10 }, { added: 10 }, { added: 1 }])
  expect(await sources.find(id)).toMatchObject({ added: 11 })
})

test('of one source, only its own counts are read', async () => {
  await database.query(
    `insert into sources (kind, address, address_key, site, category, category_key, added_at, due_at, list_at,
      interval_ms)
    select 'feed', n, n, '', '', '', now(), now(), now(), 1 from generate_series(1, 200) as n`,
  )
  await database.query(
    `insert into source_days (source_id, day) select id, current_date - ago
    from sources, generate_series(0, 99) as ago`,
  )
  await database.query('analyze sources, source_days')
  const plans: string[] = []
  const explained = openTestSources({
    ...database,
    async query(text, values) {
      const { rows } = await database.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
      return database.query(text, values)
    },
  })
  await explained.find(5)

  expect(plans).toEqual([expect.stringMatching(/(on|using) source_days_pkey/)])
  expect(plans[0]).not.toContain('Seq Scan on source_days')
})

test('a headline with a NUL, which the database refuses, is listed without it', async () => {
  const data = {
    '@type': 'ItemList',
    itemListElement: [{ '@type': 'NewsArticle', url: '/a', headline: 'Rain on\u0000 the bridge' }],
  }
  site.routes['/list'] =
    `<title>News</title><script type="application/ld+json">${JSON.stringify(data)}</script>`
  site.routes['/a'] = page('Rain on the bridge', prose(1))
  await database.query(
    `insert into sources (kind, address, address_key, site, category, category_key, added_at, due_at, list_at,
      interval_ms)
    values ('page', $1, 'key', '127.0.0.1', 'News', 'news', now(), now(), now(), 3600000)`,
    [`${site.url}/list`],
  )

  expect(await sources.refresh(1)).toEqual({ added: 1, changed: 0, known: 0, refused: 0 })
  expect(await storedArticles(database)).toMatchObject([{ title: 'Rain on the bridge' }])
})

test('a feed with full texts needs no pages', async () => {
  const html = asHtml(prose(3))
  site.routes['/feed'] = rss([
    { title: 'Whole', link: `${site.url}/whole`, html },
    {
      title: 'Without a page',
      guid: 'n-2',
      html: asHtml(prose(4)),
    },
    { title: 'A note', guid: 'n-3', html: '<p>Only a note.</p>' },
  ])
  const id = await add('/feed')

  expect(await sources.refresh(id)).toMatchObject({ added: 2, refused: 1 })
  const saved = (await storedArticles(database)).toSorted((one, other) =>
    one.title.localeCompare(other.title),
  )
  expect(saved).toMatchObject([
    { title: 'Whole', text: prose(3).join('\n\n') },
    { title: 'Without a page', text: prose(4).join('\n\n') },
  ])
  expect(site.paths()).toEqual(['/feed'])
})

test('of entries with the same id, the latest is saved, or else the first', async () => {
  const entry = (id: number, seed: number, updated: string): string =>
    `<entry><id>${id}</id><title>T</title><updated>${updated}</updated><content type="html"><![CDATA[${asHtml(prose(seed))}]]></content></entry>`
  site.routes['/feed'] = {
    type: 'application/atom+xml',
    body: `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title>${[
      entry(1, 20, '2024-05-06T10:00:00Z'),
      entry(2, 21, '2024-05-06T12:00:00Z'),
      entry(1, 22, '2024-05-06T10:00:00Z'),
      entry(2, 23, '2024-05-06T11:00:00Z'),
      entry(3, 24, '2024-05-06T10:00:00Z'),
      entry(3, 25, '2024-05-06T11:00:00Z'),
    ].join('')}</feed>`,
  }
  await sources.refresh(await add('/feed'))

  const texts = (await storedArticles(database)).map(({ text }) => text)
  expect(texts.toSorted()).toEqual([20, 21, 25].map((seed) => prose(seed).join('\n\n')).toSorted())
})

test('an entry without a page that is no longer listed is not awaited', async () => {
  site.routes['/feed'] = rss([{ title: 'Soon gone', guid: 'n-1', html: asHtml(prose(26)) }])
  const id = await add('/feed')
  const faulty = openTestSources(
    interruptDatabase(database, (text) => {
      if (text.includes('pg_advisory_xact_lock')) throw new Error('The connection broke.')
    }),
  )
  await faulty.refresh(id)
  expect(await sources.find(id)).toMatchObject({ pending: 1 })
  const listed = site.routes['/feed']
  site.routes['/feed'] = rss([])
  await sources.resume(id)
  await sources.refresh(id)
  expect(await sources.find(id)).toMatchObject({ pending: 0 })

  site.routes['/feed'] = listed
  expect(await sources.refresh(id)).toMatchObject({ added: 1 })
})

test('a text that differs at every fetch makes a few versions, the first of them soon', async () => {
  let fetches = 0
  site.routes['/feed'] = () => {
    fetches += 1
    const changing = (seed: number) =>
      `${asHtml(prose(seed))}<p>Read ${fetches} times. Seen ${fetches} hours ago.</p>`
    return rss([
      { title: 'With a page', guid: 'n-1', link: '/a', html: changing(28) },
      { title: 'Without a page', guid: 'n-2', html: changing(29) },
      { title: 'Of another site', link: 'https://other.example/b', html: changing(30) },
    ])
  }
  const id = await add('/feed')
  const versions = async () => (await storedArticles(database)).map((article) => article.versions)
  await sources.refresh(id)
  sources.putForward(hourMs)
  expect(await sources.refresh(id)).toMatchObject({ changed: 3 })
  expect(await versions()).toEqual([2, 2, 2])

  for (let hour = 0; hour < 71; hour += 1) {
    sources.putForward(hourMs)
    await sources.refresh(id)
  }
  expect(await versions()).toEqual([10, 10, 10])
  expect(site.count('/a')).toBe(0)
})

test('a text that is another every day is read every day', async () => {
  let day = 0
  site.routes['/feed'] = () =>
    rss([{ title: 'The market today', guid: 'n-1', link: '/a', html: asHtml(prose(40 + day)) }])
  const id = await add('/feed')
  for (; day < 14; day += 1) {
    await sources.refresh(id)
    sources.putForward(24 * hourMs)
  }
  expect(await storedArticles(database)).toMatchObject([{ versions: 14 }])
})

test('a correction soon after another is saved later, although the feed has not changed since', async () => {
  let text = asHtml(prose(31))
  site.routes['/feed'] = ({ 'if-none-match': etag }) => {
    const headers = { ETag: `"${text.length}"` }
    if (etag === headers.ETag) return { status: 304, headers }
    return { ...rss([{ title: 'Rain on the bridge', guid: 'n-1', link: '/a', html: text }]), headers }
  }
  const id = await add('/feed')
  await sources.refresh(id)
  sources.putForward(hourMs)
  text += '<p>Correction: it was snow.</p>'
  expect(await sources.refresh(id)).toMatchObject({ changed: 1 })
  text += '<p>Second correction: it was hail.</p>'
  expect(await sources.refresh(id)).toMatchObject({ changed: 0 })
  sources.putForward(hourMs)

  expect(await sources.refresh(id)).toMatchObject({ changed: 1 })
  expect(await storedArticles(database)).toMatchObject([
    { text: expect.stringContaining('hail'), versions: 3 },
  ])
  await sources.refresh(id)
  expect(site.requests.at(-1)?.headers['if-none-match']).toBe(`"${text.length}"`)
})

test('an entry whose date alone changes at every fetch is read at once when its text is corrected', async () => {
  let fetches = 0
  let text = asHtml(prose(34))
  site.routes['/feed'] = () => {
    fetches += 1
    return {
      type: 'application/atom+xml',
      body: `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><id>1</id><title>T</title>
        <updated>${new Date(Date.UTC(2024, 4, 6, fetches)).toISOString()}</updated>
        <content type="html"><![CDATA[${text}]]></content></entry></feed>`,
    }
  }
  const id = await add('/feed')
  for (let hour = 0; hour < 10; hour += 1) {
    await sources.refresh(id)
    sources.putForward(hourMs)
  }
  text += '<p>Correction: it was snow.</p>'

  expect(await sources.refresh(id)).toMatchObject({ changed: 1 })
})

test('a server that identifies its feed by ETag or date receives both, byte for byte', async () => {
  const validators = { ETag: 'W/"a \u00e9,b"', 'Last-Modified': 'yesterday or so' }
  site.routes['/feed'] = (headers) =>
    headers['if-none-match'] === undefined ? { ...rss([]), headers: validators } : { status: 304 }
  const id = await add('/feed')
  await sources.refresh(id)
  sources.putForward(hourMs)
  expect(await sources.refresh(id)).toMatchObject({ added: 0 })

  const { headers } = site.requests.at(-1)!
  expect([headers['if-none-match'], headers['if-modified-since']]).toEqual([
    validators.ETag,
    'yesterday or so',
  ])
  expect(await sources.find(id)).toMatchObject({ errors: 0 })
})

test('an index of sitemaps leads to articles, even compressed ones', async () => {
  site.routes['/sitemap.xml'] = {
    type: 'application/xml',
    body: `<sitemapindex><sitemap><loc>${site.url}/1.xml.gz</loc></sitemap><sitemap><loc>${site.url}/2.xml</loc></sitemap>
      <sitemap><loc>${site.url}/gone.xml</loc></sitemap></sitemapindex>`,
  }
  site.routes['/1.xml.gz'] = {
    type: 'application/gzip',
    body: gzipSync(String(sitemap([`${site.url}/a`]).body)),
  }
  site.routes['/2.xml'] = sitemap([`${site.url}/b`, `${site.url}/a`], '2024-05-06')
  site.routes['/a'] = page('One of them', prose(5))
  site.routes['/b'] = page('The other one', prose(6))
  const id = await add('/sitemap.xml')

  expect(await sources.refresh(id)).toMatchObject({ added: 2 })
  expect([site.count('/a'), site.count('/b')]).toEqual([1, 1])
  expect((await storedArticles(database)).map(({ title }) => title).sort()).toEqual([
    'One of them',
    'The other one',
  ])
})

test('a list page leads to its articles', async () => {
  const links = [1, 2, 3].map(
    (n) => `<h2><a href="/2024/05/0${n}/story-number-${n}-of-the-day">Story number ${n} of the day</a></h2>`,
  )
  site.routes['/news/'] =
    `<!doctype html><title>News</title><nav><a href="/about">About this very fine site</a></nav>${links.join('')}`
  for (const n of [1, 2])
    site.routes[`/2024/05/0${n}/story-number-${n}-of-the-day`] = page(
      `Story number ${n} of the day`,
      prose(10 + n),
    )
  const id = await add('/news/')

  expect(await sources.refresh(id)).toMatchObject({ added: 2, refused: 1 })
  sources.putForward(hourMs)
  await sources.refresh(id)
  // Refused pages are remembered too.
  expect(site.count('/2024/05/03/story-number-3-of-the-day')).toBe(1)
  expect(await sources.find(id)).toMatchObject({ kind: 'page', added: 2, refused: 1 })
})

test('of paid articles, those are collected that the site delivers in full', async () => {
  const paid = `<script type="application/ld+json">{"@type": "NewsArticle", "headline": "x", "isAccessibleForFree": "False"}</script>`
  site.routes['/feed'] = rss(['/teaser', '/whole'].map((link) => ({ title: `The story at ${link}`, link })))
  site.routes['/teaser'] = page('The story at /teaser', prose(20, 1), paid)
  site.routes['/whole'] = page('The story at /whole', prose(21), paid)
  const id = await add('/feed')

  expect(await sources.refresh(id)).toMatchObject({ added: 1, refused: 1 })
  expect(await storedArticles(database)).toMatchObject([{ title: 'The story at /whole' }])
  const { rows } = await database.query(`select reason from source_items where state = 'refused'`)
  expect(rows).toEqual([{ reason: 'is behind a paywall' }])
})

test.each([
  ['at once', (id: number) => sources.refresh(id)],
  ['soon', (id: number) => sources.refreshSoon(id).then(() => sources.start())],
])(
  'a source that failed is asked again %s if its owner wants it, however long it would wait',
  async (_, ask) => {
    site.routes['/feed'] = rss([])
    const id = await add('/feed')
    site.routes['/feed'] = { status: 404 }
    await sources.refresh(id)
    site.routes['/feed'] = rss([])
    await ask(id)

    await expect.poll(() => sources.find(id)).toMatchObject({ errors: 0 })
    expect(site.count('/feed')).toBe(2)
  },
)
