import { gunzipSync, gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'

/** The fields of an annotation that an editor sets. */
export interface Mark {
  decision?: string | undefined
  note?: string | undefined
  read?: boolean | undefined
  exported?: boolean | undefined
}

export interface SavedArticle {
  readonly id: number
  readonly title: string
  readonly text: string
}

export interface SavedJob {
  readonly key: string
  readonly jobId?: number
  readonly phase: string
  readonly articleCount: number
  readonly wanted: number
  readonly articles: readonly SavedArticle[]
  /** As in the backup. */
  readonly value: Readonly<Record<string, unknown>> & { readonly record: Readonly<Record<string, unknown>> }
}

/** Everything a desk has saved, read from its backup. */
export interface LibraryFile {
  readonly header: object
  readonly jobs: ReadonlyMap<string, SavedJob>
  readonly marks: ReadonlyMap<number, Mark>
  readonly settings: readonly object[]
}

interface Window {
  lastFile?: Blob | undefined
}

/** Keeps the files made for download. Runs in the page, before its scripts. */
export function keepFiles(): void {
  const make = URL.createObjectURL.bind(URL)
  URL.createObjectURL = (file) => {
    if (file instanceof Blob) (window as unknown as Window).lastFile = file
    return make(file)
  }
}

/** The bytes of the file that the desk has just made, or is about to make. See {@link keepFiles}. */
export async function lastFile(page: Page): Promise<Buffer> {
  await page.waitForFunction(() => (window as unknown as Window).lastFile !== undefined)
  const base64 = await page.evaluate(async () => {
    const { lastFile } = window as unknown as Window
    delete (window as unknown as Window).lastFile
    const reader = new FileReader()
    await new Promise((resolve) => {
      reader.addEventListener('load', resolve)
      reader.readAsDataURL(lastFile!)
    })
    return (reader.result as string).replace(/^.*?,/, '')
  })
  return Buffer.from(base64, 'base64')
}

export function readLibraryFile(file: Buffer): LibraryFile {
  const [header = '', ...lines] = gunzipSync(file).toString().trim().split('\n')
  const jobs = new Map<string, SavedJob>()
  const marks = new Map<number, Mark>()
  const settings: object[] = []
  for (const line of lines) {
    const { kind, value } = JSON.parse(line)
    if (kind === 'setting') settings.push(value)
    if (kind === 'mark') marks.set(value[0], markOf(value[1]))
    if (kind === 'job') {
      const { key, jobId, phase, articleCount, request } = value.record
      const wanted = request?.articleCount ?? 0
      jobs.set(key, { key, jobId, phase, articleCount, wanted, articles: [], value })
    }
    // Articles of an earlier response would have a different text under the same id.
    if (kind === 'articles')
      (jobs.get(value.answer.split('~')[0])!.articles as SavedArticle[]).push(...value.articles)
  }
  return { header: JSON.parse(header), jobs, marks, settings }
}

interface StoredMark {
  readonly decision?: string
  readonly note?: string
  readonly readAt?: number
  readonly exportedAt?: number
}

const markOf = ({ decision, note, readAt, exportedAt }: StoredMark): Mark => ({
  decision,
  note,
  read: readAt !== undefined,
  exported: exportedAt !== undefined,
})

/** Article ids from here on are invented. */
export const madeUpFrom = 1_000_000_000

/** A backup of another device of the same account: copies of a finished job under new numbers. */
export function makeLibraryFile(
  { header, settings }: LibraryFile,
  { value, articles }: SavedJob,
  nth: number,
): Buffer {
  const records: { kind: string; value: unknown }[] = settings.map((value) => ({ kind: 'setting', value }))
  for (let copy = 0; copy < 5; copy += 1) {
    const number = madeUpFrom + nth * 100 + copy
    const ours = articles.map((article, at) => ({ ...article, id: number * 1_000 + at }))
    for (const { id } of ours)
      records.push({ kind: 'mark', value: [id, { decision: 'keep', decidedAt: 1_000, note: `Note ${id}` }] })
    const record = { ...value.record, key: String(number), jobId: number }
    records.push({ kind: 'job', value: { ...value, record } })
    records.push({ kind: 'articles', value: { answer: record.key, articles: ours } })
  }
  const lines = [header, ...records, { kind: 'end', value: records.length }]
  return gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}
