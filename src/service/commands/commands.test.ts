import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runAnywhere } from './commands.ts'
import { readConfiguration, UsageError } from './configuration.ts'
import { errorMessage } from './error-message.ts'

const title = '\u001b]0;Your key is needed\u0007'

test('what is printed of a file doesn’t command the terminal', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'article-desk-commands-'))
  onTestFinished(() => rm(cwd, { recursive: true }))
  await writeFile(join(cwd, 'feed.xml'), `<rss version="2.0"><channel><a${title} b="></channel></rss>`)
  const printed: string[] = []
  await runAnywhere(
    ['source', 'try', 'feed.xml'],
    readConfiguration({ DATA_DIR: cwd, INIT_CWD: cwd }, false),
    (line) => printed.push(line),
  )

  expect(printed.join('\n')).toContain('is not a well-formed feed')
  expect(printed.join('')).not.toMatch(/[^\P{Cc}\n\t]/u)
})

test('nor does an error', () => {
  expect(errorMessage(Object.assign(new Error(`a\tb\n${title}`), { name: 'SourceError' }))).toBe(
    'a\tb\n]0;Your key is needed',
  )
})

test.each([['sourc'], ['source', 'ad'], ['source', 'add', './articles'], ['account'], ['settings-link']])(
  'a command line that can’t be run opens no database: %s %s',
  async (...args) => {
    const cwd = await mkdtemp(join(tmpdir(), 'article-desk-commands-'))
    onTestFinished(() => rm(cwd, { recursive: true }))
    const configuration = readConfiguration({ DATA_DIR: join(cwd, 'data') }, false)

    await expect(runAnywhere(args, configuration, () => undefined)).rejects.toThrow(UsageError)
    expect(await readdir(cwd)).toEqual([])
  },
)

test('a link has the port that the configuration names', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'article-desk-commands-'))
  onTestFinished(() => rm(cwd, { recursive: true }))
  const configuration = readConfiguration({ DATA_DIR: join(cwd, 'data'), PORT: '8123' }, false)
  const printed: string[] = []
  for (const args of [
    ['account', 'add', 'one@example.org'],
    ['settings-link', 'one@example.org'],
  ])
    await runAnywhere(args, configuration, (line) => printed.push(line))

  expect(printed.at(-1)).toMatch(/^http:\/\/localhost:8123\/settings\?token=/)
})
