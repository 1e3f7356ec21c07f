import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { trySource } from './try-source.ts'
import type { TestSite } from '../testing/test-site.ts'
import { asHtml, page, prose, rss, sitemap, startSite } from '../testing/test-site.ts'

let site: TestSite
let folder: string

beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'article-desk-try-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function tried(
  target: string,
  json = true,
  allowPrivateHosts: readonly string[] = ['127.0.0.1'],
): Promise<string[]> {
  const lines: string[] = []
  const options = { target, json, cwd: folder, contact: undefined, allowPrivateHosts }
  await trySource(options, (line) => lines.push(line))
  return lines
}

const asJson = async (target: string) =>
  (await tried(target)).map((line) => JSON.parse(line) as Record<string, string>)

test('an address yields every article, or why there is none, as one line of JSON each', async () => {
  site.routes['/feed'] = rss([
    { title: 'Rain on the bridge', link: '/a' },
    { title: 'Not there', link: '/b' },
  ])
  site.routes['/a'] = page('Rain on the bridge', prose(1))
  expect(await asJson(`${site.url}/feed`)).toEqual([
    {
      url: `${site.url}/a`,
      title: 'Rain on the bridge',
      text: prose(1).join('\n\n'),
      date: '2024-05-06T10:00:00.000Z',
    },
    { url: `${site.url}/b`, refused: expect.any(String) },
  ])
  expect(await asJson(`${site.url}/nothing`)).toEqual([
    { url: `${site.url}/nothing`, refused: expect.stringContaining('404') },
  ])
})

test('as text, the kind, the signature, and the first and last lines are shown', async () => {
  site.routes['/feed'] = rss([{ title: 'Rain on the bridge', link: '/a' }])
  site.routes['/a'] = page('Rain on the bridge', [
    ...prose(1),
    'About the author: Ada Example is a reporter at The Agency and lives in Berlin.',
  ])
  const words = (await tried(`${site.url}/feed`, false)).join('\n')

  expect(words).toContain('FEED  The Test Paper')
  expect(words).toContain('1  Rain on the bridge')
  expect(words).toMatch(/2024-05-06, en, \d{3} words, signature from "About the author/)
  expect(words).toContain(`First  "${prose(1)[0]!.slice(0, 50)}`)
  expect(words).toContain('1 article, 0 refused. Nothing was saved.')
})

test('a folder of saved pages, feeds and sitemaps is read, compressed ones too, and nothing is fetched', async () => {
  mkdirSync(join(folder, 'deep'))
  const html = asHtml(prose(4))
  writeFileSync(join(folder, 'a.html'), page('Page number one', prose(2)))
  writeFileSync(join(folder, 'deep/b.html.gz'), gzipSync(page('Page number two', prose(3))))
  writeFileSync(
    join(folder, 'c.xml'),
    String(
      rss([
        { title: 'In the feed', link: 'https://x.test/c', html },
        { title: 'Named', link: 'https://x.test/d' },
      ]).body,
    ),
  )
  writeFileSync(join(folder, 'e.json'), '{"version":"https://jsonfeed.org/version/1","title":"T","items":[]}')
  writeFileSync(join(folder, 'f.xml'), 'Not XML.')
  writeFileSync(join(folder, 'g.html.gz'), 'Not packed.')
  writeFileSync(join(folder, 'notes.txt'), 'Not read.')

  const lines = await asJson(folder)
  expect(
    lines.map(({ file, url, title, refused }) => [(file ?? url)!.replace(folder, ''), title ?? refused]),
  ).toEqual([
    ['/a.html', 'Page number one'],
    ['https://x.test/c', 'In the feed'],
    ['https://x.test/d', 'is named without its text'],
    ['/deep/b.html.gz', 'Page number two'],
    ['/f.xml', 'is neither a feed, nor a sitemap, nor a page'],
    ['/g.html.gz', expect.stringContaining("can't be read")],
  ])
  expect(lines[0]?.['text']).toBe(prose(2).join('\n\n'))
  expect(await asJson(join(folder, 'a.html'))).toHaveLength(1)
})

test('a text that is too long to be saved is refused, as it would be when it is collected', async () => {
  const items = [
    { id: 'book', url: 'https://x.test/book', title: 'A book', content_text: 'word '.repeat(250_000) },
  ]
  const feed = { version: 'https://jsonfeed.org/version/1', title: 'Books', items }
  writeFileSync(join(folder, 'books.json'), JSON.stringify(feed))

  expect(await asJson(folder)).toEqual([
    { url: 'https://x.test/book', refused: 'has a text of more than 1000000 characters' },
  ])
})

test('an empty folder and a missing one are not mistaken for a host', async () => {
  expect(await tried(folder, false)).toEqual([
    'It holds no page, feed or sitemap.',
    '0 articles, 0 refused. Nothing was saved.',
  ])
  await expect(tried('./not-there')).rejects.toThrow('There is no file or folder ./not-there.')
  expect(await tried(`${site.url}/nothing`, false)).toEqual([
    expect.stringContaining('404'),
    '0 articles, 0 refused. Nothing was saved.',
  ])
})

test('the refusal of a private address says how to allow it', async () => {
  expect(await tried(`${site.url}/feed`, false, [])).toContain(
    `${site.url}/feed leads to a private address (127.0.0.1): allow it with --allow-private HOST, at the start of the service if it is running.`,
  )
})

test('text repeated on most pages of a site is cut, and shown', async () => {
  const box =
    'This story belongs to our series on the rivers of the north, which goes on until the end of winter.'
  site.routes['/feed'] = rss(
    Array.from({ length: 5 }, (_, n) => ({ title: `Story number ${n}`, link: `/${n}` })),
  )
  for (let n = 0; n < 5; n += 1)
    site.routes[`/${n}`] = page(`Story number ${n}`, [prose(50 + n)[0]!, box, ...prose(60 + n)])

  expect(
    (await tried(`${site.url}/feed`, false)).filter((line) => line.includes(`Cut    "${box}"`)),
  ).toHaveLength(5)
})

test('of an index of sitemaps, articles of the newest that names any are tried', async () => {
  const index = (paths: readonly string[]) => ({
    body: `<sitemapindex>${paths.map((path) => `<sitemap><loc>${site.url}${path}</loc></sitemap>`).join('')}</sitemapindex>`,
  })
  site.routes['/index'] = index(['/gone', '/nested'])
  site.routes['/nested'] = index(['/empty', '/newest', '/older'])
  site.routes['/empty'] = sitemap([])
  site.routes['/newest'] = sitemap([`${site.url}/a`])
  site.routes['/a'] = page('Rain on the bridge', prose(1))
  const words = await tried(`${site.url}/index`, false)

  expect(words[1]).toBe(`${site.url}/index is a sitemap. It lists 2 further sitemaps.`)
  expect(words).toContain('1  Rain on the bridge')
  expect(words.at(-1)).toBe('1 article, 0 refused. Nothing was saved.')
})
