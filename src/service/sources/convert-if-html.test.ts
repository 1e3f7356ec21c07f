import { expect, test } from 'vitest'
import { convertIfHtml } from './convert-if-html.ts'

test.each([
  ['<p>The tide turned at <b>six</b>.</p><p>Nobody saw it.</p>', 'The tide turned at six.\n\nNobody saw it.'],
  ['\n\n<h2>The tide</h2>\n\n<ul>\n<li>6 &lt; 7\n<li>high</ul>\n\n', 'The tide\n\n- 6 < 7\n- high'],
  ['<!-- wp:paragraph -->\n<p>The tide turned.</p>\n<!-- /wp:paragraph -->', 'The tide turned.'],
  ['The tide turned.<br><br>Nobody saw it.<br/>&nbsp;', 'The tide turned.\n\nNobody saw it.'],
  ['The <i>tide</i><br>\nturned<br>\nat six &amp; seven.', 'The tide\nturned\nat six & seven.'],
  ['Read <a href="https://example.org">the report</a> first.', 'Read the report first.'],
  ['The <b>tide</b> turned&nbsp;at six.', 'The tide turned at six.'],
  [
    '<!doctype html><html><head><title>Site</title><style>p{}</style></head><body><p>The tide turned.</p></body></html>',
    'The tide turned.',
  ],
  [
    'The tide turned.<br />\n<br />\n<blockquote>Nobody saw it.</blockquote>Not he.',
    'The tide turned.\n\nNobody saw it.\n\nNot he.',
  ],
  [
    '<p>The tide turned, and nobody at all saw it turn.</p>\n<b>By Jane</b>',
    'The tide turned, and nobody at all saw it turn.\n\nBy Jane',
  ],
  [
    `<p>${'The tide turned. '.repeat(9)}</p>Source: us`,
    `${'The tide turned. '.repeat(9).trim()}\n\nSource: us`,
  ],
  ['<p>For example:</p><pre>if (a &lt; b)\n\n  stop()</pre>', 'For example:\n\nif (a < b)\n\n  stop()'],
])('%j is converted', (html, text) => {
  expect(convertIfHtml(html).replaceAll('\u00a0', ' ').trim()).toBe(text)
})

test.each([
  'A List<T> holds things of type <T>, and a < b > c.',
  'When a < b, then c > d.\n\nNo more than that.',
  'Use <b>bold</b> and <i>italic</i> sparingly.',
  'A paragraph begins with <p> and ends with </p> in HTML.',
  'This is how a box is made:\n\n<div class="box">\n  <p>Anything</p>\n</div>\n\nIt is as wide as the page.',
  'Here is a list:\n<ul>\n<li>One</li>\n</ul>\nThat was the list, with all there is in it.',
  'A link is written <a href="https://example.org">like this</a>.\n\nThen it can be clicked.',
  'The first line has a <a href="/x">link</a>.\nThe second has none.',
  'const list = <ul>{items.map((item) => <li>{item}</li>)}</ul>',
  'const list = <ul>{items.map((item) => <li>{item}</li>)}</ul>\n\nexport default list',
  '```html\n<div><p>Sample</p></div>\n```\nThat was the sample.',
  'Wrap it in "<p>word</p>" to make a paragraph.',
  '',
])('%j stays as it is', (text) => {
  expect(convertIfHtml(text)).toBe(text)
})

const styles = (count: number) => Array.from({ length: count }, (_, n) => `<b class=${n}>`).join('')
test.each([
  ['nested without end', `<p>x</p>${'<div>'.repeat(200_000)}`],
  [
    'whose styles go on in each of its paragraphs',
    `<p>x</p><p>${styles(10_000)}</p>${'<p>x'.repeat(100_000)}`,
  ],
  [
    'whose few styles go on in each of its paragraphs',
    `<p>x</p><p>${styles(400)}</p>${'<p>x'.repeat(200_000)}`,
  ],
  ['that closes what was never opened', `<p>x</p>${'<i>'.repeat(400)}${'</p>'.repeat(200_000)}`],
  ['of tables in tables', `<p>x</p>${'<table>x'.repeat(100_000)}`],
])('markup %s is left alone or read in time', (_, html) => {
  const before = process.cpuUsage()
  convertIfHtml(html)
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000)
})
