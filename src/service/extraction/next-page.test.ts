import { parse } from 'parse5'
import { expect, test } from 'vitest'
import { nextPageOf } from './next-page.ts'

const next = (url: string, html: string, number = 1) => nextPageOf(parse(html), url, number)

const story = 'https://paper.test/2024/story'

test.each([
  ['a number in the path', story, '<a href="/2024/story/2">2</a>', `${story}/2`],
  ['a named number in the path', `${story}/`, '<a href="/2024/story/seite-2">Weiter</a>', `${story}/seite-2`],
  ['a folder of pages', story, '<a href="/2024/story/page/2/">Next page</a>', `${story}/page/2/`],
  ['a parameter', `${story}?id=7`, '<a href="?id=7&page=2#top">Page 2</a>', `${story}?id=7&page=2`],
  [
    'a parameter, besides those of a feed',
    `${story}?utm_source=rss`,
    '<a href="story?page=2">2</a>',
    `${story}?page=2`,
  ],
  ['the name of a file', `${story}.html`, '<a href="story-2.html">2</a>', `${story}-2.html`],
  ['a relation', story, '<link rel="next" href="story?page=2">', `${story}?page=2`],
  ['a label', story, '<a href="story/2" aria-label="Next page"><svg></svg></a>', `${story}/2`],
  ['a first page with its number', `${story}?page=1`, '<a href="?page=2">›</a>', `${story}?page=2`],
  [
    'an address relative to the base',
    `${story}/`,
    '<base href="/2024/"><a href="story/2">2</a>',
    `${story}/2`,
  ],
  [
    'an address written without https and www',
    'https://www.paper.test/2024/story',
    '<a href="http://paper.test/2024/story/2">2</a>',
    'http://paper.test/2024/story/2',
  ],
  ['a body that allows comments', story, '<body class="comments-open"><a href="story/2">2</a>', `${story}/2`],
])('the next page is found by %s', (_, url, html, found) => {
  expect(next(url, html)).toBe(found)
})

test.each([
  [
    'the next article',
    story,
    '<link rel="next" href="/2024/other-story"><a rel="next" href="/2024/more">Next</a>',
  ],
  ['the next of a series', `${story}-1`, '<a rel="next" href="story-3">Next</a>'],
  ['an article whose name ends in a number', story, '<a href="story-2">Why the bridge closed</a>'],
  ['a later page', story, '<a href="story/3">3</a>'],
  ['a page of another site', story, '<a href="https://other.test/2024/story/2">2</a>'],
  ['a page of a subdomain', story, '<a href="https://m.paper.test/2024/story/2">2</a>'],
  ['a page at another port', story, '<a href="https://paper.test:8443/2024/story/2">2</a>'],
  ['what is no web page', story, '<a href="ftp://paper.test/2024/story/2">2</a>'],
  ['a page of comments', story, '<div id="comments"><a href="story?page=2">2</a></div>'],
  ['an anchor of comments', story, '<a href="story?page=2#comments">2</a>'],
  ['the same page', story, '<a href="story">1</a>'],
  ['an unreadable address', story, '<a href="https://[2">2</a>'],
])('%s is not the next page', (_, url, html) => {
  expect(next(url, html)).toBeUndefined()
})

test('from a further page the one after it is found, and not the one before', () => {
  const links = [1, 2, 3].map((number) => `<a href="${story}/${number}">${number}</a>`).join('')
  expect(next(`${story}/2`, links, 2)).toBe(`${story}/3`)
  expect(next(`${story}/3`, links, 3)).toBeUndefined()
})
