import { expect, test } from 'vitest'
import type { Listing } from './listing.ts'
import { readSitemap, readTextSitemap } from './read-sitemap.ts'

const address = 'http://news.test/sitemap.xml'

test('addresses come newest first, those without a date last', () => {
  expect(
    readSitemap(
      `<?xml version="1.0"?><!-- <url> --><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      <url><loc>http://news.test/old</loc><lastmod>2024-01-01</lastmod></url>
      <url><loc> /undated?a=1&amp;b=2 </loc></url>
      <url><loc><![CDATA[http://news.test/new]]></loc><lastmod>2024-05-06T10:00:00+02:00</lastmod></url>
      <url><loc>javascript:alert(1)</loc></url><url></url></urlset>`,
      address,
    ),
  ).toMatchObject({
    kind: 'sitemap',
    items: [
      { url: 'http://news.test/new', updatedAt: new Date('2024-05-06T08:00:00Z') },
      { url: 'http://news.test/old' },
      { url: 'http://news.test/undated?a=1&b=2' },
    ],
    sitemaps: [],
  })
})

test('a news sitemap provides title, date and language', () => {
  expect(
    readSitemap(
      `<urlset><url><loc>http://news.test/a</loc><news:news><news:publication><news:name>N</news:name><news:language>de</news:language></news:publication>
      <news:publication_date>2024-05-06</news:publication_date><news:title>Brot &amp; Butter &#8211; &lt;i&gt;&amp;#x41;&lt;/i&gt;</news:title></news:news>
      <image:image><image:loc>http://news.test/a.jpg</image:loc></image:image></url></urlset>`,
      address,
    ),
  ).toMatchObject({
    items: [
      {
        url: 'http://news.test/a',
        title: 'Brot & Butter – A',
        publishedAt: new Date('2024-05-06'),
        language: 'de',
      },
    ],
  })
})

test('a sitemap may use a namespace prefix, and image addresses are ignored', () => {
  expect(
    readSitemap(
      `<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9"><s:url><image:image><image:loc>/a.jpg</image:loc></image:image>
      <s:loc>/a</s:loc><news:title>A</news:title></s:url></s:urlset>`,
      address,
    ),
  ).toMatchObject({ items: [{ url: 'http://news.test/a', title: 'A' }] })
})

test('the news namespace may have any prefix', () => {
  expect(
    readSitemap(
      `<urlset xmlns:N="http://www.google.com/schemas/sitemap-news/0.9"><url><loc>/a</loc><N:news><N:title>A</N:title>
      <N:publication_date>2024-05-06</N:publication_date></N:news></url></urlset>`,
      address,
    ),
  ).toMatchObject({ items: [{ title: 'A', publishedAt: new Date('2024-05-06') }] })
})

test('a sitemap of plain text has an address per line', () => {
  expect(readTextSitemap('http://news.test/a\r\n\nhttps://news.test/b#c ')?.items).toEqual([
    { url: 'http://news.test/a', title: '', text: '' },
    { url: 'https://news.test/b', title: '', text: '' },
  ])
  expect(readTextSitemap('http://news.test/a\nand more')).toBeUndefined()
})

test('a comment within an address is no part of it', () => {
  const entry = (loc: string) => `<url><loc>${loc}</loc></url>`
  const { items } = readSitemap(
    `<urlset>${entry('<!-- <b> -->/a')}${entry('/b<!-- old -->')}${entry('<!-- --><![CDATA[/c]]>')}</urlset>`,
    address,
  ) as Listing
  expect(items.map(({ url }) => url)).toEqual(['a', 'b', 'c'].map((path) => `http://news.test/${path}`))
})

test('an index lists its sitemaps, newest first', () => {
  expect(
    readSitemap(
      `<sitemapindex><sitemap><loc>http://news.test/1.xml</loc><lastmod>2020-01-01</lastmod></sitemap>
      <sitemap><loc>http://news.test/2.xml.gz</loc><lastmod>2024-01-01</lastmod></sitemap></sitemapindex>`,
      address,
    ),
  ).toMatchObject({ items: [], sitemaps: ['http://news.test/2.xml.gz', 'http://news.test/1.xml'] })
})

test.each(['', '<lastmod>2024-01-01</lastmod>'])(
  'of an index whose sitemaps all have the date "%s", the first and the last come first',
  (date) => {
    const children = ['1', '2', '3', '4', '5'].map((n) => `<sitemap><loc>/${n}</loc>${date}</sitemap>`)
    expect(readSitemap(`<sitemapindex>${children.join('')}</sitemapindex>`, address)).toMatchObject({
      sitemaps: ['1', '5', '2', '4', '3'].map((n) => `http://news.test/${n}`),
    })
  },
)

test('entities of a document type are not expanded, and unclosed markup costs nothing', () => {
  expect(
    readSitemap(
      '<!DOCTYPE urlset [<!ENTITY x "http://evil.test/">]><urlset><url><loc>&x;a</loc></url></urlset>',
      undefined,
    ),
  ).toMatchObject({ items: [] })
  const before = process.cpuUsage()
  for (const text of ['<url>', '<![CDATA[', '<!--', '<loc', '<a b="', '&amp', ']]>'])
    readSitemap(`<urlset>${text.repeat(500_000)}`, address)
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000)
})

test('50,000 addresses are read, and the newest 10,000 kept', () => {
  const urls = Array.from(
    { length: 60_000 },
    (_, i) => `<url><loc>http://x.test/${i}</loc><lastmod>2024-01-0${(i % 9) + 1}</lastmod></url>`,
  )
  const sitemap = readSitemap(`<urlset>${urls.join('')}</urlset>`, address)
  expect('items' in sitemap && [sitemap.items.length, sitemap.items.at(-1)?.updatedAt]).toEqual([
    10_000,
    new Date('2024-01-08'),
  ])
})

test('the last of 50,000 addresses, the most that a sitemap may have, is read like the others', () => {
  const older = '<url><loc>/older</loc></url>'.repeat(49_999)
  const newest = '<url><loc>/newest</loc><lastmod>2024-01-01</lastmod></url>'
  const { items } = readSitemap(`<urlset>${older}${newest}</urlset>`, address) as Listing
  expect(items[0]?.url).toBe('http://news.test/newest')
})

test.each([
  ['without a date', ''],
  ['of one date', '<lastmod>2023-01-01</lastmod>'],
])(
  'of more than 10,000 addresses %s, those at both ends are kept, where the newest may stand',
  (_, lastmod) => {
    const addresses = Array.from({ length: 12_000 }, (_, i) => `http://x.test/${i}`)
    const urls = addresses.map((loc) => `<url><loc>${loc}</loc>${lastmod}</url>`).join('')
    const newer = '<url><loc>http://x.test/newer</loc><lastmod>2024-01-01</lastmod></url>'
    const { items } = readSitemap(`<urlset>${urls}${newer}</urlset>`, address) as Listing
    expect(items.map(({ url }) => url)).toEqual([
      'http://x.test/newer',
      ...addresses.slice(0, 5_000),
      ...addresses.slice(-4_999),
    ])
    expect(readTextSitemap(addresses.join('\n'))?.items.at(-1)?.url).toBe('http://x.test/11999')
  },
)

test('anything else is an error with a message', () => {
  expect(readSitemap('<html><body><url><loc>http://x.test/</loc></url>', address)).toEqual({
    error: 'is not a sitemap',
  })
})
