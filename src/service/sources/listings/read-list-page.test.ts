import { expect, test } from 'vitest'
import { readListPage } from './read-list-page.ts'

const address = 'https://www.news.test/politics/'

function read(html: string) {
  const page = readListPage(html, address)
  if ('error' in page) throw new Error(page.error)
  return page
}

const nav = `<nav><ul><li><a href="/">Home</a><li><a href="/politics/">Politics</a>
  <li><a href="/opinion/why-we-all-love-this-paper">Why we all love this paper so much</a></ul></nav>`
const footer = `<footer><a href="/about-us/who-we-are-and-what-we-do">Who we are and what we do all day</a></footer>`

test('the articles of a section are found, and nothing around them', () => {
  const { items } = read(`<title>Politics – News</title>${nav}<main>
    <article><a href="/politics/2024/05/06/council-votes-on-the-new-bridge"><img alt=""></a>
      <h2><a href="/politics/2024/05/06/council-votes-on-the-new-bridge?#top">Council votes on the new bridge</a></h2></article>
    <article><h2><a href="mayor-resigns-after-long-night.html">Mayor resigns after long night</a></h2>
      <a href="/author/ada-example-the-reporter">Ada Example, our woman at the town hall</a>
      <a href="/tag/town-hall-and-its-many-rooms">Town hall and all of its many rooms</a></article>
    <div><a href="https://news.test/a-12345678">Short one</a></div>
    <a href="https://other.test/politics/2024/05/06/not-ours-at-all">Something that is not ours at all</a>
    <a href="/files/report-on-the-new-bridge-2024.pdf">The report on the new bridge</a>
    <a href="?page=2">Next page of all these articles</a>
  </main>${footer}`)

  expect(items.map(({ url, title }) => [url, title])).toEqual([
    [
      'https://www.news.test/politics/2024/05/06/council-votes-on-the-new-bridge',
      'Council votes on the new bridge',
    ],
    ['https://www.news.test/politics/mayor-resigns-after-long-night.html', 'Mayor resigns after long night'],
  ])
})

test('links with the same structure support each other', () => {
  const list = (count: number) =>
    Array.from(
      { length: count },
      (_, i) => `<li><div><a href="/n/${10_000 + i}">Rain and wind number ${i}</a></div>`,
    ).join('')
  expect(read(`<ul>${list(2)}</ul>`).items).toHaveLength(0)
  expect(read(`<ul>${list(6)}</ul>`).items).toHaveLength(6)
})

test('blocks in a link are words of their own, and what is not read in it is none', () => {
  const story = (inner: string) => read(`<h2><a href="/2024/05/06/a-b">${inner}</a></h2>`).items[0]?.title
  expect(story('<div>Politics</div><h3>Council votes</h3>')).toBe('Politics Council votes')
  expect(story('<style>.a > .b { color: red }</style><svg><title>Icon</title></svg>Council votes')).toBe(
    'Council votes',
  )
  const section = '<a href="/section-a"><style>.a .b .c .d { color: red }</style><b>Politics</b></a>'
  expect(read(Array.from({ length: 6 }, () => `<h2>${section}</h2>`).join('')).items).toEqual([])
})

test('headlines in scripts without spaces and percent-encoded addresses are recognised', () => {
  const { items } = read(
    ['川の水位が火曜日にまた上がった', '市長が長い夜のあとに辞任した', '新しい橋の計画が承認された']
      .map((title) => `<h3><a href="/news/${encodeURIComponent(title)}">${title}</a></h3>`)
      .join(''),
  )
  expect(items).toHaveLength(3)
})

test.each([
  ['Japanese without many kanji', 'もう戻れないと語った母のことば'],
  ['Lao', 'ນ້ຳຖ້ວມໜັກເຮັດໃຫ້ປະຊາຊົນຕ້ອງຍົກຍ້າຍ'],
  ['Khmer', 'ទឹកជំនន់ធ្ងន់ធ្ងរធ្វើឱ្យប្រជាពលរដ្ឋផ្លាស់ទី'],
  ['Burmese', 'ရေကြီးမှုကြောင့်ဒေသခံများပြောင်းရွှေ့ရ'],
])('headlines in %s have several words, too', (_, title) => {
  const list = Array.from(
    { length: 6 },
    (_, i) => `<li><div><a href="/n/${10_000 + i}">${title}${i}</a></div>`,
  ).join('')
  expect(read(`<ul>${list}</ul>`).items).toHaveLength(6)
})

test('links nested thousands deep take no time', () => {
  const page = '<a href="/a-story-of-the-day"><table><td>'.repeat(6_000)
  // CPU time in microseconds, which doesn't depend on how busy the machine is.
  const before = process.cpuUsage()
  read(page)
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000)
})

test('articles in JSON-LD count, but breadcrumbs do not', () => {
  const { items } = read(
    `<script type="application/ld+json">${JSON.stringify({
      '@graph': [
        {
          '@type': 'BreadcrumbList',
          itemListElement: [{ '@type': 'ListItem', item: 'https://news.test/crumb' }],
        },
        {
          '@type': 'ItemList',
          itemListElement: [
            { '@type': 'ListItem', position: 1, url: '/n/one' },
            { '@type': 'ListItem', item: { '@type': 'NewsArticle', url: '/n/two', headline: 'Two' } },
            'https://news.test/n/three',
          ],
        },
        { '@type': ['NewsArticle'], '@id': 'https://other.test/n/foreign' },
      ],
    })}</script><script type="application/ld+json">{broken</script>`,
  )
  expect(items.map(({ url }) => new URL(url!).pathname).sort()).toEqual(['/n/one', '/n/three', '/n/two'])
})

test('articles in JSON-LD keep the order of their list', () => {
  const { items } = read(
    `<script type="application/ld+json">${JSON.stringify({
      '@type': 'ItemList',
      itemListElement: ['/n/newest', '/n/older', { '@type': 'ListItem', url: '/n/oldest' }],
    })}</script>`,
  )
  expect(items.map(({ url }) => new URL(url!).pathname)).toEqual(['/n/newest', '/n/older', '/n/oldest'])
})

test('articles count in JSON-LD that has line breaks, or markup, in its strings', () => {
  const { items } = read(
    '<script type="application/ld+json">{"@type": "NewsArticle", "url": "/n/one", "headline": "One &amp;\n<i>two</i>"}</script>',
  )
  expect(items).toEqual([{ url: 'https://www.news.test/n/one', title: 'One & two', text: '' }])
})

test('the feeds that a page declares are found', () => {
  const { feeds } =
    read(`<base href="/x/"><link rel="alternate" type="application/rss+xml" href="feed" title="All">
    <link rel="alternate" hreflang="de" href="/de"><link rel="stylesheet" type="text/css" href="a.css">
    <link rel='ALTERNATE' type='application/atom+xml; charset=utf-8' href='https://feeds.test/atom'>
    <link rel="alternate" type="text/xml" href="/rss.xml" title="RSS">
    <link rel="alternate" type="application/json+oembed" href="/oembed"><link rel="alternate" type="text/xml+oembed" href="/oembed">
    <link rel="alternate" type="application/feed+json" href="javascript:1">`)
  expect(feeds).toEqual([
    { url: 'https://www.news.test/x/feed', title: 'All' },
    { url: 'https://feeds.test/atom', title: '' },
    { url: 'https://www.news.test/rss.xml', title: 'RSS' },
  ])
})
