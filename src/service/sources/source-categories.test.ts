import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { matchArticles } from '../articles/matching.ts'
import { readVersions } from '../articles/store.ts'
import type { Database } from '../database/database.ts'
import { createGate } from '../../testing/create-gate.ts'
import { interruptDatabase } from '../testing/faulty-database.ts'
import { createDatabase, hasPostgres } from '../testing/postgres-cluster.ts'
import { openTestDatabase } from '../testing/test-jobs.ts'
import type { TestSite } from '../testing/test-site.ts'
import { page, prose, rss } from '../testing/test-site.ts'
import type { TestSources } from '../testing/test-sources.ts'
import {
  countWaiting,
  openSourcesForEachTest,
  openTestSources,
  storedArticles,
} from '../testing/test-sources.ts'

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

async function found(category: string, where: Database = database): Promise<string[]> {
  const wanted = { keywords: [], category, articleCount: 10, idsToSkip: Buffer.alloc(0) }
  const { versionIds } = await matchArticles(where, wanted)
  const { versions } = await readVersions(where, versionIds, 1_000_000)
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
  const [asked, ask] = createGate()
  const [mayAnswer, answer] = createGate()
  site.routes['/bridge'] = (_headers, response) => {
    ask()
    void mayAnswer.then(() =>
      response.setHeader('Content-Type', 'text/html').end(page('Bridge closed', prose(1))),
    )
    return undefined
  }
  site.routes['/feed'] = rss([bridge])
  const { source } = await sources.add(`${site.url}/feed`, 'Newz')
  await database.query(`update sources set due_at = now() + interval '1 day'`)
  const refreshed = sources.refresh(source.id)
  await asked
  await sources.setCategory(source.id, 'News')
  answer()

  expect(await refreshed).toMatchObject({ added: 0 })
  expect((await sources.find(source.id)).dueAt.getTime()).toBeLessThanOrEqual(Date.now())
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

describe.skipIf(!hasPostgres)('with two processes', () => {
  let databases: [Database, Database]

  beforeAll(async () => {
    const databaseUrl = await createDatabase()
    databases = [await openTestDatabase({ databaseUrl }), await openTestDatabase({ databaseUrl })]
  })
  afterAll(async () => {
    for (const one of databases) await one.close()
  })

  /** Sources of the first process, which stop before the statements that match until they may go on. */
  function openHeld(pattern: RegExp) {
    const [reached, reach] = createGate()
    const [mayGoOn, goOn] = createGate()
    const held = interruptDatabase(databases[0], async (text, moment) => {
      if (moment !== 'before' || !pattern.test(text)) return
      reach()
      await mayGoOn
    })
    return { held: openTestSources(held), reached, goOn }
  }

  test('a source that lists an article just now keeps it in its category when another one moves', async () => {
    site.routes['/bridge'] = page('Bridge closed', prose(1))
    site.routes['/feed'] = rss([bridge])
    site.routes['/other'] = rss([bridge])
    const others = openTestSources(databases[1])
    const { source: first } = await others.add(`${site.url}/feed`, 'Newz')
    await others.refresh(first.id)
    const { source: second } = await others.add(`${site.url}/other`, 'Newz')
    const { held, reached, goOn } = openHeld(/update source_items set state = given/)
    const refreshed = held.refresh(second.id)
    await reached
    let hasMoved = false
    const moved = others.setCategory(first.id, 'News').then(() => (hasMoved = true))
    await expect.poll(async () => hasMoved || (await countWaiting(databases[1])) > 0).toBe(true)
    goOn()

    await Promise.all([refreshed, moved])
    expect(await found('Newz', databases[1])).toEqual(['Bridge closed'])
    expect(await found('News', databases[1])).toEqual(['Bridge closed'])
  })

  test('a folder that is being imported is imported once more, in its new category', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'article-desk-category-'))
    writeFileSync(join(folder, 'weir.txt'), 'The weir.')
    const others = openTestSources(databases[1])
    await others.noteFolder(folder, 'Rivers', { added: 0, changed: 0, refused: [] })
    const { id } = (await others.list()).find(({ kind }) => kind === 'folder')!
    const { held, reached, goOn } = openHeld(/from articles where source_key = any/)
    const imported = held.refresh(id)
    await reached
    await (
      await others.setCategory(id, 'Water')
    ).imported
    goOn()

    await imported
    expect(await found('Rivers', databases[1])).toEqual([])
    expect(await found('Water', databases[1])).toEqual(['weir'])
    rmSync(folder, { recursive: true })
  })
})

const dayMs = 24 * 3_600_000
