import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readOpml, writeOpml } from './opml.ts'
import type { Source } from './source.ts'

test('feeds are read with the names of their folders', () => {
  expect(
    readOpml(`<?xml version="1.0"?><!DOCTYPE opml [<!ENTITY a "b">]><opml version="2.0"><head><title>Mine</title></head><body>
      <outline text="Food &amp; drink"><outline text="Bread" type="rss" xmlUrl="https://bread.test/feed?a=1&amp;b=2" htmlUrl="https://bread.test/"/>
        <outline text="Deeper"><outline title="Salt" xmlUrl="https://salt.test/feed"/></outline></outline>
      <outline text="Alone" category="News" xmlUrl="https://alone.test/feed"/>
      <outline text="Search" xmlUrl="https://search.test/?q={keywords}"/>
      <outline text="Old" xmlUrl="feed://old.test/feed"/><outline text="Both" xmlUrl="feed:https://both.test/feed"/>
      <outline text="No feed"/><outline text="Bad" xmlUrl="javascript:alert(1)"/><outline text="File" xmlUrl="file:///etc/passwd"/>
      <outline text="Typed" xmlUrl="www.example.test/feed"/>
    </body></opml>`),
  ).toEqual({
    feeds: [
      { kind: 'feed', address: 'https://bread.test/feed?a=1&b=2', title: 'Bread', category: 'Food & drink' },
      { kind: 'feed', address: 'https://salt.test/feed', title: 'Salt', category: 'Deeper' },
      { kind: 'feed', address: 'https://alone.test/feed', title: 'Alone', category: 'News' },
      { kind: 'search', address: 'https://search.test/?q={keywords}', title: 'Search', category: '' },
      { kind: 'feed', address: 'http://old.test/feed', title: 'Old', category: '' },
      { kind: 'feed', address: 'https://both.test/feed', title: 'Both', category: '' },
    ],
    unusable: ['javascript:alert(1)', 'file:///etc/passwd', 'www.example.test/feed'],
  })
})

test.each([
  ['/Boston/Weather,/News', 'Weather'],
  ['/News', 'News'],
  ['Food, drink and/or bread', 'Food, drink and/or bread'],
  ['', 'Folder'],
])('the category %s is %s', (written, category) => {
  const opml = `<opml><body><outline text="Folder"><outline category="${written}" xmlUrl="https://a.test/"/></outline></body></opml>`
  expect(readOpml(opml)).toMatchObject({ feeds: [{ category }] })
})

const folder = { kind: 'folder', address: '/home/me', title: '', category: '' }

test('an export is read back as it was, every kind of source, except folders', () => {
  const named = [
    { kind: 'feed', address: 'https://a.test/feed?x=1&y=2', title: 'A <b>', category: 'Food' },
    { kind: 'sitemap', address: 'https://b.test/sitemap.xml', title: 'B', category: 'Food' },
    { kind: 'page', address: 'https://c.test/', title: 'C "c"', category: 'News' },
    { kind: 'search', address: 'https://d.test/?q={keywords}', title: 'D', category: 'News' },
    { kind: 'feed', address: 'https://e.test/feed', title: 'E', category: '' },
  ] as const
  expect(readOpml(writeOpml([...named, folder] as unknown as Source[]) ?? '')).toEqual({
    feeds: named,
    unusable: [],
  })
})

test('an export of more than 10,000 sources is read back as a whole', () => {
  const sources = Array.from({ length: 10_001 }, (_, n) => ({ kind: 'feed', address: `https://${n}.test/` }))
  const opml = writeOpml(
    sources.map((source) => ({ ...source, title: '', category: '' })) as unknown as Source[],
  )
  expect(readOpml(opml ?? '')).toMatchObject({ feeds: { length: 10_001 } })
})

test('an export takes time in proportion to its sources', () => {
  const source = { kind: 'feed', address: 'https://a.test/feed', title: 'A', category: 'News' }
  const sources = Array.from({ length: 40_000 }, () => source) as unknown as Source[]
  const before = process.cpuUsage()
  writeOpml(sources)
  const { user, system } = process.cpuUsage(before)
  // A third of a second; twelve when each copied the list of those before it.
  expect((user + system) / 1_000).toBeLessThan(4_000)
})

test('there is nothing to export if all sources are folders', () => {
  expect(writeOpml([folder as unknown as Source])).toBeUndefined()
})

test('a file that is too long is refused, rather than imported in part', () => {
  const opml = `<opml><body><outline xmlUrl="https://a.test/feed"/></body></opml>`

  expect(readOpml(opml)).toMatchObject({ feeds: { length: 1 } })
  expect(readOpml(opml + ' '.repeat(20 * 2 ** 20))).toEqual({ error: 'is larger than 20 MiB' })
})

test('half a million characters of document types take almost no time', () => {
  const before = process.cpuUsage()
  readOpml('<!doctype'.repeat(60_000))
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
})

test('any text has a result', () => {
  expect(readOpml('<html>')).toEqual(expect.anything())
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(fc.string(), fc.constantFrom('<opml>', '<body>', '<outline ', 'xmlUrl="', '"/>', '</')),
      ),
      (parts) => {
        expect(readOpml(parts.join(''))).toBeDefined()
      },
    ),
    { numRuns: 200 },
  )
})
