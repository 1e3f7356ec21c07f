import { deflateRawSync } from 'node:zlib'
import * as fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ExtractedArticle } from './extract-page.ts'
import { extractPage } from './extract-page.ts'
import { floodPage, paragraphs, sentence } from './testing/flood-page.ts'

const url = 'https://post.example/2026/river-rises?from=feed'
const extract = (html: string): ExtractedArticle => {
  const extraction = extractPage({ bytes: Buffer.from(html), url })
  if ('refused' in extraction) throw new Error(extraction.refused)
  return extraction
}

test('an article is found with the page’s metadata', () => {
  const { text, ...about } = extract(floodPage(paragraphs(1, 6)))

  expect(about).toEqual({
    title: 'River rises',
    date: new Date('2026-03-04T05:06:07Z'),
    language: 'en',
    canonicalUrl: 'https://post.example/2026/river-rises',
  })
  expect(text.split('\n\n')).toEqual(
    [1, 2, 3, 4, 5, 6].map((number) => `${sentence(number)} ${sentence(number + 100)}`),
  )
})

test('the canonical address is relative to the base of the page, and may have more relations', () => {
  const head = '<base target="_top"><base href="/archive/"><link rel="nofollow Canonical" href="rises">'
  const page = floodPage(paragraphs(1, 6)).replace(/<link rel="?canonical[^>]*>/, head)
  expect(extract(page).canonicalUrl).toBe('https://post.example/archive/rises')
})

test('paragraphs deeper than the tree is read stay apart, without scripts', () => {
  const deep = `${'<div>'.repeat(250)}<script>let river</script>${paragraphs(1, 6)}`
  expect(extract(floodPage(deep)).text).toBe(extract(floodPage(paragraphs(1, 6))).text)
})

// Feeds and sitemaps link to files, too.
const packed = deflateRawSync(Array.from({ length: 5_000 }, (_, index) => `${index ** 2}`).join(' '))
const objects = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `${index} 0 obj << /Type /Annot /Title (River rises) >> endobj\n`,
  )
test.each([
  ['a PDF', Buffer.concat([Buffer.from(`%PDF-1.5\n${objects(5).join('')}stream\n`), packed])],
  ['a PDF without anything packed', Buffer.from(`%PDF-1.2\n${objects(100).join('')}`)],
  ['a picture', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10]), packed])],
  ['an archive', Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0\b\0'), packed])],
])('%s is refused', (_, bytes) => {
  expect(extractPage({ bytes, url })).toEqual({ refused: 'is a file, not a page' })
})

test.each([
  ['application/json', 'is not a web page (application/json)'],
  ['text/plain', undefined],
  ['application/octet-stream', undefined],
  ['', undefined],
])('a page served as %s: %s', (contentType, refused) => {
  const extraction = extractPage({ bytes: Buffer.from(floodPage(paragraphs(1, 6))), contentType, url })
  expect('refused' in extraction ? extraction.refused : undefined).toBe(refused)
})

test('a plain text keeps its paragraphs, and what looks like a tag', () => {
  const text = `${[1, 2, 3, 4, 5, 6].map(sentence).join('\n\n')}\n\nThe ferry <Argo>, five boats\n& a raft lay idle.`
  const page = { bytes: Buffer.from(text), contentType: 'text/plain; charset=utf-8', url }
  expect(extractPage(page)).toMatchObject({ text })
})

test('a page with some control characters is still a page', () => {
  const { text } = extract(floodPage(paragraphs(1, 6)).replace('</title>', '\b\x0b\0</title>'))
  expect(text).toContain(sentence(6))
})

test.each([
  ['a subhead', '<h2>Upstream</h2>', 'Upstream'],
  ['a list', '<ul><li>Bring a torch<li>Leave the car</ul>', '- Bring a torch\n- Leave the car'],
  [
    'a quotation',
    '<blockquote><p>We have seen worse in the year of the great flood.</p></blockquote>',
    'We have seen worse in the year of the great flood.',
  ],
  ['a table', '<table><tr><th>Day<th>Level<tr><td>Monday<td>312</table>', 'Day | Level\nMonday | 312'],
  [
    'code that is coloured',
    '<pre><code><span class=comment>// open</span> weir()</code></pre>',
    '// open weir()',
  ],
  ['an order that somebody gives', '<p>“Follow me,” she said.</p>', '“Follow me,” she said.'],
  [
    'advice',
    '<ul><li>Sign up for the alerts of your bank<li>Email</ul>',
    '- Sign up for the alerts of your bank\n- Email',
  ],
  [
    'a subhead that begins like a box',
    '<h2>Share the load</h2><p>Eighty pumps were on their way.</p>',
    'Share the load',
  ],
  [
    'a cell that says the same as a button',
    '<table><tr><th>Next<th>Email<tr><td>A<td>B</table>',
    'Next | Email\nA | B',
  ],
  [
    'a link that is named after what it opens',
    '<p>Ask the <a class=popup href=/x>mayor</a> about it.</p>',
    'Ask the mayor about it.',
  ],
  ['the question of a list of answers', '<h3><button>Who pays for it?</button></h3>', 'Who pays for it?'],
  [
    'a question that a script opens',
    '<ul><li><a href="#">Who pays for it?</a><p>The province does, in two parts.</p></ul>',
    '- Who pays for it?\n\nThe province does, in two parts.',
  ],
  [
    'what a recipe takes',
    '<aside class="recipe__ingredients"><ul><li>2 eels<li>1 lemon</ul></aside>',
    '- 2 eels\n- 1 lemon',
  ],
])('%s within an article is kept', (_, html, text) => {
  expect(extract(floodPage(paragraphs(1, 4) + html + paragraphs(5, 8))).text).toContain(`\n\n${text}\n\n`)
})

test.each([
  [
    'links to other articles',
    '<h3>Related articles</h3><ul><li><a href=/a>The bridge that was never built</a><li><a href=/b>Ten years of dikes</a></ul>',
  ],
  ['a pointer to another', '<p>Read also: <a href=/a>The bridge that was never built</a></p>'],
  ['a newsletter', '<div class="box newsletter-signup"><p>All news in your mailbox, every day.</p></div>'],
  ['what shows when a word is pointed at', '<div role=tooltip>A weir is a low dam across a river.</div>'],
  ['buttons to share', '<div class=share-bar><a href=/x>Send</a> Copy</div>'],
  ['a caption', '<figure><img src=a.jpg><figcaption>The bridge. Photo: A. Brook</figcaption></figure>'],
  [
    'a form',
    '<form><label>Your name</label><input><p>By submitting this you agree to everything.</p></form>',
  ],
  ['a table of contents', '<ul><li><a href="#a">Upstream</a><li><a href="#b">Downstream</a></ul>'],
  ['what cannot be seen', '<p hidden>Sold out since the day before yesterday, as everybody knows.</p>'],
])('%s within an article is left out', (_, html) => {
  const plain = extract(floodPage(paragraphs(1, 8))).text
  expect(extract(floodPage(paragraphs(1, 4) + html + paragraphs(5, 8))).text).toBe(plain)
})

test('comments and teasers below an article are left out', () => {
  const teaser = (number: number) =>
    `<div><h3><a href=/${number}>Story ${number}</a></h3><p>${sentence(number)}</p></div>`
  const page = floodPage(paragraphs(1, 8))
  const below = `<section>${[21, 22, 23, 24].map(teaser).join('')}</section><div id=comments>${paragraphs(31, 33)}</div>`
  expect(extract(page.replace('</main>', `</main>${below}`)).text).toBe(extract(page).text)
})

test('a text repeated for each screen width is taken once', () => {
  const one = `<div>${paragraphs(1, 8)}</div>`
  expect(extract(floodPage(one + one)).text).toBe(extract(floodPage(one)).text)
})

test('the author box at the end is left out, with all its paragraphs', () => {
  const box =
    '<p>Ada Brook owns the oldest boat of the lower town, and has written of rivers since she could swim.</p><p>Ada studied the tides in three countries.</p><p>When not on the water, she mends nets.</p>'
  const page = floodPage(paragraphs(1, 8))
  expect(extract(floodPage(paragraphs(1, 8) + box)).text).toBe(extract(page).text)
})

test('a short quotation of the page’s author at the end is kept', () => {
  const line = '“I will miss it, says Ada Brook.'
  expect(extract(floodPage(`${paragraphs(1, 8)}<p>${line}</p>`)).text).toContain(line)
})

test('readings beside characters are not part of the text, nor of the title', () => {
  const ruby = '<ruby>川<rp>(</rp><rt>かわ</rt><rp>)</rp></ruby>'
  const { title, text } = extract(
    floodPage(`<p>${ruby}の水が増えた。${sentence(1)}</p>${paragraphs(2, 6)}`).replace(
      '<h1>River',
      `<h1>${ruby}`,
    ),
  )

  expect(title).toContain('川 rises')
  expect(text).toContain('川の水が増えた。')
})

test('entities in JSON-LD, which many sites escape twice, are read as characters', () => {
  const headline = 'Fish &amp; chips: &#8220;It&#039;s fresh&#8221; &#x2013; R&D; AT&T &copies'
  const articleBody = [1, 2, 3, 4, 5, 6].map((number) => `${sentence(number)} &mdash; Caf&eacute;`).join('\n')
  const script = `<script type="application/ld+json">${JSON.stringify({ '@type': 'NewsArticle', headline, articleBody })}</script>`
  const { title, text } = extract(floodPage('', script).replace(/<h1>.*<\/h1>/, ''))

  expect(title).toBe("Fish & chips: “It's fresh” – R&D; AT&T &copies")
  expect(text).toContain(`${sentence(1)} — Café\n\n${sentence(2)}`)
})

test('adjacent sections are one article', () => {
  const section = (from: number) => `<div><div><h2>Part ${from}</h2>${paragraphs(from, from + 3)}</div></div>`
  const { text } = extract(floodPage([1, 5, 9, 13].map(section).join('')))
  expect([1, 5, 9, 13, 16].filter((number) => !text.includes(sentence(number)))).toEqual([])
})

test('a page that is sent hidden, to be shown by a script, is read', () => {
  const page = floodPage(paragraphs(1, 8))
  const sent = page.replace('<main>', '<div hidden id=S:0><main>').replace('</main>', '</main></div>')
  expect(extract(sent).text).toBe(extract(page).text)
})

test.each([
  [
    'English',
    'Three thousand people spent the night in schools and gyms, and more rain is on its way to the hills.',
  ],
  ['Lao', 'ນະຄອນຫຼວງວຽງຈັນໄດ້ຮັບຜົນກະທົບຈາກນ້ຳຖ້ວມຢ່າງໜັກເນື່ອງຈາກຝົນຕົກຕິດຕໍ່ກັນຫຼາຍມື້ເຮັດໃຫ້ປະຊາຊົນຕ້ອງຍົກຍ້າຍ'],
  ['Khmer', 'រាជធានីភ្នំពេញបានទទួលរងផលប៉ះពាល់ពីទឹកជំនន់យ៉ាងធ្ងន់ធ្ងរដោយសារភ្លៀងធ្លាក់ជាប់គ្នាជាច្រើនថ្ងៃ'],
  ['Burmese', 'ရန်ကုန်မြို့တွင်မိုးသည်းထန်စွာရွာသွန်းမှုကြောင့်လမ်းများရေကြီးခဲ့ပြီးဒေသခံများဘေးလွတ်ရာသို့ပြောင်းရွှေ့ခဲ့ရသည်'],
])('the lead between heading and text belongs to the article, in %s', (_, lead) => {
  const html = floodPage(`<div><p>${lead}</p></div><div>${paragraphs(1, 8)}</div>`)
  expect(extract(html).text.startsWith(`${lead}\n\n`)).toBe(true)
})

test.each([
  ['a heading that names the site', '<h1>The Lower Town Post</h1>', '', 'River rises'],
  ['a title with the name of the site', '', '', 'River rises'],
  ['a heading before the shorter title', '<h1>River rises again</h1>', '', 'River rises again'],
  [
    'what is shared without a heading',
    '',
    '<meta property=og:title content="The river rises">',
    'The river rises',
  ],
])('the title is taken from the page: %s', (_, heading, head, title) => {
  const page = floodPage(paragraphs(1, 6), head).replace('<h1>River rises</h1>', heading)
  expect(extract(page).title).toBe(title)
})

test('JSON-LD provides title and date, unless it is broken', () => {
  const data = {
    '@graph': [{ '@type': ['NewsArticle'], headline: 'River rises', datePublished: '2025-01-02' }],
  }
  const script = (json: string) => `<script type="application/ld+json">${json}</script>`
  const page = floodPage(paragraphs(1, 6), script('{"a":') + script(JSON.stringify(data)))
  expect(extract(page).date).toEqual(new Date('2025-01-02'))
})

test('JSON-LD is read whose type names a charset', () => {
  const script = told({ datePublished: '2025-01-02' }).replace('ld+json', 'ld+json; charset=utf-8')
  expect(extract(floodPage(paragraphs(1, 6), script)).date).toEqual(new Date('2025-01-02'))
})

test('JSON-LD is read that has line breaks in its strings, or a comment around it', () => {
  const json =
    '{"@type": "NewsArticle", "headline": "River\n\trises", "datePublished": "2025-01-02",\n"articleBody": "'
  const body = `${[1, 2, 3, 4, 5, 6].map((number) => sentence(number)).join('\r\n')} \\"Ah\\"`
  const script = `<script type="application/ld+json">\n//<![CDATA[\n${json}${body}"}\n//]]></script>`
  const { date, title, text } = extract(floodPage('', script).replace(/<h1>.*<\/h1>/, ''))
  expect(date).toEqual(new Date('2025-01-02'))
  expect(title).toBe('River rises')
  expect(text).toContain(`${sentence(1)}\n\n${sentence(2)}`)
})

test.each([
  ['that the page marks as its own', '<p itemprop="datePublished" content="2024-05-02">May 2</p>'],
  [
    'with such a time',
    '<time datetime="2024-05-03">x</time><time itemprop="datePublished" datetime="2024-05-02">',
  ],
  ['of its article', '<time datetime="2024-05-02">May 2</time>'],
  ['of its article, written out', '<time>Published</time><time>May 2nd, 2024</time>'],
  [
    'after its reading time',
    '<time datetime="PT4M">4 minutes</time><time datetime="2024-05-02">May 2</time>',
  ],
  [
    'before that of its last change',
    '<time class="updated" datetime="2024-05-03">x</time><time class="entry-date published" datetime="2024-05-02">',
  ],
  ['that is also that of its last change', '<time class="published updated" datetime="2024-05-02">'],
  ['of its last change, if it has no other', '<time itemprop="dateModified" datetime="2024-05-02">'],
  ['that the page marks, written out', '<p itemprop="datePublished">May 2, 2024</p>'],
])('the date %s counts, not that of a teaser before it', (_, dated) => {
  const teaser = '<body><div><a href="/other"><time datetime="2020-01-01">2020</time> Another</a></div>'
  const page = floodPage(dated + paragraphs(1, 6))
    .replace(/<meta property=article:published_time[^>]*>/, '')
    .replace('<body>', teaser)
  expect(extract(page).date).toEqual(new Date('2024-05-02'))
})

test.each([
  ['its metadata', '<meta name="citation_publication_date" content="2024/05/02">'],
  [
    'its metadata that can be read',
    '<meta name="date" content="05/02/2024"><meta name="dc.date" content="2024-05-02">',
  ],
  [
    'the page that it describes',
    '<script type="application/ld+json">{"@type": "WebPage", "datePublished": "2024-05-02"}</script>',
  ],
  ['its address', ''],
])('without a date of its own, an article has that of %s', (_, head) => {
  const html = floodPage(paragraphs(1, 6), head).replace(/<meta property=article:published_time[^>]*>/, '')
  const url = head === '' ? 'https://news.example/2024/5/2/river-rises' : 'https://news.example/river-rises'
  const extraction = extractPage({ bytes: Buffer.from(html), url })
  expect('date' in extraction && extraction.date).toEqual(new Date('2024-05-02'))
})

test('a title of several lines keeps the space between them', () => {
  const page = (heading: string) => floodPage(paragraphs(1, 6)).replace('<h1>River rises</h1>', heading)
  expect(extract(page('<h1>River<br>rises <div>in the</div><div>north</div></h1>')).title).toBe(
    'River rises in the north',
  )
  const { title, text } = extract(page('<h1>River ri<b>ses</b>, 10<sup>6</sup> m<wbr>ore</h1>'))
  expect(title).toBe('River rises, 10⁶ more')
  expect(text).not.toContain(title)
})

test('a heading that names the site and leads to its home page is no title', () => {
  const page = floodPage(paragraphs(1, 6))
    .replace(/<h1>.*<\/h1>/, '')
    .replace(/<title>.*<\/title>/, '<title>The river rises again in the north | The Evening Quay</title>')
    .replace(/<meta property=og:site_name[^>]*>/, '')
    .replace('<body>', '<body><h1><a href="/">The Evening Quay</a></h1>')
  expect(extract(page).title).toBe('The river rises again in the north')
})

test('a date without a zone is read as UTC, wherever the service runs', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  onTestFinished(() => void vi.unstubAllEnvs())
  const dated = (date: string) => floodPage(paragraphs(1, 6), told({ datePublished: date }))
  expect(extract(dated('2025-01-02 10:00')).date).toEqual(new Date('2025-01-02T10:00:00Z'))
  expect(extract(dated('12 April 1961')).date).toEqual(new Date('1961-04-12T00:00:00Z'))
})

const told = (data: object): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'NewsArticle', headline: 'River rises', ...data })}</script>`
const articleBody = [1, 2, 3, 4, 5, 6].map((number) => sentence(number)).join('\n')

test('a text that the page has only for its script is taken from its JSON-LD', () => {
  expect(extract(floodPage('', told({ articleBody }))).text).toBe(articleBody.replaceAll('\n', '\n\n'))
  const html = paragraphs(1, 6)
  const escaped = html.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  for (const body of [html, escaped])
    expect(extract(floodPage('', told({ articleBody: body }))).text).toContain(
      `${sentence(101)}\n\n${sentence(2)}`,
    )
})

test.each([
  ['that is shown is not replaced by', paragraphs(1, 5), {}],
  [
    'that is for subscribers is not taken from',
    paragraphs(1, 6),
    { isAccessibleForFree: 'False', articleBody: articleBody.repeat(6) },
  ],
])('a text %s the text in JSON-LD', (_, shown, data) => {
  const page = floodPage(shown)
  expect(extract(floodPage(shown, told({ articleBody, ...data }))).text).toBe(extract(page).text)
})

test('any bytes are either read or rejected', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...'<p> <div> <article> <h1> <table> <tr><td> <li> <pre> <br> <form> <a href=x> </div> <b> </p> <!-- --> <script>'.split(
        ' ',
      ),
    ),
    fc.constantFrom(
      '<script type="application/ld+json">{"@graph":[1,null,{"headline":[]}]}</script>',
      sentence(1),
      '\0',
      '\uFEFF',
      '&#0;',
    ),
    fc.string({ maxLength: 20 }),
  )
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 2_000 }),
    fc.array(piece, { maxLength: 80 }).map((pieces) => Buffer.from(pieces.join(''))),
  )
  fc.assert(
    fc.property(bytes, fc.option(fc.string(), { nil: undefined }), (page, contentType) => {
      // CPU time in microseconds, which a busy machine doesn't inflate.
      const before = process.cpuUsage()
      const extraction = extractPage({ bytes: page, contentType, url: contentType })
      expect('refused' in extraction ? extraction.refused : extraction.text).not.toBe('')
      expect(process.cpuUsage(before).user).toBeLessThan(2_000_000)
    }),
    { numRuns: 300 },
  )
})

test('nesting 100,000 levels deep does not overflow the stack', () => {
  const deep = '<div>'.repeat(100_000)
  expect(() => extractPage({ bytes: Buffer.from(floodPage(deep + paragraphs(1, 8))) })).not.toThrow()
})
