import { describe, expect, it } from 'vitest'
import { htmlToPlainText } from '../../../text/html-text.ts'
import { htmlToText } from './html-to-text.ts'

describe('HTML as text', () => {
  it.each([
    ['<p>One.</p><p>Two.</p>', 'One.\n\nTwo.'],
    ['<p>One.</p>\n\n   <p>Two.</p>', 'One.\n\nTwo.'],
    ['One.<br>Two.<br/><br/>Three.', 'One.\nTwo.\n\nThree.'],
    ['<h2>Head</h2>Body <b>bold</b> and <i>so on</i>.', 'Head\n\nBody bold and so on.'],
    ['<div><div><p>Deep.</p></div></div>', 'Deep.'],
    ['<ul><li>One</li><li>Two</li></ul>', '• One\n• Two'],
    ['<ul><li><p>One</p></li><li> <p>Two</p><p>More</p></li></ul>', '• One\n\n• Two\n\nMore'],
    ['<ul><li></li><li><p></p></li><li><ul><li>One</li></ul></li></ul>End', '•\n•\n• One\n\nEnd'],
    ['<pre>One\n  two\n\n<b>three\nfour</b></pre>Five', 'One\ntwo\n\nthree\nfour\n\nFive'],
    ['<table><tr><td>6</td><td>high</td></tr><tr><td>9</td></tr></table>', '6 high\n\n9'],
    ['<table><tr><td>6</td><td> </td><td> high </td></tr></table>', '6 high'],
    ['Tom &amp; Jerry&nbsp;&#8217;s &lt;b&gt;', 'Tom & Jerry ’s <b>'],
    ['<a href="javascript:alert(1)">A link</a> here', 'A link here'],
    ['<img src="x" onerror="alert(1)" alt="A harbour"> at six', 'A harbour at six'],
    ['<script>alert(1)</script><style>p{}</style>Text', 'Text'],
    ['<iframe src="https://example.org">in</iframe>Text<svg><text>no</text></svg>', 'Text'],
    ['Unclosed <p>paragraph', 'Unclosed\n\nparagraph'],
    ['', ''],
    ['<p> </p><p></p>', ''],
  ])('%j reads %j', (html, text) => {
    expect(htmlToText(html)).toBe(text)
    // What is searched and exported, where there is no parser: the same words.
    expect(wordsOf(htmlToPlainText(html))).toEqual(wordsOf(text))
  })

  it('takes time proportional to the number of blank cells in a row, even 60,000', () => {
    const html = `<table><tr><td>x${'<td>'.repeat(60_000)}y</table>`
    const parsing = userTimeOf(() => new DOMParser().parseFromString(html, 'text/html'))
    const reading = userTimeOf(() => expect(htmlToText(html)).toBe('x y'))
    // Nearly all of it is parsing; the square of the number would take four times as long.
    expect(reading).toBeLessThan(2 * parsing + 1_000_000)
  })

  it('runs nothing and loads nothing', () => {
    htmlToText('<img src=x onerror="globalThis.hacked = 1"><script>globalThis.hacked = 1</script>')
    expect(globalThis).not.toHaveProperty('hacked')
    expect(document.querySelector('img, script')).toBeNull()
  })
})

const wordsOf = (text: string) => text.split(/[\s\u00a0•]+/).filter(Boolean)

/** CPU time in microseconds, which doesn't depend on how busy the machine is. */
function userTimeOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  return process.cpuUsage(before).user
}
