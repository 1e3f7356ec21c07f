import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createAccounts } from '../accounts/accounts.ts'
import { createSettingsAccess } from '../accounts/settings-access.ts'
import type { Database } from '../database/database.ts'
import type { SourceSummary } from '../sources/source.ts'
import type { TestSite } from '../testing/test-site.ts'
import { rss } from '../testing/test-site.ts'
import type { TestSources } from '../testing/test-sources.ts'
import { openSourcesForEachTest, storedArticles } from '../testing/test-sources.ts'
import { runAnywhere } from './commands.ts'
import { readConfiguration } from './configuration.ts'
import { serveControl } from './control.ts'
import { source } from './source.ts'

let database: Database
let site: TestSite
let sources: TestSources
let folder: string
let printed: string[]

openSourcesForEachTest((opened) => ({ database, site, sources } = opened))
beforeEach(() => {
  printed = []
  folder = mkdtempSync(join(tmpdir(), 'article-desk-source-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const context = () => ({
  database,
  sources,
  accounts: createAccounts(database),
  settingsAccess: createSettingsAccess(database),
  address: 'http://localhost:4400',
  cwd: folder,
  print: (line: string) => void printed.push(line),
})

async function run(...args: string[]) {
  const command = source(args)
  const input = command.reads === undefined ? undefined : readFileSync(join(folder, command.reads))
  await command({ ...context(), input })
}

test.each([
  ['UTF-8 with a byte order mark', 'UTF-8', (text: string) => Buffer.from(`\uFEFF${text}`)],
  ['UTF-16', 'UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['Latin-1', 'ISO-8859-1', (text: string) => Buffer.from(text, 'latin1')],
])('an OPML file is read in the encoding that it declares: %s', async (_, encoding, encode) => {
  const outline = '<outline text="Café" category="Kultur für alle" xmlUrl="https://a.test/feed"/>'
  writeFileSync(
    join(folder, 'feeds.opml'),
    encode(
      `<?xml version="1.0" encoding="${encoding}"?>\n<opml version="2.0"><body>${outline}</body></opml>`,
    ),
  )
  await run('import', 'feeds.opml')

  expect(await sources.list()).toMatchObject([{ title: 'Café', category: 'Kultur für alle' }])
})

test('OPML is read and written where a command is typed, though the service may see other files there', async () => {
  const control = await serveControl(folder, ({ args, input }, print) =>
    source(args.slice(1))({ ...context(), cwd: join(folder, 'of-the-service'), input, print }),
  )
  onTestFinished(() => control.close())
  const configuration = readConfiguration({ DATA_DIR: folder, INIT_CWD: folder }, false)
  const type = (...args: string[]) =>
    runAnywhere(['source', ...args], configuration, (line) => printed.push(line))
  const outline = '<outline text="Café" xmlUrl="https://a.test/feed"/>'
  writeFileSync(join(folder, 'feeds.opml'), `<opml version="2.0"><body>${outline}</body></opml>`)
  await type('import', 'feeds.opml')
  await type('export', 'exported.opml')

  expect(printed).toEqual([
    '1 source added, 0 already there. They are checked while the service runs.',
    'Written to exported.opml.',
  ])
  expect(readFileSync(join(folder, 'exported.opml'), 'utf8')).toContain('xmlUrl="https://a.test/feed"')
})

test('an import names the addresses that it leaves out', async () => {
  const outlines = ['https://a.test/feed', 'www.b.test/feed', 'https://me:secret@c.test/feed'].map(
    (address) => `<outline xmlUrl="${address}"/>`,
  )
  writeFileSync(join(folder, 'feeds.opml'), `<opml version="2.0"><body>${outlines.join('')}</body></opml>`)
  await run('import', 'feeds.opml')

  expect(printed).toEqual([
    expect.stringMatching(/^1 source added, 0 already there\./),
    'Left out, since it is not a web address or contains a password: www.b.test/feed',
    'Left out, since it is not a web address or contains a password: https://me:secret@c.test/feed',
  ])
})

test.each([['list'], ['refresh', '1'], ['category', '1', 'Coast']])(
  'a category is refused where it would change nothing: %s',
  async (...args) => {
    await expect(run(...args, '--category', 'Coast')).rejects.toThrow('Usage: source add')
  },
)

test('a category that no job could ask for is refused before anything is added', async () => {
  const category = 'x'.repeat(201)
  const outline = (name: string) => `<outline text="A" category="${name}" xmlUrl="https://a.test/${name}"/>`
  writeFileSync(
    join(folder, 'feeds.opml'),
    `<opml><body>${outline('short')}${outline(category)}</body></opml>`,
  )
  writeFileSync(join(folder, 'a.txt'), 'An article.')
  const most = 'a job can only ask for one of at most 200 characters.'

  await expect(run('import', 'feeds.opml')).rejects.toThrow(
    `The category of https://a.test/${category} is too long: ${most}`,
  )
  await expect(run('import', 'feeds.opml', '--category', category)).rejects.toThrow(most)
  await expect(run('add', 'folder', '.', '--category', category)).rejects.toThrow(most)
  expect(await sources.list()).toEqual([])
  expect((await database.query('select from articles')).rowCount).toBe(0)

  await run('add', 'folder', '.', '--category', ` ${category.slice(1)} `)
  expect(await sources.list()).toHaveLength(1)
})

test.each(['./articles', 'C:\\articles', 'D:/articles'])('%s is a path, and no address', async (path) => {
  await expect(run('add', path)).rejects.toThrow(`${path} is a path.`)
})

test('a folder that is paused is not read again until it is resumed', async () => {
  writeFileSync(join(folder, 'a.txt'), 'An article.')
  await run('add', 'folder', '.')
  await run('pause', '1')
  writeFileSync(join(folder, 'b.txt'), 'Another.')

  await expect(run('refresh', '1')).rejects.toThrow('Source 1 is paused. Resume it first.')
  // As the page does, which may have been opened before.
  await expect(sources.refreshSoon(1)).rejects.toThrow('Source 1 is paused. Resume it first.')
  await run('resume', '1')
  await run('refresh', '1')
  expect(printed.at(-1)).toMatch(/^1 article added/)
})

test('a refresh says so if the site asks us to wait', async () => {
  const address = `${site.url}/feed`
  site.routes['/feed'] = rss([])
  await run('add', address)
  site.routes['/feed'] = { status: 429, headers: { 'Retry-After': '3600' } }

  await expect(run('refresh', '1')).rejects.toThrow(`${address} limits our requests (429).`)
  await expect(run('refresh', '1')).rejects.toThrow(`${address} asks us to wait; try again later.`)
})

test('a folder without a path is no address', async () => {
  await expect(run('add', 'folder', '--category', 'Coast')).rejects.toThrow('Usage: source add')
})

test('a folder is listed with what its imports added and refused, each refusal counted once', async () => {
  writeFileSync(join(folder, 'a.md'), '# One\n\nA text about lighthouses.')
  writeFileSync(join(folder, 'b.json'), '[{"title":"Two","text":"Of weirs."},{"title":"Three"}]')
  writeFileSync(join(folder, 'c.json'), '\0')
  await run('add', 'folder', '.', '--category', 'Coast')
  await run('list')
  expect(printed.at(-1)).toContain('\t2 new this week')
  const [{ id }] = (await sources.list()) as [SourceSummary]
  const { refused, refusals } = await sources.find(id)
  expect(refused).toBe(2)
  const reasons = () => refusals.map(({ title, address, reason }) => `${title} ${address} ${reason}`).sort()
  expect(reasons()).toEqual([
    'b.json null entry 2 has no text',
    expect.stringMatching(/^c\.json null is not JSON: /),
  ])

  writeFileSync(
    join(folder, 'b.json'),
    '[{"title":"Two","text":"Of weirs."},{"title":"Three","text":"Of locks."}]',
  )
  writeFileSync(join(folder, 'd.png'), 'x')
  await run('refresh', String(id))
  await run('add', 'folder', '.', '--category', 'Coast')
  const { rows } = await database.query('select added, changed, known, refused from source_days')
  expect(rows).toEqual([{ added: 3, changed: 0, known: 0, refused: 3 }])
  expect((await sources.find(id)).refusals.map(({ title }) => title).sort()).toEqual(['c.json', 'd.png'])
})

test('a source moves to another category, or to none, and a folder is imported again first', async () => {
  writeFileSync(join(folder, 'a.txt'), 'An article.')
  await run('add', 'folder', '.', '--category', 'Newz')
  const { id, address } = (await sources.list())[0]!
  printed = []
  await run('category', String(id), ' News ')
  expect(printed).toEqual([`Moved source ${id}, ${address}, with its articles, to the category "News".`])
  expect(await storedArticles(database)).toMatchObject([{ category: 'News' }])
  await run('category', String(id), '')

  expect(printed[1]).toBe(`Took the category from source ${id}, ${address}, and its articles.`)
  expect(await sources.list()).toMatchObject([{ category: '' }])
  await expect(run('category', String(id))).rejects.toThrow('source category ID NAME')
  await expect(run('pause', String(id), 'News')).rejects.toThrow('source category ID NAME')
})
