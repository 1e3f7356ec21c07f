import { convertMarkup } from '../convert-markup.ts'
import type { Finding } from './found-article.ts'
import { readFileDate, UnusableFileError } from './found-article.ts'
import { firstLine } from '../plain-text.ts'

/**
 * Reads `{title, text}` or a list of them, each optionally with `category` and `published` (a date like 2024-05-07). A
 * bad entry becomes a fault; the others are kept. A text may be HTML.
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
  if (!Array.isArray(value)) return [readEntry(value, 0, '')]
  return value.map((entry, index) => readEntry(entry, index, `entry ${index + 1} `))
}

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
  const { title, text, category, published } = entry as Record<string, unknown>
  if (typeof text !== 'string') return { fault: `${where}has no text` }
  if (typeof title !== 'string') return { fault: `${where}has no title` }
  const written = typeof published === 'string' ? published.trim() : ''
  const date = readFileDate(written)
  if (written !== '' && !date) return { fault: `${where}has an invalid date` }
  return {
    index,
    title,
    text: convertMarkup(text),
    category: typeof category === 'string' ? category : undefined,
    published: date,
  }
}
