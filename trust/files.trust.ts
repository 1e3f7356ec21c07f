import { seededRandom } from '../bench/seeded-random.ts'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { openBackup } from '../src/desk/files/read-backup.ts'
import { asText, makeFile, sampleArticle } from '../src/desk/files/testing/sample-articles.ts'
import { seed, trial } from './guarantee.ts'

const guarantee = 'files are safe to open'

const before = ['', ' ', '\t', '\r\n', "'", "''", '\u00a0', '\ufeff', '\u0000', '\u200b', '"', '\n ']
const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
const after = [
  '1+1',
  "cmd|' /C calc'!A0",
  'HYPERLINK("https://evil.example")',
  'SUM(A1)',
  'WEBSERVICE("https://evil.example")',
  '',
]

function hostileCells(count: number): string[] {
  const random = seededRandom(seed)
  const oneOf = (choices: readonly string[]) => choices[Math.floor(random() * choices.length)]!
  return Array.from({ length: count }, () => oneOf(before) + oneOf(before) + oneOf(signs) + oneOf(after))
}

/** Characters that make a spreadsheet take a cell for a formula, even after white space. */
const isFormula = (cell: string): boolean => /^[\s\ufeff]*[=+\-@＝＋－＠]/u.test(cell.replaceAll('\0', ''))

async function tableOf(cells: readonly string[]): Promise<string> {
  const articles = cells.map((cell, id) => ({
    ...sampleArticle,
    id,
    title: cell,
    text: cell,
    note: cell,
    category: cell,
  }))
  return asText(await makeFile(articles, { format: 'csv' }))
}

trial(
  guarantee,
  'hostile cells in a table, by what begins a formula',
  { quick: 500, whole: 5_000 },
  async (count) => {
    const table = await tableOf(hostileCells(count))
    const cells = Array.from(table.matchAll(/"((?:[^"]|"")*)"/g), ([, cell = '']) =>
      cell.replaceAll('""', '"'),
    )
    expect(cells.length).toBeGreaterThanOrEqual(4 * count)
    expect(cells.filter(isFormula)).toEqual([])
    return '0 formulas'
  },
)

const office = ['soffice', 'libreoffice'].find((program) => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})

trial(
  guarantee,
  'hostile cells, opened and saved by LibreOffice',
  { quick: 0, whole: 5_000, lacks: office ? undefined : 'no LibreOffice here' },
  async (count) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'article-desk-cells-'))
    try {
      const file = path.join(folder, 'cells.csv')
      writeFileSync(file, await tableOf(hostileCells(count)))
      execFileSync(office!, ['--headless', '--convert-to', 'fods', '--outdir', folder, file], {
        stdio: 'ignore',
      })
      expect(readFileSync(path.join(folder, 'cells.fods'), 'utf8')).not.toMatch(/table:formula=/)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    return '0 formulas'
  },
)

const header = '{"format":"article-desk-backup","version":1,"account":"a","madeAt":""}\n'
const bombs: Readonly<Record<string, () => Buffer>> = {
  'a line of 400 MB': () => gzipSync(Buffer.concat([Buffer.from(header), Buffer.alloc(400 * 2 ** 20, 'a')])),
  'a million lines': () => gzipSync(Buffer.from(header + '{"kind":"mark","value":[1,{}]}\n'.repeat(10 ** 6))),
  nesting: () =>
    gzipSync(Buffer.from(`${header}{"kind":"mark","value":${'['.repeat(10 ** 6)}${']'.repeat(10 ** 6)}}\n`)),
  'no backup': () => Buffer.alloc(50 * 2 ** 20, 7),
}
const memoryLimit = 600 * 2 ** 20

trial(guarantee, 'bombs among the backups that are read', { quick: 2, whole: 4 }, async (count) => {
  let most = 0
  for (const [name, make] of Object.entries(bombs).slice(-count)) {
    const file = new Blob([new Uint8Array(make())])
    const memory = () => process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed
    const startedWith = memory()
    try {
      const backup = await openBackup(file, new Set(['mark']))
      let read = 0
      for await (const _ of backup.records)
        // A request takes longer than reading a record.
        if ((read += 1) % 1_000 === 0) most = Math.max(most, memory() - startedWith)
    } catch (error) {
      expect((error as Error).name, name).toBe('UnreadableBackup')
    }
    most = Math.max(most, memory() - startedWith)
    expect(most, name).toBeLessThan(memoryLimit)
  }
  return `at most ${Math.round(most / 2 ** 20)} MB more memory`
})
