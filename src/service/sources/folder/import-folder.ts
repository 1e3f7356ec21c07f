import { createHash } from 'node:crypto'
import { access, constants, realpath, stat } from 'node:fs/promises'
import { basename, extname, relative } from 'node:path'
import type { NewArticle, SaveCounts } from '../../articles/store.ts'
import { maxTextLength, refreshArticles, saveArticles } from '../../articles/store.ts'
import type { Database } from '../../database/database.ts'
import { findFiles } from './find-files.ts'
import type { Finding, FoundArticle } from './found-article.ts'
import { UnusableFileError } from './found-article.ts'
import { normalizeText, toTitle } from '../plain-text.ts'
import { repeatIfHeldUp } from '../saving.ts'
import { readArticleFile } from './read-file.ts'

export interface FolderImport {
  readonly path: string
  /** For articles that don't name a category themselves. */
  readonly category?: string | undefined
  /** Called after each saved batch. */
  readonly onProgress?: ((report: ImportReport) => void) | undefined
  /** Ends the import after the batches that are being saved. */
  readonly signal?: AbortSignal | undefined
}

export interface ImportReport extends SaveCounts {
  readonly files: number
  /** Rejected files and entries, by path within the folder. */
  readonly refused: readonly { readonly file: string; readonly reason: string }[]
}

/**
 * Imports all articles below a folder: `.md`, `.txt`, `.html`, `.json`, `.jsonl`. Importing again creates no
 * duplicates: an article is identified by its file and its position in it, and a changed text becomes a new version of
 * the same article. Articles whose file is gone stay. A bad file or entry is skipped and reported.
 *
 * @throws UnusableFileError if the path is not a folder, the file system's error, or the signal's reason
 */
export async function importFolder(database: Database, options: FolderImport): Promise<ImportReport> {
  const root = await findFolder(options.path)
  const counts = { files: 0, added: 0, changed: 0, unchanged: 0 }
  const refused: { file: string; reason: string }[] = []
  let batch: NewArticle[] = []
  /** Batches being saved, and those that failed. */
  const saving = new Set<Promise<void>>()

  /** Resolves when there is room for the next batch. */
  const save = async () => {
    options.signal?.throwIfAborted()
    // Wait for any one: a batch that has to merge the index's pending list takes many times as long as the others.
    if (saving.size === maxConcurrentBatches) await Promise.race(saving)
    const articles = batch
    const saved = repeatIfHeldUp(() => saveArticles(database, articles)).then(
      ({ added, changed, unchanged }) => {
        saving.delete(saved)
        counts.added += added
        counts.changed += changed
        counts.unchanged += unchanged
        options.onProgress?.({ ...counts, refused })
      },
    )
    // Its error is thrown where it is awaited, perhaps only after the next file is read.
    saved.catch(() => undefined)
    saving.add(saved)
    batch = []
  }

  try {
    for await (const file of findFiles(root)) {
      const name = relative(root, file.path).replaceAll('\\', '/')
      const refuse = (reason: string) => refused.push({ file: name, reason })
      options.signal?.throwIfAborted()
      counts.files += 1
      if ('refused' in file) {
        refuse(file.refused)
        continue
      }
      try {
        const { mtime } = await stat(file.path)
        for await (const finding of readArticleFile(file.path)) {
          const article = checkFinding(finding, { path: file.path, mtime, category: options.category ?? '' })
          if ('fault' in article) refuse(article.fault)
          else batch.push(article)
          if (isFull(batch)) await save()
        }
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code
        if (error instanceof UnusableFileError) refuse(error.message)
        else if (isFileError(error)) refuse(`can't be read (${code})`)
        else throw error
      }
    }
    if (batch.length > 0) await save()
    await Promise.all(saving)
  } finally {
    // The database may be closed once this has failed.
    await Promise.allSettled(saving)
  }
  await refreshArticles(database)
  return { ...counts, refused }
}

/**
 * @returns the real path of a folder that can be read
 * @throws UnusableFileError if the path is not a folder, or the file system's error
 */
export async function findFolder(path: string): Promise<string> {
  const root = await realpath(path)
  if (!(await stat(root)).isDirectory()) throw new UnusableFileError(`${path} is not a folder.`)
  await access(root, constants.R_OK)
  return root
}

/** Several, so that a server uses several processors and never waits for the next batch to be prepared. */
const maxConcurrentBatches = 3

/** Limits a batch to about a second of work, and the memory that long texts take. */
const isFull = (batch: readonly NewArticle[]): boolean =>
  batch.length >= 200 || batch.reduce((sum, { text }) => sum + text.length, 0) > 4_000_000

function checkFinding(
  finding: Finding,
  file: { path: string; mtime: Date; category: string },
): NewArticle | { fault: string } {
  if ('fault' in finding) return finding
  const where = finding.index > 0 ? `entry ${finding.index + 1} ` : ''
  const text = normalizeText(finding.text)
  if (text === '') return { fault: `${where}has no text` }
  if (text.length > maxTextLength)
    return { fault: `${where}has a text of more than ${maxTextLength} characters` }
  if (finding.published && !isStorable(finding.published))
    return { fault: `${where}has a date that is not within the years 1 to 9999` }
  return {
    sourceKey: sourceKeyOf(file.path, finding),
    title: toTitle(finding.title) || titleFromPath(file.path),
    text,
    category: toTitle(finding.category ?? '') || file.category,
    publishedAt: finding.published ?? (isStorable(file.mtime) ? file.mtime : new Date()),
    isDateGuessed: !finding.published,
  }
}

/** Beyond these years JavaScript writes a sign, and PostgreSQL has no year 0. */
const isStorable = (date: Date): boolean => date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999

/** Hashed, because a path may be longer than PostgreSQL can index. */
const sourceKeyOf = (path: string, { index }: FoundArticle): string =>
  `file:${createHash('sha256').update(`${path}\0${index}`).digest('hex')}`

const titleFromPath = (path: string): string => toTitle(basename(path, extname(path)).replace(/[-_]+/g, ' '))

/** File system errors name the failed call; database errors don't. */
export const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'path' in error

/** A name without a scheme may be a host; what begins like a path is not. */
export const isPath = (given: string): boolean => /^(?:[./~\\]|[a-z]:[\\/])/i.test(given)
