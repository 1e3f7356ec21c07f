import { expect, test } from 'vitest'
import { extractPage } from './extract-page.ts'
import { floodPage, paragraphs } from './testing/flood-page.ts'
import type { TitleSources } from './titles.ts'
import { chooseTitles } from './titles.ts'

const choose = (sources: Partial<TitleSources>): string | undefined =>
  chooseTitles({
    headings: [],
    headline: undefined,
    shared: undefined,
    own: undefined,
    sites: [],
    host: undefined,
    ...sources,
  })[0]

test('a subhead of one word that also stands in a long title is not the title', () => {
  const title =
    'How the ferry, the lighthouse, the harbour and hundreds of boats came through the long winter'
  expect(
    choose({ headings: ['Lighthouse', 'Conclusion'], shared: title, own: `${title} · Island News` }),
  ).toBe(title)
})

test('a heading that says the same as the metadata is the title, in the form that readers see', () => {
  expect(
    choose({ headings: ['Island News', 'The ferry sails again'], own: 'Ferry sails again | News' }),
  ).toBe('The ferry sails again')
})

/** Of a page whose title stands in one place alone. */
const titleOf = (heading: string, head = ''): string | undefined => {
  const page = floodPage(paragraphs(1, 6), head).replace(/<title>.*<\/title>/, '')
  const extraction = extractPage({ bytes: Buffer.from(page.replace(/<h1>.*<\/h1>/, heading)) })
  return 'title' in extraction ? extraction.title : undefined
}

test.each([
  ['The <em>Argo</em> sinks', 'The Argo sinks'],
  ['The &lt;em&gt;Argo&lt;/em&gt; sinks', 'The Argo sinks'],
  ['Understanding <template>', 'Understanding <template>'],
])('the title %j of metadata is read as %j', (written, title) => {
  const json = JSON.stringify({ '@type': 'NewsArticle', headline: written })
  expect(titleOf('', `<script type="application/ld+json">${json}</script>`)).toBe(title)
  const escaped = written.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  expect(titleOf('', `<meta property=og:title content="${escaped}">`)).toBe(title)
  expect(titleOf('', `<title>${escaped}</title>`)).toBe(title)
})

test.each([
  ['<span class=kicker>Floods</span><span>River rises</span>', 'Floods River rises'],
  ['<a href=/r><span>Floods</span>River rises</a>', 'Floods River rises'],
  ['<span>R</span>iver rises', 'River rises'],
  ['<i>i</i>Phones and e<b>Books</b>', 'iPhones and eBooks'],
])('of the heading %j, the parts are as far apart as readers see them', (inner, title) => {
  expect(titleOf(`<h1>${inner}</h1>`)).toBe(title)
})
