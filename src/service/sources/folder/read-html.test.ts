import { expect, test } from 'vitest'
import { normalizeText } from '../plain-text.ts'
import { readHtml } from './read-html.ts'

test.each([
  [
    'the article alone',
    '<nav>Menu</nav><article><p>One.</p><aside>Ad</aside><p>Two.</p></article><p>Foot</p>',
    '',
    'One.\n\nTwo.',
  ],
  ['main where there is no article', '<p>x<main><p>One.</main>', '', 'One.'],
  ['the body where there is neither', '<header>Site</header><p>One.<footer>(c)</footer>', '', 'One.'],
  [
    'a footer within the article',
    '<article><p>One.<footer>By Jane</footer></article>',
    '',
    'One.\n\nBy Jane',
  ],
  [
    'the first heading as title',
    '<title>Site</title><article><h1>A <i>good</i>\ntitle</h1><p>One.</article>',
    'A good title',
    'One.',
  ],
  [
    'the page’s title where there is no heading',
    '<title>Site &amp; more</title><p>One.',
    'Site & more',
    'One.',
  ],
  [
    'the heading of the text rather than that of the site',
    '<header><h1>Site</h1></header><div><h1>Story</h1><p>One.</div>',
    'Story',
    'One.',
  ],
  [
    'the heading in the header if there is no other',
    '<header><h1>Story</h1></header><p>One.',
    'Story',
    'One.',
  ],
  [
    'no script, style or form',
    '<p>One.<script>alert(1)</script><style>p{}</style><form>x</form><noscript>y</noscript>',
    '',
    'One.',
  ],
  ['nothing hidden', '<p>One.<span hidden>x</span><b aria-hidden="true">y</b>', '', 'One.'],
  [
    'white space as one space, lines of pre as they are',
    '<p>One\n  two</p><pre>a\n  b</pre>',
    '',
    'One two\n\na\n  b',
  ],
  [
    'entities as characters, and markup in them as text',
    '<p>&lt;b&gt; &eacute;&nbsp;x &#x202e;',
    '',
    '<b> é x \u202e',
  ],
  [
    'lists and quotes in lines of their own',
    '<ul><li>a<li>b</ul><blockquote>c</blockquote>',
    '',
    '- a\n- b\n\nc',
  ],
])('takes %s', (_, html, title, text) => {
  const found = readHtml(html)
  expect([normalizeText(found.title).replace(/\s+/g, ' '), normalizeText(found.text)]).toEqual([title, text])
})

test('headings nested in each other take no time', () => {
  const before = process.cpuUsage()
  readHtml(`<header>${'<div><h1>x</h1>'.repeat(20_000)}`)
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000)
})

test('reads a page nested 200,000 levels deep', () => {
  expect(normalizeText(readHtml(`${'<div>'.repeat(200_000)}One.`).text)).toBe('One.')
})
