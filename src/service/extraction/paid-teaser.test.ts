import { expect, test } from 'vitest'
import { extractPage } from './extract-page.ts'
import { floodPage, paragraphs } from './testing/flood-page.ts'

/** @returns the length of the text, or why the page is refused */
function extract(article: string, data: unknown, parts: object = {}): number | string {
  const linked = JSON.stringify(
    typeof data === 'object' && data !== null && '@graph' in data
      ? data
      : { '@type': 'NewsArticle', headline: 'River rises', isAccessibleForFree: data, ...parts },
  )
  const page = floodPage(article, `<script type="application/ld+json">${linked}</script>`)
  const extraction = extractPage({ bytes: Buffer.from(page), url: 'https://post.example/river' })
  return 'refused' in extraction ? extraction.refused : extraction.text.length
}

const teaser = paragraphs(1, 3)
const whole = paragraphs(1, 8)
const offer = `<div class="paywall"><p>Read on with a subscription: ${'all our reports, every day of the year, for less than a coffee. '.repeat(5)}</p></div>`
const paidPart = (cssSelector: unknown) => ({
  hasPart: { '@type': 'WebPageElement', isAccessibleForFree: 'False', cssSelector },
})

test.each([
  ['of an article', false],
  ['as a string', 'False'],
  ['by its whole name', 'https://schema.org/False'],
])('a page that shows the beginning %s for subscribers is behind a paywall', (_, isFree) => {
  expect(extract(teaser, isFree)).toBe('is behind a paywall')
  expect(extract(paragraphs(1, 1), isFree)).toBe('is behind a paywall')
  expect(extract(whole, isFree)).toBeGreaterThan(2_000)
})

test('a short page of an article that has several is kept', () => {
  const paid =
    '<script type="application/ld+json">{"@type": "NewsArticle", "isAccessibleForFree": false}</script>'
  const links = '<p><a href="/river">1</a> <a href="/river/2">2</a></p>'
  const read = (path: string, number: number) =>
    extractPage({
      bytes: Buffer.from(floodPage(teaser + links, paid)),
      url: `https://post.example${path}`,
      number,
    })

  expect(read('/river', 1)).toMatchObject({ nextPage: 'https://post.example/river/2' })
  expect(read('/river/2', 2)).toHaveProperty('text')
  expect(read('/other', 1)).toEqual({ refused: 'is behind a paywall' })
})

test('that may be said of the page, or of a part', () => {
  const page = { '@type': ['WebPage', 'ItemPage'], isAccessibleForFree: false }
  const article = { '@type': 'NewsArticle', headline: 'River rises' }
  expect(extract(teaser, { '@graph': [page, article] })).toBe('is behind a paywall')
  expect(extract(teaser, { '@graph': [page, { ...article, isAccessibleForFree: true }] })).toBeGreaterThan(
    700,
  )
  expect(extract(teaser, undefined, paidPart('.rest'))).toBe('is behind a paywall')
})

test.each([
  ['yes', true],
  ['as a string', 'True'],
  ['nothing', undefined],
  ['null', null],
  ['an object', {}],
])('a short article is kept if its page says whether it is free: %s', (_, isFree) => {
  expect(extract(teaser, isFree)).toBeGreaterThan(700)
})

test('a short article that has as many words as its page says is kept', () => {
  expect(extract(teaser, false, { wordCount: 190 })).toBeGreaterThan(700)
  expect(extract(teaser, false, { wordCount: '900' })).toBe('is behind a paywall')
  expect(extract(teaser, false, { wordCount: 'none' })).toBe('is behind a paywall')
})

test('a short article is kept if its page has what only subscribers are shown', () => {
  const rest = `${paragraphs(1, 1)}<div class="story paywall">${paragraphs(2, 3)}</div>`
  expect(extract(rest, false, paidPart('.paywall'))).toBeGreaterThan(700)
  expect(extract(rest, false, paidPart(['#none', 'main > div.paywall , .other']))).toBeGreaterThan(700)
  expect(extract(rest, false, paidPart(7))).toBe('is behind a paywall')
  const [first, ...others] = [1, 2, 3, 4, 5].map(
    (day) =>
      `<p>第${day}日、川の水位は基準を${day * 7}センチ上回り、水が引くまで誰も家に帰らないと町長は話した。</p>`,
  )
  const japanese = `${first}<div class="paywall">${others.join('')}</div>`
  expect(extract(japanese, false, paidPart('.paywall'))).toBeGreaterThan(200)
})

test('what is shown in place of the rest, or holds the whole article, is not the rest', () => {
  expect(extract(teaser + offer, false, paidPart('.paywall'))).toBe('is behind a paywall')
  const caption = '<p>The river at noon.</p>'
  const offerWithCaption = offer.replace('<p>', `${caption}<p>`)
  expect(extract(teaser + caption + offerWithCaption, false, paidPart('.paywall'))).toBe(
    'is behind a paywall',
  )
  expect(extract(`<div id=body>${teaser}</div>`, false, paidPart('#body'))).toBe('is behind a paywall')
})

test('a page that names ten thousand parts, one in the other, is read about as fast as one without', () => {
  const nested = '<div class="a">'.repeat(10_000) + teaser
  const cost = (parts: object) => {
    const before = process.cpuUsage()
    extract(nested, false, parts)
    return process.cpuUsage(before).user
  }
  const none = cost({})
  const all = cost(paidPart(Array.from({ length: 10_000 }, () => `.a${'.a'.repeat(500)}`)))
  expect(all).toBeLessThan(3 * none)
})
