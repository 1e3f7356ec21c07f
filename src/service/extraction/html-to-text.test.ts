import { expect, test } from 'vitest'
import { htmlToText } from './html-to-text.ts'

test.each([
  ['paragraphs parted by a blank line', '<p>One\n  two.</p><p>Three.', 'One two.\n\nThree.'],
  ['headings in lines of their own', '<h2>Head</h2>Text<h3>Next</h3>', 'Head\n\nText\n\nNext'],
  ['a line break as one, two as a paragraph', 'One<br>two<br><br>three', 'One\ntwo\n\nthree'],
  [
    'text that was broken into lines of one width as flowing',
    '<p>The weir at the mill was opened on Monday, when the river<br>had risen by half a metre within a night and the lower<br>meadows stood under water, as the <b>town</b>’s engineers had<!-- ad --><br>expected. <br><br>It stays open.',
    'The weir at the mill was opened on Monday, when the river had risen by half a metre within a night and the lower meadows stood under water, as the town’s engineers had expected.\n\nIt stays open.',
  ],
  [
    'such lines as they are if an element among them holds more than a line',
    '<p>The weir at the mill was opened on Monday, when the river<br>had risen by half a metre within a night and the lower<br><i>meadows <b>stood<br>under</b> water, as the</i> town’s engineers had<br>expected.<div>The weir at the mill was opened on Monday, when the river<br>had risen by half a metre within a night and the lower<br>meadows <ins>stood<ul><li>under</ul> water</ins>, as the town’s engineers had<br>expected.',
    'The weir at the mill was opened on Monday, when the river\nhad risen by half a metre within a night and the lower\nmeadows stood\nunder water, as the town’s engineers had\nexpected.\n\nThe weir at the mill was opened on Monday, when the river\nhad risen by half a metre within a night and the lower\nmeadows stood\n\n- under\n\nwater, as the town’s engineers had\nexpected.',
  ],
  [
    'a poem in its lines',
    '<p>The river that ran by the house all the summer went quiet,<br>the herons had gone,<br>and nobody came to the door,<br>nobody knocked',
    'The river that ran by the house all the summer went quiet,\nthe herons had gone,\nand nobody came to the door,\nnobody knocked',
  ],
  ['lists', '<p>Buy:<ul><li>Tea<li><p>Milk</p></ul>', 'Buy:\n\n- Tea\n- Milk'],
  ['lists in lists', '<ul><li>Tea<ul><li>Green</ul><li>Milk</ul>', '- Tea\n- Green\n- Milk'],
  ['numbered lists with their numbers', '<ol start=3><li>Tea<li>Milk</ol>', '3. Tea\n4. Milk'],
  [
    'numbered lists that count down, or go on at another number',
    '<ol reversed><li>Tea<li>Milk</ol><ol start=9 reversed><li>a<li>b</ol><ol><li value=5>c<li>d<li value=x>e</ol>',
    '2. Tea\n1. Milk\n\n9. a\n8. b\n\n5. c\n6. d\n7. e',
  ],
  ['numbers that were typed as well once', '<ol><li>1. Tea<li>2. Milk</ol>', '1. Tea\n2. Milk'],
  ['quotations', '<blockquote>So <q>it</q> is.</blockquote>', 'So “it” is.'],
  ['code as it is', '<pre>if a:\n  b()</pre>', 'if a:\n  b()'],
  [
    'the cells of a table apart',
    '<table><caption>Length</caption><tr><th>River<th>km<tr><td>Rhine<td><p>1233</p></table>',
    'Length\n\nRiver | km\nRhine | 1233',
  ],
  [
    'each cell below its heading, whichever others are empty',
    `<table><tr><th><th>Rhine<th>Elbe<tr><td>Monday<td><td>312<tr><td>Tuesday<td>309<td>
      <tr><td>Note<td><tr><td>Sunday<td><ul><li>340</ul></table>`,
    '| Rhine | Elbe\nMonday | | 312\nTuesday | 309\nNote\nSunday | - 340',
  ],
  [
    'cells below their headings that reach over several columns or rows, or beside those that do',
    `<table><tr><th rowspan=2>Party<th colspan=2>Seats<th rowspan=2>Leader<tr><th>2020<th>2024<tr><td rowspan=2>A<td>1<td>2
      <td>Ann<tr><td>3<td>4<td>Bob<tr><td>B<td colspan=2>none<td>Cy</table>
      <table><tr><td rowspan=3>Monday<td>8:00<tr><td>9:00<tr><td>9:30<tr><td>Tuesday<td>7:00</table>
      <table><tr><th rowspan=0><th>km<tbody><tr><td>Rhine<td>1233</table>`,
    `Party | Seats | | Leader
| 2020 | 2024
A | 1 | 2 | Ann
| 3 | 4 | Bob
B | none | | Cy

Monday | 8:00
| 9:00
| 9:30
Tuesday | 7:00

km

Rhine | 1233`,
  ],
  ['the cells that are shown one beside another', '<table><tr><td>a<td hidden>b<td>c</table>', 'a | c'],
  [
    'the columns of a page that a table lays out one below another',
    '<table><tr><td><h2>Left</h2><p>One.<td><p>Two.</table>',
    'Left\n\nOne.\n\nTwo.',
  ],
  ['terms and what they mean', '<dl><dt>Weir<dd>A low dam.</dl>', 'Weir\nA low dam.'],
  ['words in several elements as one', 'Wa<b>ter</b>, <i>still</i> water', 'Water, still water'],
  [
    'no-break spaces where typography asks for them',
    'a\u00A0b\u00A0\u00A0c «\u00A0d\u00A0» 5\u00A0km, e\u202Ff\u202F!',
    'a b\u00A0\u00A0c «\u00A0d\u00A0» 5\u00A0km, e f\u202F!',
  ],
  [
    'no readings beside the characters',
    '<ruby>漢字<rt>かんじ</rt></ruby>を<ruby>読<rp>(</rp><rt>よ</rt><rp>)</rp></ruby>む',
    '漢字を読む',
  ],
  [
    'lines of Chinese and Japanese without a space between them, others with one',
    '<p>河水在夜里上涨了半米，\n  磨坊的水闸\n打开了。\nIt rose.\n川は静\nか。강물이\n불었다。',
    '河水在夜里上涨了半米，磨坊的水闸打开了。 It rose. 川は静か。강물이 불었다。',
  ],
  [
    'raised numbers apart from what they follow, other raised letters as they are',
    '10<sup>6</sup> in 2020<sup><a href="#n3">3</a>,<a href="#n12">12</a></sup>, s<sup>−1</sup>, m<sup><i>2</i></sup>, 1<sup>st</sup>, n.<sup>[4]</sup>, CO<sub>2</sub>',
    '10⁶ in 2020³,¹², s⁻¹, m², 1st, n.[4], CO2',
  ],
  ['no soft hyphens', 'Was\u00ADser', 'Wasser'],
  [
    'paragraphs without indents, lines with theirs',
    '<p>\u3000\u3000河水上涨。<p>\u3000\u3000水闸打开了。<p>&nbsp;&nbsp; <b>&nbsp;It</b> rose.<br>&nbsp;&nbsp;It fell.<ul><li>&nbsp;&nbsp;a</ul>',
    '河水上涨。\n\n水闸打开了。\n\nIt rose.\n\u00A0\u00A0It fell.\n\n- a',
  ],
  [
    'long lines of Japanese as they are broken: they could have been filled to the last letter',
    `<p>${[12, 10, 11, 9].map((count) => '川は静かだ'.repeat(count)).join('<br>')}`,
    [12, 10, 11, 9].map((count) => '川は静かだ'.repeat(count)).join('\n'),
  ],
  ['what is hidden until it is searched for', '<p>a<div hidden="until-found">b</div>', 'a\n\nb'],
  ['nothing hidden', 'a<i hidden>b</i><i aria-hidden=true>c</i><i style="display: none">d</i>', 'a'],
  ['nothing that is not read', 'a<script>b</script><style>c</style><nav>d</nav><form>e</form>', 'a'],
])('writes %s', (_, html, text) => {
  expect(htmlToText(html)).toBe(text)
})

test('nesting 200,000 levels deep does not overflow the stack', () => {
  expect(htmlToText(`${'<div>'.repeat(200_000)}One.`)).toBe('One.')
})

test('a table whose cells reach far is read in time', () => {
  const before = process.cpuUsage()
  const cell = '<td rowspan=65534 colspan=1000>a'
  expect(htmlToText(`<table><tr>${cell.repeat(5_000)}${`<tr>${cell}`.repeat(20_000)}</table>`)).toContain(
    'a | ',
  )
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000)
})

test('an element with 200,000 children is read', () => {
  expect(htmlToText(`<p>One.${'<br>'.repeat(200_000)}Two.</p>`)).toBe('One.\n\nTwo.')
  expect(htmlToText(`<p>One.<br><br><br><i><u>${'<b></b>'.repeat(200_000)}Two.</u></i></p>`)).toBe(
    'One.\n\nTwo.',
  )
  expect(htmlToText(`<table><tr><td>One.<td><div>${'<br>'.repeat(200_000)}Two.</div></table>`)).toBe(
    'One. | Two.',
  )
})
