import type { Document } from 'yaml'
import { parseDocument } from 'yaml'
import { readDate } from '../extraction/read-date.ts'

export interface FrontMatter {
  /** Undefined unless given. */
  readonly title?: string | undefined
  readonly category?: string | undefined
  readonly published?: Date | undefined
  readonly body: string
}

/** A fault that the author can fix, in words for them. */
export class FrontMatterError extends Error {
  override readonly name = 'FrontMatterError'
}

/**
 * Reads Markdown that may begin with a YAML block between lines of `---`: `title`, `category` and `published` (or
 * `date`); other keys are ignored. Only YAML's core types are allowed: no tags that create objects, no aliases that
 * expand.
 *
 * @throws FrontMatterError naming the line
 */
export function readFrontMatter(text: string): FrontMatter {
  const block = /^---[ \t]*\n([\s\S]*?\n)?---[ \t]*(?:\n|$)/.exec(text)
  if (!block) return { body: text }
  // Nested YAML uses the parser's stack; limiting the length limits the depth.
  if (block[0].length > maxCharacters) throw new FrontMatterError('front matter is too long')
  const document = parseDocument(block[1] ?? '', { schema: 'core', strict: true, prettyErrors: false })
  const fault = document.errors[0]
  if (fault) {
    const line = text.slice(0, block[0].indexOf('\n') + 1 + fault.pos[0]).split('\n').length
    throw new FrontMatterError(`front matter, line ${line}: ${fault.message}`)
  }
  const values = toRecord(document)
  return {
    title: readText(values, 'title'),
    category: readText(values, 'category'),
    published: readDay(values, 'published') ?? readDay(values, 'date'),
    body: text.slice(block[0].length),
  }
}

const maxCharacters = 4_000

function toRecord(document: Document): Record<string, unknown> {
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: 0 })
  } catch (error) {
    throw new FrontMatterError(`front matter: ${(error as Error).message}`)
  }
  if (value === null || value === undefined) return {}
  if (typeof value !== 'object' || Array.isArray(value))
    throw new FrontMatterError('front matter is not a list of names and values')
  return value as Record<string, unknown>
}

function readText(values: Record<string, unknown>, key: string): string | undefined {
  const value = values[key]
  if (value === undefined || value === null) return undefined
  // `title: 1984` is a number in YAML, but the author means a title.
  if (typeof value === 'string' || typeof value === 'number') return String(value).trim() || undefined
  throw new FrontMatterError(`front matter: ${key} must be text`)
}

function readDay(values: Record<string, unknown>, key: string): Date | undefined {
  const text = readText(values, key)
  if (text === undefined) return undefined
  const isIso = /^\d{4}-\d{2}-\d{2}(?:[T ].*)?$/.test(text)
  // A year beyond those of `readDate` is reported as such later.
  const date = readDate(text, 1) ?? new Date(text)
  if (!isIso || Number.isNaN(date.getTime()))
    throw new FrontMatterError(`front matter: ${key} is not a date like 2024-05-07`)
  return date
}
