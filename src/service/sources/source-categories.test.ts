import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { matchArticles } from '../articles/matching.ts'
import { readVersions } from '../articles/store.ts'
import type { Database } from '../database/database.ts'
import type { TestSite } from '../testing/test-site.ts'
import { page, prose, rss } from '../testing/test-site.ts'
import type { TestSources } from '../testing/test-sources.ts'
import { openSourcesForEachTest, storedArticles } from '../testing/test-sources.ts'

let database: Database
let site: TestSite
let sources: TestSources

openSourcesForEachTest((opened) => ({ database, site, sources } = opened))

const bridge = { title: 'Bridge closed', link: '/bridge', date: '2024-03-01T08:00:00Z' }
const storm = { title: 'Storm', link: '/storm', date: '2024-03-02T08:00:00Z' }

async function collect(path: string, category: string, entries: Parameters<typeof rss>[0]): Promise<number> {
  site.routes['/bridge'] ??= page('Bridge closed', prose(1))
  site.routes['/storm'] ??= page('Storm', prose(2))
  site.routes[path] = rss(entries)
  const { source } = await sources.add(`${site.url}${path}`, category)
  await sources.refresh(source.id)
  return source.id
}

async function found(category: string): Promise<string[]> {
  const wanted = { keywords: [], category, articleCount: 10, idsToSkip: Buffer.alloc(0) }
  const { versionIds } = await matchArticles(database, wanted)
  const { versions } = await readVersions(database, versionIds, 1_000_000)
  return versions.map(({ title }) => title)
}

test('an article has the category of each source that lists it, also once its date changes', async () => {
  const id = await collect('/feed', 'News', [bridge, storm])
  await collect('/traffic', ' Ｔraffic ', [bridge, storm])
  await collect('/all', '', [bridge])

  expect(await found('News')).toEqual(['Storm', 'Bridge closed'])
  expect(await found('traffic')).toEqual(['Storm', 'Bridge closed'])
  site.routes['/feed'] = rss([{ ...bridge, title: 'Bridge open', date: '2024-03-03T08:00:00Z' }, storm])
  site.routes['/bridge'] = page('Bridge open', prose(1))
  sources.putForward(dayMs)
  await sources.refresh(id)

  expect(await found('News')).toEqual(['Bridge open', 'Storm'])
  expect(await found('traffic')).toEqual(['Bridge open', 'Storm'])
  expect(await found('')).toHaveLength(2)
  // The same feed once more, in another category.
  await sources.remove(id)
  await collect('/feed', 'Region', [bridge, storm])
  expect(await found('region')).toEqual(['Bridge open', 'Storm'])
})

test('a source moves to another category with its articles, but for those that another source has in the former', async () => {
  const id = await collect('/feed', 'Newz', [bridge, storm])
  await collect('/other', 'newz', [bridge])
  await sources.setCategory(id, ' News ')

  expect(await sources.find(id)).toMatchObject({ category: 'News' })
  expect(await found('News')).toEqual(['Storm', 'Bridge closed'])
  expect(await found('Newz')).toEqual(['Bridge closed'])
  await sources.setCategory(id, 'NEWS')
  expect(await found('News')).toEqual(['Storm', 'Bridge closed'])
  await sources.setCategory(id, '')
  expect(await found('News')).toEqual([])
  expect(await found('')).toEqual(['Storm', 'Bridge closed'])
})

test('neither a correction nor a new article brings the former category back', async () => {
  const id = await collect('/feed', 'Newz', [bridge])
  await sources.setCategory(id, 'News')
  site.routes['/feed'] = rss([{ ...bridge, title: 'Bridge open', date: '2024-03-03T08:00:00Z' }, storm])
  site.routes['/bridge'] = page('Bridge open', prose(1))
  sources.putForward(dayMs)

  expect(await sources.refresh(id)).toMatchObject({ added: 1, changed: 1 })
  expect(await found('News')).toEqual(['Bridge open', 'Storm'])
  expect(await found('Newz')).toEqual([])
})

test('a refresh under way ends, and the next one collects what it left in the new category', async () => {
  let isAsked = (): void => undefined
  const asked = new Promise<void>((resolve) => (isAsked = resolve))
  let answer = (): void => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  site.routes['/bridge'] = (_headers, response) => {
    isAsked()
    void answered.then(() =>
      response.setHeader('Content-Type', 'text/html').end(page('Bridge closed', prose(1))),
    )
    return undefined
  }
  site.routes['/feed'] = rss([bridge])
  const { source } = await sources.add(`${site.url}/feed`, 'Newz')
  const refreshed = sources.refresh(source.id)
  await asked
  await sources.setCategory(source.id, 'News')
  answer()

  expect(await refreshed).toMatchObject({ added: 0 })
  expect(await sources.refresh(source.id)).toMatchObject({ added: 1 })
  expect(await found('Newz')).toEqual([])
  expect(await found('News')).toEqual(['Bridge closed'])
})

test('the articles of a folder move too, except those that name a category themselves', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'article-desk-category-'))
  writeFileSync(join(folder, 'weir.txt'), 'The weir.')
  writeFileSync(join(folder, 'eel.md'), '---\ncategory: Animals\n---\nThe eel.')
  const none = { added: 0, changed: 0, refused: [] }
  await sources.noteFolder(folder, 'Rivers', none)
  const { id } = (await sources.list())[0]!
  await sources.refresh(id)
  await (
    await sources.setCategory(id, 'Water')
  ).imported

  expect([await found('Rivers'), await found('Water'), await found('Animals')]).toEqual([
    [],
    ['weir'],
    ['eel'],
  ])
  expect(await storedArticles(database)).toHaveLength(2)
  rmSync(folder, { recursive: true })
  await expect(sources.setCategory(id, 'Sea')).rejects.toThrow(`The service can’t read ${folder} (ENOENT).`)
  expect(await sources.find(id)).toMatchObject({ category: 'Water' })
})

test('a source that is gone and a category that no job could ask for are refused in words', async () => {
  const id = await collect('/feed', 'News', [bridge])

  await expect(sources.setCategory(id, 'x'.repeat(201))).rejects.toThrow(
    'The category is too long: a job can only ask for one of at most 200 characters.',
  )
  await expect(sources.setCategory(id + 1, 'News')).rejects.toThrow(`There is no source ${id + 1}.`)
  expect(await found('News')).toEqual(['Bridge closed'])
})

const dayMs = 24 * 3_600_000
