import { describe, expect, it } from 'vitest'
import { looksLikeHtml, htmlToPlainText } from './html-text.ts'

describe('a text', () => {
  it.each([
    '<p>The tide turned at six.</p><p>Nobody saw it.</p>',
    '<P CLASS="lead">The tide turned.</P>',
    'The tide turned.<br><br>Nobody saw it.<br/>&nbsp;',
    '<!DOCTYPE html><html><body>The tide turned.</body></html>',
    '\n<html lang="en"><body>Hello',
    'Read <a href="https://example.org">the report</a> first.',
    '<div><script>alert(1)</script>The tide turned.</div>',
    'The <b>tide</b> turned&nbsp;at six.',
    'The tide<br>turned<br>at <i>six</i>.',
    '<img src="cover.png" alt=""> The tide turned &amp; nobody saw it.',
    '<table><tr><td>6</td><td>high</td></tr></table>',
  ])('is HTML: %j', (text) => {
    expect(looksLikeHtml(text)).toBe(true)
  })

  it.each([
    'The tide turned at six.',
    'When a < b and b > c, then a may be anything.',
    'if (x<y && y>z) return <nothing>',
    'A paragraph begins with <p> in HTML.',
    'He wrote to <editor@example.org> twice.',
    'Smith & Sons; 5 < 6; Q&A',
    'Wrap it in `<p>` and `</p>` to make a paragraph.',
    'Wrap it in "<p>word</p>" to make a paragraph.',
    'Use <b>bold</b> sparingly.',
    '```html\n<div><p>Sample</p></div>\n```\nThat was the sample.',
    'AT&amp;T rose by 3 %.',
    '<3',
    '<<< left arrow >>>',
    'A generic such as Map<string, List<number>> is common.',
    '<br>',
    '',
  ])('is not HTML: %j', (text) => {
    expect(looksLikeHtml(text)).toBe(false)
  })

  it.each(['<p ', '<p>', '<script>', '"<a>', '`', '```', '<', '&#', '<br', 'a'])(
    'of a million of %j is checked, and stripped of markup, in a moment',
    (part) => {
      const text = `<${part.repeat(1_000_000 / part.length)}`
      // CPU time in microseconds, which doesn't depend on how busy the machine is.
      const before = process.cpuUsage()
      looksLikeHtml(text)
      htmlToPlainText(text)
      expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
    },
  )

  it.each([
    ['<p>The <b>tide</b> turned.</p>', 'The tide turned.'],
    ['<script>alert("<p>")</script>Text<style>p{}</style>', 'Text'],
    ['Tom &amp; Jerry&#8217;s &lt;b&gt; &#x2014; &unknown; &#0;', 'Tom & Jerry’s <b> — &unknown;'],
    ['Caf&eacute;, &Eacute;tude &amp; M&uuml;nchen', 'Café, Étude & München'],
    [
      '&laquo;s&iacute;&raquo; &euro;5 &frac12; &bull; &AMP; &NBSP;&constructor;',
      '«sí» €5 ½ • & &constructor;',
    ],
    ['It&#146;s 5&#150;6', 'It’s 5–6'],
    ['Cut off <script>alert(1)', 'Cut off'],
    ['<SCRIPT>let a = "<script>"</script>One<style>p{}</style>Two<script>3', 'OneTwo'],
    // In small letters, "İ" is two characters.
    [`${'İ'.repeat(20)}<script>alert(1)</script>Text`, `${'İ'.repeat(20)}Text`],
  ])('%j reads %j on a card', (html, words) => {
    expect(htmlToPlainText(html).replaceAll(/\s+/g, ' ').trim()).toBe(words)
  })
})
