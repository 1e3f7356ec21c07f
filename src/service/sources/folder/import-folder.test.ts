import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '../../database/database.ts'
import { interruptDatabase } from '../../testing/faulty-database.ts'
import { createDatabase, hasPostgres } from '../../testing/postgres-cluster.ts'
import { openTestDatabase } from '../../testing/test-jobs.ts'
import { openTestSources } from '../../testing/test-sources.ts'
import { importFolder } from './import-folder.ts'

let database: Database
let folder: string

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'article-desk-folder-'))
  await database.query('truncate articles, article_versions restart identity cascade')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), content)
}

const importIt = (category?: string) => importFolder(database, { path: folder, category })

const nothing = { added: 0, changed: 0, refused: [] }

async function stored() {
  const { rows } = await database.query<{
    id: number
    title: string
    text: string
    category: string
    published: Date
  }>(
    `select articles.id, title, text, category, published_at as published
    from articles join article_versions on article_versions.id = version_id order by articles.id`,
  )
  return rows
}

test('articles of every kind are imported, even from subfolders', async () => {
  write('a.md', '---\ntitle: 1984\ncategory: Books\npublished: 2024-05-07\n---\n\nFirst.\n\nSecond.\n')
  write('b.md', '# A heading #\n\nText.')
  write('deep/er/c.txt', 'A title\r\n\r\nLine one\r\nline two\r\n')
  write('deep/old-bread_recipes.txt', 'No title here, but a long line of text.\nAnd another.')
  write(
    'e.html',
    '<title>Site</title><main><h1>Page</h1><p>One<br>two</p><script>no()</script><p>Three</main>',
  )
  write(
    'f.json',
    JSON.stringify([
      { title: 'J1', text: 'One.', category: 'Own' },
      { title: 'J2', text: 'Two.' },
    ]),
  )
  write(
    'g.jsonl',
    '{"title":"L1","text":"One."}\n\n{"title":"L2","text":"Two.","published":"2020-01-31T00:00:00Z"}\n',
  )

  expect(await importIt('Mine')).toEqual({ files: 7, added: 9, changed: 0, unchanged: 0, refused: [] })
  const rows = await stored()
  expect(rows.map(({ title, text, category }) => [title, text, category])).toEqual([
    ['1984', 'First.\n\nSecond.', 'Books'],
    ['A heading', 'Text.', 'Mine'],
    ['A title', 'Line one\nline two', 'Mine'],
    ['old bread recipes', 'No title here, but a long line of text.\nAnd another.', 'Mine'],
    ['Page', 'One\ntwo\n\nThree', 'Mine'],
    ['J1', 'One.', 'Own'],
    ['J2', 'Two.', 'Mine'],
    ['L1', 'One.', 'Mine'],
    ['L2', 'Two.', 'Mine'],
  ])
  expect(rows[0]?.published).toEqual(new Date('2024-05-07'))
  expect(rows[8]?.published).toEqual(new Date('2020-01-31'))
})

test('a heading of Markdown may be underlined, or as long as a title can be', async () => {
  const long = 'a long heading '.repeat(33).trim()
  write('a.md', 'Underlined\n==========\n\nText.')
  write('b.md', `# ${long}\n\nText.`)
  write('c.md', `# ${long} and more\n\nText.`)
  await importIt()

  expect((await stored()).map(({ title, text }) => [title, text])).toEqual([
    ['Underlined', 'Text.'],
    [long, 'Text.'],
    ['c', `# ${long} and more\n\nText.`],
  ])
})

test('a text in JSON that is HTML is stored as plain text, and one that only has tags in it as it is', async () => {
  const texts = [
    '<p>Prices rose by 3&nbsp;%.</p>\n<p>Then they <em>fell</em>: 5 &lt; 6.</p><script>no()</script>',
    'A List<T> holds things of type <T>.\n\nIt is sorted if a < b for each a and the b after it.',
    'A box:\n\n<div class="box"><p>Anything</p></div>\n\nThat was the box.',
  ]
  write('a.json', JSON.stringify(texts.map((text) => ({ title: 'A', text }))))
  write('b.jsonl', JSON.stringify({ title: 'B', text: texts[0] }))
  write('c.json', JSON.stringify({ title: 'C', text: '<p><img src="a.png"></p>' }))

  const { refused } = await importIt()
  const plain = 'Prices rose by 3\u00a0%.\n\nThen they fell: 5 < 6.'
  expect((await stored()).map(({ text }) => text)).toEqual([plain, texts[1], texts[2], plain])
  expect(refused).toEqual([{ file: 'c.json', reason: 'has no text' }])
})

test('a date without a zone is one of UTC, wherever the service runs', async () => {
  vi.stubEnv('TZ', 'America/New_York')
  onTestFinished(() => void vi.unstubAllEnvs())
  write('a.md', '---\ntitle: A\npublished: 2024-05-07 09:00\n---\nText.')
  write('b.json', JSON.stringify({ title: 'B', text: 'Text of B.', published: '2024-05-07T09:00' }))
  write('c.jsonl', '{"title":"C","text":"Text of C.","published":"2024-05-07T09:00+02:00"}')
  expect(await importIt()).toMatchObject({ added: 3, refused: [] })

  expect((await stored()).map(({ published }) => published.toISOString())).toEqual([
    '2024-05-07T09:00:00.000Z',
    '2024-05-07T09:00:00.000Z',
    '2024-05-07T07:00:00.000Z',
  ])
})

// Most other file systems have no such times.
test.skipIf(!existsSync('/dev/shm'))(
  'a file time that no database can store costs only that date',
  async () => {
    const path = mkdtempSync('/dev/shm/article-desk-folder-')
    onTestFinished(() => rmSync(path, { recursive: true }))
    writeFileSync(join(path, 'a.txt'), 'One\n\nText.')
    utimesSync(join(path, 'a.txt'), new Date(), new Date(Date.UTC(12_000, 0)))
    expect(await importFolder(database, { path })).toMatchObject({ added: 1 })
  },
)

test('a second import duplicates nothing, and a changed text is still the same article', async () => {
  write('a.txt', 'One\n\nText.')
  write('b.jsonl', '{"title":"L1","text":"One."}\n{"title":"L2","text":"Two."}\n')
  await importIt()
  utimesSync(join(folder, 'a.txt'), new Date(), new Date(2000, 1, 1))
  expect(await importIt()).toMatchObject({ added: 0, changed: 0, unchanged: 3 })

  write(
    'b.jsonl',
    '{"title":"L1","text":"One."}\n{"title":"L2","text":"Two, changed."}\n{"title":"L3","text":"3"}',
  )
  expect(await importIt()).toMatchObject({ added: 1, changed: 1, unchanged: 2 })
  expect((await stored()).map(({ id, text }) => [id, text])).toEqual([
    [1, 'Text.'],
    [2, 'One.'],
    [3, 'Two, changed.'],
    [expect.any(Number), '3'],
  ])
})

test('repairing an unreadable line does not change the articles of the lines after it', async () => {
  const after = '\n{"title":"L2","text":"Two."}\n'
  write('a.jsonl', Buffer.from(`{"title":"L1","text":"Caf\xe9"}${after}`, 'latin1'))
  await importIt()
  const [before] = await stored()
  write('a.jsonl', `{"title":"L1","text":"Café"}${after}`)

  expect(await importIt()).toMatchObject({ added: 1, changed: 0, unchanged: 1 })
  expect((await stored()).find(({ text }) => text === 'Two.')?.id).toBe(before?.id)
})

test('JSON Lines in UTF-16, as PowerShell writes them, are read', async () => {
  const lines = ['L1', 'L2'].map((title) =>
    JSON.stringify({ title, text: `Café ${title}. ${'x'.repeat(600_000)}` }),
  )
  const littleEndian = Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`, 'utf16le')
  write('a.jsonl', littleEndian)
  write('b.jsonl', Buffer.from(littleEndian).swap16())

  expect(await importIt()).toMatchObject({ added: 4, refused: [] })
  expect((await stored()).map(({ text }) => text.slice(0, 8))).toEqual([
    'Café L1.',
    'Café L2.',
    'Café L1.',
    'Café L2.',
  ])
})

test('a text of ligatures, which grows when they are decomposed, can be searched too', async () => {
  // Distinct words of fifteen ligatures, chosen from two; each decomposes into four letters.
  const words = Array.from({ length: 15_000 }, (_, number) =>
    Array.from({ length: 15 }, (__, bit) => (number & (1 << bit) ? '\uFDFC' : '\uFDF2')).join(''),
  )
  write('a.txt', words.join(' '))

  expect(await importIt()).toMatchObject({ added: 1, refused: [] })
})

test('progress is reported batch by batch', async () => {
  write('many.jsonl', Array.from({ length: 450 }, (_, index) => `{"title":"${index}","text":"x"}`).join('\n'))
  const told: number[] = []
  await importFolder(database, { path: folder, onProgress: ({ added }) => told.push(added) })

  expect(told).toEqual([200, 400, 450])
})

test('an import fails with the last of several batches saved at once, and can be repeated', async () => {
  write('many.jsonl', Array.from({ length: 450 }, (_, index) => `{"title":"${index}","text":"x"}`).join('\n'))
  await database.query(`alter table article_versions add constraint refused check (title <> '449')`)
  try {
    await expect(importIt()).rejects.toThrow('"refused"')
  } finally {
    await database.query('alter table article_versions drop constraint refused')
  }

  expect(await importIt()).toMatchObject({ added: 50, unchanged: 400 })
})

test('an import in progress when the service stops finishes the current batch, is counted, and can be repeated', async () => {
  write(
    'many.jsonl',
    Array.from({ length: 5_000 }, (_, index) => `{"title":"${index}","text":"x"}`).join('\n'),
  )
  const sources = openTestSources(database)
  await sources.noteFolder(folder, '', nothing)
  const { id } = (await sources.list()).find(({ address }) => address === folder)!
  await sources.refreshSoon(id)
  const state = async () => (await sources.find(id)).importState
  expect(await state()).toBe('running')
  await expect.poll(async () => (await stored()).length).toBeGreaterThan(0)
  await sources.close()
  const { length } = await stored()

  expect(length).toBeLessThan(5_000)
  expect(await sources.find(id)).toMatchObject({ added: length, errors: 0 })
  expect(await state()).toBe('interrupted')
  expect(sources.lines).toEqual([])
  expect(await importIt()).toMatchObject({ added: 5_000 - length, unchanged: length })
})

test('an import that a killed service had begun counts as cut short, until the folder is read again', async () => {
  write('a.txt', 'Text.')
  const sources = openTestSources(database)
  await sources.noteFolder(folder, '', nothing)
  const { id } = (await sources.list()).find(({ address }) => address === folder)!
  const state = async () => (await sources.find(id)).importState
  const killed = interruptDatabase(database, (text) => {
    if (text.includes('set tried_at')) throw new Error('Killed before its end is written')
  })
  await expect(openTestSources(killed).refresh(id)).rejects.toThrow('Killed')
  expect(await state()).toBe('running')

  await sources.start()
  expect(await state()).toBe('interrupted')
  await sources.refresh(id)
  expect(await state()).toBe(null)
})

test('a folder added again with another category keeps that one when it is read again', async () => {
  write('a.txt', 'Text.')
  const sources = openTestSources(database)
  for (const category of ['Sport', 'News']) {
    await sources.noteFolder(folder, category, await importIt(category))
  }
  const { id } = (await sources.list()).find(({ address }) => address === folder)!
  await sources.refresh(id)

  expect(await sources.find(id)).toMatchObject({ category: 'News' })
  expect(await stored()).toMatchObject([{ category: 'News' }])
  await sources.close()
})

test('rejected files are named with the reason, and affect nothing else', async () => {
  write('good.txt', 'Good.')
  write('empty.txt', ' \n\n ')
  write('picture.png', 'x')
  write('latin1.txt', Buffer.from('Caf\xe9', 'latin1'))
  write('large.txt', 'x'.repeat(10 * 2 ** 20 + 1))
  write('large.html', 'x'.repeat(2 * 2 ** 20 + 1))
  write('long.txt', 'x '.repeat(600_000))
  write('broken.json', '{"title":')
  write(
    'mixed.json',
    '[{"title":"A","text":"Taken."}, 7, {"title":"B"}, {"text":"C"}, {"title":"D","text":" "}]',
  )
  write('lines.jsonl', '{"title":"A","text":"Taken."}\n{oops\n{"title":"B","text":1}\n')
  write('latin1.jsonl', Buffer.from('{"title":"A","text":"Caf\xe9"}', 'latin1'))
  write('matter.md', '---\ntitle: [a\n---\nText.')
  write('date.md', '---\npublished: soon\n---\nText.')
  write('nought.md', '---\npublished: 0000-01-01\n---\nText.')
  write('years.json', '[{"title":"A","text":"B","published":"+010000-01-01"}]')
  write('.hidden.txt', 'Hidden.')
  symlinkSync('/etc/hostname', join(folder, 'link.txt'))
  symlinkSync(folder, join(folder, 'loop'))

  const report = await importIt()
  expect((await stored()).map(({ text }) => text)).toEqual(['Good.', 'Taken.', 'Taken.'])
  expect(Object.fromEntries(report.refused.map(({ file, reason }) => [file, reason]))).toMatchObject({
    'empty.txt': 'has no text',
    'picture.png': 'is not .md, .txt, .html, .json or .jsonl',
    'latin1.txt': 'is not UTF-8 text; save it as UTF-8',
    'large.txt': 'is larger than 10 MiB',
    'large.html': 'is larger than 2 MiB',
    'long.txt': 'has a text of more than 1000000 characters',
    'broken.json': expect.stringMatching(/^is not JSON: /),
    'latin1.jsonl': 'line 1 is not UTF-8 text',
    'matter.md': expect.stringMatching(/^front matter, line \d: /),
    'date.md': 'front matter: published is not a date like 2024-05-07',
    'nought.md': 'has a date that is not within the years 1 to 9999',
    'years.json': 'has a date that is not within the years 1 to 9999',
    'link.txt': 'is a link; links are not followed',
    loop: 'is a link; links are not followed',
  })
  expect(report.refused.filter(({ file }) => /mixed|lines/.test(file)).map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^line 2 is not JSON: /),
    'line 3 has no text',
    'entry 2 is not an object',
    'entry 3 has no text',
    'entry 4 has no title',
    'entry 5 has no text',
  ])
})

test('a missing folder, or a path that is not a folder, is an error', async () => {
  write('a.txt', 'x')
  await expect(importFolder(database, { path: join(folder, 'none') })).rejects.toThrow('ENOENT')
  await expect(importFolder(database, { path: join(folder, 'a.txt') })).rejects.toThrow('is not a folder')
})

test.each(['z.md', 'z.jsonl'])(
  'a file that fails while it is read is skipped and reported: %s',
  async (name) => {
    const lines = Array.from({ length: 801 }, (_, n) => JSON.stringify({ title: 'T', text: `Text ${n}.` }))
    write('a.jsonl', lines.join('\n'))
    write(name, '')
    write('zz.md', 'The last text.')
    // Once the first batch is saved. A folder can be opened like a file, but not read.
    let isReplaced = false
    const onProgress = () => {
      if (isReplaced) return
      isReplaced = true
      rmSync(join(folder, name))
      mkdirSync(join(folder, name))
    }
    const report = await importFolder(database, { path: folder, onProgress })

    expect(report).toMatchObject({
      added: 802,
      refused: [{ file: name, reason: "can't be read (EISDIR)" }],
    })
  },
)

test.skipIf(!hasPostgres)('a batch that has to wait does not hold up the others', async () => {
  const articles = 1_000
  const writeVersion = (version: string) =>
    write(
      'many.jsonl',
      Array.from(
        { length: articles },
        (_, n) => `${JSON.stringify({ title: `Title ${n}`, text: `Text ${n}, ${version}.` })}\n`,
      ).join(''),
    )
  const databaseUrl = await createDatabase()
  const timeouts = { lock: 30_000, statement: 30_000, query: 40_000 }
  const [shared, other] = [
    await openTestDatabase({ databaseUrl, timeouts }),
    await openTestDatabase({ databaseUrl, timeouts }),
  ]
  writeVersion('as it was')
  await importFolder(shared, { path: folder })
  writeVersion('corrected')

  let changed = 0
  let importing: Promise<unknown> | undefined
  await other.transaction(async (tx) => {
    await tx.query('select from articles where id = (select min(id) from articles) for update')
    importing = importFolder(shared, { path: folder, onProgress: (report) => (changed = report.changed) })
    await expect.poll(() => changed).toBe(articles - 200)
  })
  await importing
  await Promise.all([shared.close(), other.close()])

  expect(changed).toBe(articles)
})
