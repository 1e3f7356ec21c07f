import { expect, test } from 'vitest'
import type { Extractor } from '../extraction/extractor.ts'
import type { FetchResult } from '../fetching/fetch-result.ts'
import type { Database } from '../database/database.ts'
import type { TestSite } from '../testing/test-site.ts'
import { page, prose, rss } from '../testing/test-site.ts'
import type { TestSources } from '../testing/test-sources.ts'
import { openSourcesForEachTest, storedArticles } from '../testing/test-sources.ts'
import { readFurtherPages } from './further-pages.ts'

let database: Database
let site: TestSite
let sources: TestSources

openSourcesForEachTest((opened) => ({ database, site, sources } = opened))

const hourMs = 60 * 60_000
const parts = [prose(1), prose(2), prose(3)] as const
const author = 'The author has reported on bridges and harbours for this paper since the year it was founded.'
const pageOf = (number: 1 | 2 | 3, paragraphs: readonly string[] = parts[number - 1]!) =>
  page(
    'The long story',
    paragraphs,
    `<p>${author}</p><nav>${[1, 2, 3].map((n) => `<a href="/story/${n}">${n}</a>`).join(' ')}</nav>`,
  )

async function addFeed() {
  site.routes['/feed'] = rss([{ title: 'The long story', link: '/story' }])
  site.routes['/story'] ??= pageOf(1)
  site.routes['/story/2'] ??= pageOf(2)
  site.routes['/story/3'] ??= pageOf(3)
  const { source } = await sources.add(`${site.url}/feed`, '')
  site.requests.length = 0
  await sources.refresh(source.id)
  return source.id
}

const whole = [...parts.flat(), author].join('\n\n')

test('an article that is spread over several pages is one text, with what ends each page at its end', async () => {
  const id = await addFeed()

  expect(await storedArticles(database)).toMatchObject([{ title: 'The long story', text: whole }])
  expect(site.paths()).toEqual(['/feed', '/story', '/story/2', '/story/3'])

  site.routes['/feed'] = rss([{ title: 'The long story, continued', link: '/story/2' }])
  sources.putForward(hourMs)
  await sources.refresh(id)
  expect(await storedArticles(database)).toHaveLength(1)
  expect(site.count('/story/2')).toBe(1)
})

test('a page that shows the article again, or hardly anything, ends it', async () => {
  site.routes['/story/2'] = pageOf(2, [...parts[0], 'One more comment.'])
  await addFeed()

  expect(await storedArticles(database)).toMatchObject([{ text: [...parts[0], author].join('\n\n') }])
  expect(site.count('/story/3')).toBe(0)
})

test('a page whose text the first one has for machines ends it', async () => {
  const body = JSON.stringify({
    '@type': 'NewsArticle',
    headline: 'The long story',
    articleBody: parts.flat().join(' '),
  })
  site.routes['/story'] = pageOf(1).replace(
    '</head>',
    `<script type="application/ld+json">${body}</script></head>`,
  )
  await addFeed()

  expect(await storedArticles(database)).toMatchObject([{ text: parts.flat().join(' ') }])
})

const withHead = (markup: string, head: string) => markup.replace('</head>', `${head}</head>`)
const published = (date: string) => `<meta property="article:published_time" content="${date}">`

test('a later post of the same title, which its site names like a second page, is another article', async () => {
  const posts = [
    { link: '/links-2/', date: '2024-05-13T10:00:00Z' },
    { link: '/links/', date: '2024-05-06T10:00:00Z' },
  ]
  site.routes['/feed'] = rss(
    posts.map(({ link, date }) => ({ title: 'Weekly links', link, date: new Date(date).toUTCString() })),
  )
  for (const [index, { link, date }] of posts.entries())
    site.routes[link] = withHead(
      page('Weekly links', parts[index]!, '<nav><a href="/links-2/" rel="next">Weekly links</a></nav>'),
      published(date),
    )
  const { source } = await sources.add(`${site.url}/feed`, '')
  await sources.refresh(source.id)

  expect((await storedArticles(database)).map(({ text }) => text)).toEqual([
    parts[0].join('\n\n'),
    parts[1].join('\n\n'),
  ])
})

test.each([
  ['states the same day', published('2024-05-06'), published('2024-05-06T10:00:00Z')],
  [
    'calls the address of the first its own, whatever date is on it',
    `<link rel="canonical" href="/story">${published('2024-05-06')}`,
    `<link rel="canonical" href="/story">${published('2024-05-13')}`,
  ],
])('a page is a part of the article if it %s', async (_, headOfFirst, headOfSecond) => {
  site.routes['/story'] = withHead(pageOf(1), headOfFirst)
  site.routes['/story/2'] = withHead(pageOf(2), headOfSecond)
  await addFeed()

  expect(await storedArticles(database)).toMatchObject([{ text: whole }])
})

test('while a further page can’t be fetched, the article is tried again, and at last saved without', async () => {
  site.routes['/story/2'] = { status: 503 }
  const id = await addFeed()
  expect(await storedArticles(database)).toEqual([])

  for (let tries = 1; tries < 5; tries += 1) {
    sources.putForward(24 * hourMs)
    await database.query('delete from hosts')
    await sources.refresh(id)
  }
  expect(await storedArticles(database)).toMatchObject([{ text: [...parts[0], author].join('\n\n') }])
})

test('a correction without its further pages does not replace the whole article, and is read once they are back', async () => {
  const id = await addFeed()
  const corrected = ['A first paragraph was corrected since the paper went to print.', ...parts[0]]
  site.routes['/story'] = (headers) =>
    headers['if-none-match'] === '"2"'
      ? { status: 304 }
      : { headers: { ETag: '"2"' }, body: pageOf(1, corrected) }
  site.routes['/story/2'] = { status: 503 }
  site.routes['/feed'] = rss([{ title: 'The long story, corrected', link: '/story' }])

  for (let tries = 1; tries <= 5; tries += 1) {
    sources.putForward(24 * hourMs)
    await database.query('delete from hosts')
    await sources.refresh(id)
  }
  expect(site.count('/story')).toBe(6)
  expect(await storedArticles(database)).toMatchObject([{ title: 'The long story', text: whole }])

  site.routes['/story/2'] = pageOf(2)
  site.routes['/feed'] = rss([{ title: 'The long story, corrected again', link: '/story' }])
  // Pages are asked for less and less often.
  sources.putForward(100 * 24 * hourMs)
  await database.query('delete from hosts')
  expect(await sources.refresh(id)).toMatchObject({ changed: 1 })
  expect(await storedArticles(database)).toMatchObject([{ text: expect.stringContaining(corrected[0]!) }])
})

test('a further page that may not be fetched ends the article at once', async () => {
  site.routes['/robots.txt'] = { type: 'text/plain', body: 'User-agent: *\nDisallow: /story/' }
  await addFeed()

  expect(await storedArticles(database)).toMatchObject([{ text: [...parts[0], author].join('\n\n') }])
  expect(site.count('/story/2')).toBe(0)
})

test('texts made to be compared for long are compared in a moment', async () => {
  const laughs = 'ha '.repeat(100_000)
  const article = (text: string) => ({ title: 'Laughter', text, nextPage: 'https://site.example/2' })
  const extractor = { extract: async () => article(`${laughs}no ${laughs}`) } as unknown as Extractor
  const fetched = { kind: 'fetched', bytes: new Uint8Array(), contentType: '', url: 'https://site.example/2' }
  const before = process.cpuUsage()
  await readFurtherPages(
    article(`Prose.\n\n${laughs.repeat(4)}`),
    async () => fetched as FetchResult,
    extractor,
  )
  expect(process.cpuUsage(before).user).toBeLessThan(1_500_000)
})
