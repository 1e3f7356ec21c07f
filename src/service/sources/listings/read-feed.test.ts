import { expect, test } from 'vitest'
import type { Listing } from './listing.ts'
import { readFeed } from './read-feed.ts'

const address = 'http://news.test/feeds/all.xml'

function read(text: string, from: string | undefined = address): Listing {
  const listing = readFeed(text, from)
  if ('error' in listing) throw new Error(listing.error)
  return listing
}

const rss = (items: string, head = '') =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
    xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>News &amp;amp; more</title>${head}${items}</channel></rss>`

test('reads RSS 2.0 with all relevant fields', () => {
  const { title, items } = read(
    rss(
      `<item><title>Bread &amp;amp; &lt;b&gt;butter&lt;/b&gt;</title><link>http://news.test/a</link>
        <guid isPermaLink="false">n-1</guid><pubDate>Mon, 06 May 2024 10:00:00 +0200</pubDate>
        <description>Short.</description><content:encoded><![CDATA[<p>One.</p><p>Caf&eacute; two.</p>]]></content:encoded>
      </item><item><guid>http://news.test/b</guid><description>Only a summary: 1 &amp;lt; 2</description></item>`,
      '<language>de</language>',
    ),
  )

  expect(title).toBe('News & more')
  expect(items).toEqual([
    {
      guid: 'n-1',
      url: 'http://news.test/a',
      title: 'Bread & butter',
      text: 'One.\n\nCafé two.',
      publishedAt: new Date('2024-05-06T08:00:00Z'),
      updatedAt: undefined,
      language: 'de',
    },
    expect.objectContaining({ url: 'http://news.test/b', title: '', text: 'Only a summary: 1 < 2' }),
  ])
})

test.each([
  ['05/03/2024', '13/03/2024 10:00', '2024-03-05'],
  ['05/03/2024', '03/13/2024 10:00', '2024-05-03'],
  ['05/03/2024', '06/03/2024 10:00', undefined],
])('the date %s of an entry is read as another of its feed, %s: %s', (date, other, expected) => {
  const { items } = read(
    rss(
      [date, other]
        .map((written, n) => `<item><link>/${n}</link><pubDate>${written}</pubDate></item>`)
        .join(''),
    ),
  )
  expect(items[0]?.publishedAt).toEqual(expected && new Date(expected))
})

test.each([
  ['Understanding &lt;template&gt; and &lt;dialog open&gt;', 'Understanding <template> and <dialog open>'],
  ['<![CDATA[Is x<y if y>3 &amp; z?]]>', 'Is x<y if y>3 & z?'],
  ['<![CDATA[<em>New</em><br/>in <a href="/b">bread</a><script>x</script>]]>', 'New in bread'],
])('reads the title %s', (written, title) => {
  expect(read(rss(`<item><title>${written}</title><link>/a</link></item>`)).items[0]?.title).toBe(title)
})

test.each([
  [
    'https://www.google.com/url?rct=j&amp;sa=t&amp;url=https://paper.test/a%3Fid%3D1&amp;ct=ga',
    'https://paper.test/a?id=1',
  ],
  ['https://www.google.co.uk/url?q=https://paper.test/b&amp;usg=x', 'https://paper.test/b'],
  [
    'http://www.bing.com/news/apiclick.aspx?ref=FexRss&amp;url=https%3a%2f%2fpaper.test%2fc',
    'https://paper.test/c',
  ],
  ['https://www.google.com/url?url=javascript:alert(1)', undefined],
  ['https://www.google.com/url?ct=ga', 'https://www.google.com/url?ct=ga'],
  [
    'https://google.paper.test/url?url=https://other.test/',
    'https://google.paper.test/url?url=https://other.test/',
  ],
])('an article is read where it is, not by way of a search: %s', (link, url) => {
  expect(read(rss(`<item><title>A</title><guid>a</guid><link>${link}</link></item>`)).items[0]?.url).toBe(url)
})

test('reads RSS 0.91 with its document type', () => {
  const { items } = read(
    `<?xml version="1.0"?><!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://x.test/rss.dtd" [
      <!ENTITY a "b">]><rss version="0.91"><channel><title>T</title><item><title>Caf&eacute;</title><link>/a</link></item></channel></rss>`,
  )
  expect(items).toMatchObject([{ title: 'Café', url: 'http://news.test/a' }])
})

test('reads RSS 1.0', () => {
  const { items } = read(
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
      xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="http://x.test/"><title>T</title></channel>
      <item rdf:about="http://news.test/1"><title>One</title><link>http://news.test/1</link><dc:date>2024-05-06</dc:date></item></rdf:RDF>`,
  )
  expect(items).toMatchObject([
    { url: 'http://news.test/1', title: 'One', publishedAt: new Date('2024-05-06') },
  ])
})

test('reads Atom, with relative addresses resolved', () => {
  const { items } = read(
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/blog/" xml:lang="uk"><title>T</title>
      <entry xml:base="2024/"><title type="text">1 &lt; 2 &amp;amp; 3</title><id>tag:1</id><link rel="enclosure" href="a.mp3"/>
        <link href="a.html"/><published>2024-05-06T10:00:00Z</published><updated>2024-05-07T10:00:00Z</updated>
        <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>One.</p><p>Two.</p></div></content></entry></feed>`,
  )
  expect(items).toEqual([
    {
      guid: 'tag:1',
      url: 'http://news.test/blog/2024/a.html',
      title: '1 < 2 &amp; 3',
      text: 'One.\n\nTwo.',
      publishedAt: new Date('2024-05-06T10:00:00Z'),
      updatedAt: new Date('2024-05-07T10:00:00Z'),
      language: 'uk',
    },
  ])
})

test('an Atom text of markup that does not say so is read as markup, and one that mentions a tag as it is', () => {
  const entry = (summary: string) => `<entry><link href="/a"/><summary>${summary}</summary></entry>`
  const { items } = read(
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title>${entry('&lt;p&gt;One &amp;amp; a half.&lt;/p&gt;&lt;p&gt;Two.&lt;/p&gt;')}
      ${entry('Use &lt;p&gt; for a paragraph.')}</feed>`,
  )
  expect(items.map(({ text }) => text)).toEqual(['One & a half.\n\nTwo.', 'Use <p> for a paragraph.'])
})

test('a plain text with entities keeps its paragraphs', () => {
  const text = 'Bread &amp;amp; butter,\n3&amp;nbsp;kg.\n\nSalt.'
  expect(read(rss(`<item><link>/a</link><description>${text}</description></item>`)).items[0]?.text).toBe(
    'Bread & butter,\n3\u00a0kg.\n\nSalt.',
  )
})

test('reads JSON Feed', () => {
  const { items } = read(
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'T',
      items: [
        {
          id: 7,
          url: '/a',
          title: 'A &amp; <i>B</i>',
          content_html: '<p>One.</p>',
          date_published: '2024-05-06T10:00:00Z',
        },
        null,
        { id: 'b', content_text: 'Plain.\n\nText.' },
        { id: 'c', content_text: '<p>Marked.</p><p>Up.</p>' },
      ],
    }),
  )
  expect(items).toMatchObject([
    { guid: '7', url: 'http://news.test/a', title: 'A & B', text: 'One.' },
    { guid: 'b', url: undefined, text: 'Plain.\n\nText.' },
    { guid: 'c', text: 'Marked.\n\nUp.' },
  ])
})

test('ignores addresses that cannot be of articles', () => {
  const links = [
    'javascript:alert(1)',
    'ftp://x.test/a',
    'http://user:pass@x.test/',
    `http://x.test/${'a'.repeat(3_000)}`,
  ]
  const { items } = read(
    rss(links.map((link) => `<item><link>${link}</link><description>T</description></item>`).join('')),
  )
  expect(items.map(({ url }) => url)).toEqual([undefined, undefined, undefined, undefined])
})

test('never expands entities of a document type', () => {
  const bomb = Array.from({ length: 40 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('')
  const { items } = read(
    `<!DOCTYPE rss [<!ENTITY e0 "boom"><!ENTITY f SYSTEM "file:///etc/passwd">${bomb}]>${rss('<item><title>&e40; &f;</title><link>http://x.test/</link></item>')}`,
  )
  expect(items[0]?.title).toBe('&e40; &f;')
})

test('reads 10,000 entries, and no more', () => {
  const entries = Array.from(
    { length: 10_500 },
    (_, i) => `<item><title>T ${i}</title><link>http://x.test/${i}</link></item>`,
  )
  expect(read(rss(entries.join(''))).items).toHaveLength(10_000)
})

test.each([
  ['RSS', rss('<item><link>/a</link><title>A</title></item><item><link>/b</link><title>B</title></item>')],
  [
    'RDF',
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel/>
      <item><link>/a</link><title>A</title></item><item><link>/b</link><title>B</title></item></rdf:RDF>`,
  ],
  [
    'Atom',
    `<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="/a"/><title>A</title></entry>
      <entry><link href="/b"/><title>B</title></entry></feed>`,
  ],
])('reads the whole entries of a feed that was cut off anywhere: %s', (_, text) => {
  expect(read(text)).not.toHaveProperty('isCutOff')
  const [first, second] = ['A</title></', 'B</title></'].map(
    (end) => text.indexOf('>', text.indexOf(end) + end.length) + 1,
  )
  for (let length = first!; length < text.trimEnd().length; length += 1) {
    const { items, isCutOff } = read(text.slice(0, length))
    expect(items.map(({ title }) => title)).toEqual(length < second! ? ['A'] : ['A', 'B'])
    expect(isCutOff).toBe(true)
  }
})

test('an entry on a host with other letters than those of ASCII is read, however many are before it', () => {
  const urls = [
    ...Array.from({ length: 9_999 }, (_, n) => `https://news.test/${n}`),
    'https://bücher.example/a',
  ]
  const items = urls.map((url) => ({ id: url, url, title: 'Books' }))
  const feed = read(JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'News', items }))

  expect(feed.items.at(-1)?.url).toBe('https://xn--bcher-kva.example/a')
})

test.each([
  ['a page', '<!doctype html><title>Not found</title>', /^is not a feed$/],
  ['nothing', '', /^is not a feed$/],
  ['JSON of another kind', '{"a":1}', /^is not a feed$/],
  ['a feed that was cut off', rss('<item><title>a').split('</channel>')[0]!, /^is not a well-formed feed: /],
  ['200,000 elements in each other', `<rss version="2.0"><channel>${'<a>'.repeat(200_000)}`, /^is not/],
  ['an element that never closes', `<rss version="2.0"><channel>${'<'.repeat(300_000)}`, /^is not/],
])('reports %s as an error', (_, text, words) => {
  expect(readFeed(text, address)).toEqual({ error: expect.stringMatching(words) })
})
