import type { Document } from 'yaml'
import { isScalar, parseDocument } from 'yaml'
import { readFileDate, UnusableFileError } from './found-article.ts'

export interface FrontMatter {
  /** Undefined unless given. */
  readonly title?: string | undefined
  readonly category?: string | undefined
  readonly published?: Date | undefined
  readonly body: string
}

/**
 * Reads Markdown that may begin with a YAML block between lines of `---`, or a TOML block between lines of `+++`:
 * `title`, `category` and `published` (or `date`); other keys are ignored. Only YAML's core types are allowed: no tags
 * that create objects, no aliases that expand.
 *
 * @throws UnusableFileError naming the line
 */
export function readFrontMatter(text: string): FrontMatter {
  const [block, yaml, toml = ''] = blockStart.exec(text) ?? []
  if (block === undefined) return { body: text }
  // Nested YAML uses the parser's stack; limiting the length limits the depth.
  if (block.length > maxCharacters) throw new UnusableFileError('front matter is too long')
  const document = parseDocument(yaml ?? yamlOf(toml), { schema: 'core', strict: true, prettyErrors: false })
  const fault = document.errors[0]
  if (fault) {
    const line = text.slice(0, block.indexOf('\n') + 1 + fault.pos[0]).split('\n').length
    throw new UnusableFileError(`front matter, line ${line}: ${fault.message}`)
  }
  checkMapping(document)
  return {
    title: readText(document, 'title'),
    category: readText(document, 'category'),
    published: readDay(document, 'published') ?? readDay(document, 'date'),
    body: text.slice(block.length),
  }
}

/** YAML may also end in a line of `...`. */
const blockStart = /^(?:---[ \t]*\n([\s\S]*?\n)?(?:---|\.{3})|\+{3}[ \t]*\n([\s\S]*?\n)?\+{3})[ \t]*(?:\n|$)/

const maxCharacters = 4_000

/** The lines of TOML above its first table that have a text or a date are YAML but for the sign. */
const yamlOf = (toml: string): string =>
  [...toml.replace(/^\[[^=]+\]\s[^]*/m, '').matchAll(tomlLine)]
    .map(([, key, value]) => `${key}: ${value}`)
    .join('\n')

const tomlLine =
  /^(title|category|published|date)[ \t]*=[ \t]*("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[\w:.+ -]+?)[ \t]*(?:#.*)?$/gm

/** @throws UnusableFileError for anything but names and values, and for aliases */
function checkMapping(document: Document): void {
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: 0 })
  } catch (error) {
    throw new UnusableFileError(`front matter: ${(error as Error).message}`)
  }
  if (value === null || value === undefined) return
  if (typeof value !== 'object' || Array.isArray(value))
    throw new UnusableFileError('front matter is not a list of names and values')
}

function readText(document: Document, key: string): string | undefined {
  const node = document.get(key, true)
  if (node === undefined) return undefined
  if (!isScalar(node)) throw new UnusableFileError(`front matter: ${key} must be text`)
  const { value, source } = node
  if (value === null) return undefined
  // `title: 007` is a number in YAML, and `title: True` a truth value, but the author means what is written.
  return (typeof value === 'string' ? value : source)?.trim() || undefined
}

function readDay(document: Document, key: string): Date | undefined {
  const node = document.get(key, true)
  // Jekyll's `published: true` says whether, not when.
  if (isScalar(node) && typeof node.value === 'boolean') return undefined
  const text = readText(document, key)
  if (text === undefined) return undefined
  const date = /^\d{4}-\d{2}-\d{2}(?:[T ].*)?$/.test(text) ? readFileDate(text) : undefined
  if (!date) throw new UnusableFileError(`front matter: ${key} is not a date like 2024-05-07`)
  return date
}
