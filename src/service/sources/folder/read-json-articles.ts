import { convertIfHtml, plainTitle } from '../convert-if-html.ts'
import type { Finding } from './found-article.ts'
import { readFileDate, UnusableFileError } from './found-article.ts'
import { firstLine } from '../plain-text.ts'

/**
 * Reads `{title, text}` or a list of them, each optionally with `category` and `published` or `published_at` (a date
 * like 2024-05-07), as the desk exports them; or a job with its `articles`. A bad entry becomes a fault; the others are
 * kept. Title and text may be HTML.
 *
 * @throws UnusableFileError
 */
export function readJsonArticles(text: string): Finding[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new UnusableFileError(`is not JSON: ${firstLine((error as Error).message)}`)
  }
  const entries = isJob(value) ? value.articles : value
  if (!Array.isArray(entries)) return [readEntry(value, 0, '')]
  return entries.map((entry, index) => readEntry(entry, index, `entry ${index + 1} `))
}

const isJob = (value: unknown): value is { articles: unknown[] } =>
  typeof value === 'object' && value !== null && 'articles' in value && Array.isArray(value.articles)

/**
 * @param lineNumber from 1, for error messages
 * @param index of the entry in its file
 */
export function readJsonLine(line: string, lineNumber: number, index: number): Finding {
  try {
    return readEntry(JSON.parse(line), index, `line ${lineNumber} `)
  } catch (error) {
    return { fault: `line ${lineNumber} is not JSON: ${firstLine((error as Error).message)}` }
  }
}

function readEntry(entry: unknown, index: number, where: string): Finding {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    return { fault: `${where}is not an object` }
  const { title, text, category, published_at, published = published_at } = entry as Record<string, unknown>
  if (typeof text !== 'string') return { fault: `${where}has no text` }
  if (typeof title !== 'string') return { fault: `${where}has no title` }
  const written = typeof published === 'string' ? published.trim() : ''
  const date = readFileDate(written)
  if (written !== '' && !date) return { fault: `${where}has an invalid date` }
  return {
    index,
    title: plainTitle(title),
    text: convertIfHtml(text),
    category: typeof category === 'string' ? category : undefined,
    published: date,
  }
}
