import { parse } from 'parse5'
import { expect, test } from 'vitest'
import { measurePage } from './page-measures.ts'
import { readSignals } from './page-signals.ts'

const measure = (html: string, url?: string) => measurePage(readSignals(parse(html)), '', url)

test('every measure of any page is between 0 and 1', () => {
  const pages = [
    '',
    '<a href="/t/1">x</a>'.repeat(500),
    `<p>${'It rained on the ferry, and $5 was paid. '.repeat(900)}</p>`.repeat(5),
    '<tr><td><div class="post"><p>Reply</p></div>'.repeat(300),
  ]
  const outside = pages.flatMap((page) =>
    Object.entries(measure(page)).filter(([, value]) => !(value >= 0 && value <= 1)),
  )
  expect(outside).toEqual([])
})

test.each([
  ['The ferry sails again', 0.5],
  ['The ferry sails again | Island News', 0.5],
  ['The ferry sails again – Island News', 0.5],
  ['渡船终于重新开航', 0.5],
  ['Паром снова ходит', 0.375],
])('the title "%s" is measured without the name of the site', (title, length) => {
  expect(measure(`<title>${title}</title>`).titleLength).toBe(length)
})

test.each([
  ['https://news.example/news/ferry', 1],
  ['https://news.example/2024/03/ferry', 1],
  ['https://blog.example/ferry', 1],
  ['https://news.example.org/%%%/ferry', 1],
  ['https://shop.example/news', 0],
  ['https://shop.example/ferry', 0],
  ['no address', 0],
])('%s is an article’s address: %d', (url, expected) => {
  expect(measure('', url).articleAddress).toBe(expected)
})

test('the address where a page was found takes precedence over its canonical one', () => {
  const html = '<link rel="canonical" href="https://news.example/category/ferries">'
  expect(measure(html).listAddress).toBe(1)
  expect(measure(html, 'https://news.example/news/ferry').listAddress).toBe(0)
})

test.each(['article:published_time', 'DC.date.issued', 'publication_date', 'dcterms.created'])(
  'the date in %s speaks for an article',
  (name) => {
    expect(measure(`<meta name="${name}" content="2024-05-07">`).metadata).toBeCloseTo(1 / 3)
  },
)

test('types are read from invalid JSON-LD, and from the markup', () => {
  const json = '<script type="application/ld+json">{"@type": ["NewsArticle", "Thing"],, }</script>'
  expect(measure(json).metadata).toBeCloseTo(1 / 3)
  expect(measure('<div itemscope itemtype="https://schema.org/Product"></div>').productType).toBe(1)
})

test('a menu does not count as a list of links, unless it is all there is', () => {
  const links = '<a href="/x">A section of the island</a>'.repeat(60)
  const story = `<p>${'The ferry had been tied up for eleven days. '.repeat(60)}</p>`
  expect(measure(`<nav>${links}</nav>${story}`).linkShare).toBe(0)
  expect(measure(`<nav>${links}</nav>`).linkShare).toBe(1)
})
