import { articleFile } from '../src/desk/files/article-file.ts'
import type { ArticleFormat } from '../src/desk/files/article-file-type.ts'
import type { BackupRecord } from '../src/desk/files/backup-format.ts'
import type { ExportArticle } from '../src/desk/files/export-article.ts'
import { openBackup } from '../src/desk/files/read-backup.ts'
import { allOf, inTurn } from '../src/desk/files/testing/sample-articles.ts'
import { backupFile } from '../src/desk/files/write-backup.ts'
import { type Figure, median } from './figures.ts'
import { seededRandom } from './seeded-random.ts'

const articleCount = 10_000
const articlesPerRecord = 100
const runs = 3

/**
 * Writes files of 10,000 articles of 3 KB in Node from articles in memory, compared with `JSON.stringify` of the same,
 * and reads a backup of them, compared with `JSON.parse` of it. Figures of compressed files include compression.
 */
export async function fileFigures(): Promise<Figure[]> {
  const articles = Array.from({ length: articleCount }, (_, id) => madeArticle(id))
  const json = JSON.stringify(articles)
  const writing = () => articles.map((article) => JSON.stringify(article)).join('\n').length
  const parsing = () => (JSON.parse(json) as unknown[]).length
  const figures: Figure[] = []
  const add = async (name: string, baseline: () => unknown, work: () => Promise<unknown>, budget?: number) =>
    figures.push({ name, unit: 'ms', budget, ...(await timedBeside(baseline, work)) })

  for (const [format, budget] of Object.entries(oneFileBudgets) as [ArticleFormat, number][])
    await add(
      `10,000 articles as ${format}`,
      writing,
      () => lengthOf(exportOf(articles, format, 'one-file')),
      budget,
    )
  await add('10,000 articles as a ZIP of md', writing, () => lengthOf(exportOf(articles, 'md', 'zip')))
  figures.push({
    name: '  longest stretch without a rest',
    value: await longestStretch(exportOf(articles, 'docx', 'one-file')),
    unit: 'ms',
    budget: 50,
  })

  await add('backup of 10,000 articles', writing, () =>
    lengthOf(backupFile(header, inTurn(recordsOf(articles)))),
  )
  const backup = new Blob(await allOf(backupFile(header, inTurn(recordsOf(articles)))))
  figures.push({
    name: '  its size',
    value: backup.size / 2 ** 20,
    unit: 'MB',
    baseline: json.length / 2 ** 20,
  })
  await add('reading that backup', parsing, async () => {
    const { records } = await openBackup(backup, new Set(['articles']))
    let count = 0
    for await (const { value } of records) count += (value as unknown[]).length
    if (count !== articleCount) throw new Error(`Expected ${articleCount} articles, got ${count}`)
  })
  return figures
}

const oneFileBudgets = { csv: 2, json: 2, jsonl: 2, md: 15, txt: 8, html: 8, docx: 40 }

const header = { account: 'bench', madeAt: 0 }

const exportOf = (articles: readonly ExportArticle[], format: ArticleFormat, packing: 'one-file' | 'zip') =>
  articleFile(inTurn(articles), { format, packing, safeCells: true }, { at: new Date(2026, 0, 31) })

function recordsOf(articles: readonly ExportArticle[]): BackupRecord[] {
  const records: BackupRecord[] = []
  for (let start = 0; start < articles.length; start += articlesPerRecord)
    records.push({ kind: 'articles', value: articles.slice(start, start + articlesPerRecord) })
  return records
}

/** Three kilobytes of paragraphs, no two alike, with the punctuation and quotes of prose. */
function madeArticle(id: number): ExportArticle {
  const random = seededRandom(id + 1)
  const next = (below: number) => Math.floor(random() * below)
  const sentence = () =>
    Array.from({ length: 8 + next(10) }, () => words[next(words.length)]).join(' ') +
    (next(4) ? '.' : ' - "so it was said".')
  let text = ''
  while (text.length < 3000) text += `${sentence()} ${next(5) ? '' : '\n\n'}`
  return {
    id,
    title: sentence(),
    text,
    wordCount: 500,
    category: 'Energy',
    jobId: 1,
    keywords: ['wind', 'sea'],
    collectedAt: 1_769_860_805_000 + id,
    exportedAt: 1_769_860_900_000,
  }
}

const words =
  'the of and a to in wind sea turbine harbour cable north crew morning storm platform under before power grid light winter ship rotor blade field price council harbourmaster Größe naïve C# 5*5 [draft] under_score 1987 & <b> don’t'.split(
    ' ',
  )

async function lengthOf(pieces: AsyncIterable<Uint8Array>): Promise<number> {
  let length = 0
  for await (const piece of pieces) length += piece.length
  return length
}

/** Returns the longest time that a timer had to wait for its turn during the work. */
async function longestStretch(pieces: AsyncIterable<Uint8Array>): Promise<number> {
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  })
  await lengthOf(pieces)
  clearInterval(timer)
  return longest
}

/** Alternates the two, so that other load on the machine affects both. */
async function timedBeside(baseline: () => unknown, work: () => Promise<unknown>) {
  const baselines: number[] = []
  const values: number[] = []
  for (let run = 0; run < runs; run += 1) {
    baselines.push(await timed(baseline))
    values.push(await timed(work))
  }
  return { value: median(values), baseline: median(baselines) }
}

async function timed(work: () => unknown): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
