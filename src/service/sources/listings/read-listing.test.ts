import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readListing } from './read-listing.ts'

const url = 'http://news.test/'
const kindOf = (content: string | Uint8Array, contentType?: string) => {
  const listing = readListing({ bytes: Buffer.from(content), contentType, url })
  return 'error' in listing ? listing.error : listing.kind
}

const sitemap = '<urlset><url><loc>http://news.test/a</loc></url></urlset>'
const feed =
  '<rss version="2.0"><channel><title>T</title><item><link>http://news.test/a</link></item></channel></rss>'

test.each<[string, string | Uint8Array, string | undefined, string]>([
  ['a feed served as HTML', `<?xml version="1.0"?>\n<!-- <html> -->\n${feed}`, 'text/html', 'feed'],
  ['a feed in UTF-16', Buffer.from(`\uFEFF${feed}`, 'utf16le'), undefined, 'feed'],
  [
    'a feed with a prefix',
    '<atom:feed xmlns:atom="http://www.w3.org/2005/Atom"><atom:title>T</atom:title></atom:feed>',
    undefined,
    'feed',
  ],
  ['a JSON Feed', '{"version":"https://jsonfeed.org/version/1","title":"T","items":[]}', undefined, 'feed'],
  ['a sitemap', sitemap, undefined, 'sitemap'],
  ['a packed sitemap', gzipSync(sitemap), 'application/x-gzip', 'sitemap'],
  [
    'a sitemap of plain text',
    '\uFEFFhttp://news.test/a\r\n\r\n http://news.test/b \n',
    'text/plain',
    'sitemap',
  ],
  [
    'a text that begins with an address',
    'http://news.test/a\nis where to look.',
    'text/plain',
    'is neither a feed, nor a sitemap, nor a page',
  ],
  ['a page', '<!doctype html><p>A', 'application/rss+xml', 'page'],
  ['a page without a root', '<p>A', 'text/html; charset=utf-8', 'page'],
  ['nothing', '', undefined, 'is empty'],
  [
    'a picture',
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]),
    'image/png',
    'is neither a feed, nor a sitemap, nor a page',
  ],
  ['a bomb', gzipSync(Buffer.alloc(51 * 2 ** 20)), undefined, "can't be unpacked, or is larger than 50 MiB"],
  [
    'half a packed file',
    gzipSync(sitemap).subarray(0, 30),
    undefined,
    "can't be unpacked, or is larger than 50 MiB",
  ],
])('%s is recognised by its first characters', (_, content, contentType, expected) => {
  expect(kindOf(content, contentType)).toBe(expected)
})

const pieces = fc.constantFrom(
  '<rss version="2.0">',
  '<channel>',
  '<item>',
  '<title>',
  '</title>',
  '<![CDATA[',
  ']]>',
  '<!--',
  '-->',
  '<?xml version="1.0"?>',
  '<!DOCTYPE a [',
  ']>',
  '<urlset>',
  '<url><loc>',
  '</loc>',
  '<feed xmlns="http://www.w3.org/2005/Atom">',
  '<entry>',
  '<link href="',
  '"/>',
  '<html>',
  '<a href="/x-y-z-w">',
  '<script type="application/ld+json">',
  '{"items":[',
  '{',
  '}',
  '&#xFFFFFFF;',
  '&amp;',
  '\0',
)

test('any bytes have a result, within limits', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc.array(fc.oneof(pieces, fc.string()), { maxLength: 40 }).map((parts) => Buffer.from(parts.join(''))),
  )
  fc.assert(
    fc.property(bytes, fc.option(fc.string(), { nil: undefined }), (content, contentType) => {
      // CPU time in microseconds, which a busy machine doesn't inflate.
      const before = process.cpuUsage()
      const listing = readListing({ bytes: content, contentType, url })
      const items = 'error' in listing ? [] : listing.items
      expect(items.filter(({ url: found = 'http:' }) => !/^https?:/.test(found))).toEqual([])
      expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
    }),
    { numRuns: 400 },
  )
})
