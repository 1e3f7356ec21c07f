import { type Credentials, withoutKey } from './credentials.ts'

const longest = 200

// Control characters could break the line; format characters could reverse it or hide text in it.
const control = /[\p{Cc}\u2028\u2029]/gu
const format = /\p{Cf}/gu

/**
 * The service's error message as one line of plain text of at most 200 characters: the texts of `message`, `error`,
 * `detail`, `title` and `errors` if the body is JSON, else the beginning of the body.
 *
 * @param sent the credentials of the request, whose key is left out
 * @returns undefined if there is nothing readable
 */
export function serviceMessage(body: string, sent?: Credentials): string | undefined {
  const words = jsonWords(body)
  if (words !== undefined) return plainLine(words.join('; '), sent) || undefined
  return sampleText(body, sent)
}

/** The beginning of an unexpected body, as plain text. */
export function sampleText(body: string, sent?: Credentials): string | undefined {
  // Cut before searching: the body may be megabytes of one tag.
  const start = withoutKey(body, sent).slice(0, 20_000)
  return plainLine(/<[a-z!/]/i.test(start) ? withoutMarkup(start) : start, sent) || undefined
}

/** One line without invisible characters, cut to 200 characters. */
export function plainLine(text: string, sent?: Credentials): string {
  const line = withoutKey(text, sent).replace(control, ' ').replace(format, '').replace(/\s+/g, ' ').trim()
  return line.length <= longest ? line : `${line.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

function jsonWords(body: string): string[] | undefined {
  if (body.length > 100_000) return undefined
  try {
    const value: unknown = JSON.parse(body)
    const words = [...new Set(wordsOf(value, 0))]
    // A general message often contains the specific one.
    const said = words.filter((word) => !words.some((other) => other !== word && other.includes(word)))
    // Too short to say anything: {}, [] or null.
    return said.length > 0 || body.length < 5 ? said : undefined
  } catch {
    return undefined
  }
}

const fields = ['message', 'error', 'detail', 'title', 'errors'] as const

function wordsOf(value: unknown, depth: number): string[] {
  if (depth > 4) return []
  if (typeof value === 'string') return value.trim() === '' ? [] : [value]
  if (Array.isArray(value)) return value.slice(0, 20).flatMap((item) => wordsOf(item, depth + 1))
  if (typeof value !== 'object' || value === null) return []
  const record = value as Record<string, unknown>
  const named = fields.filter((field) => Object.hasOwn(record, field) && record[field] !== null)
  // A problem document says the same in general (title) and in particular (detail): the detail is enough.
  const said = named.filter((field) => field !== 'title' || !named.includes('detail'))
  if (said.length > 0) return said.flatMap((field) => wordsOf(record[field], depth + 1))
  // As FastAPI says it: { loc: ["body", "keywords", 3], msg: "too long" }.
  if (Array.isArray(record.loc) && typeof record.msg === 'string')
    return [`${record.loc[1] ?? 'request'}: ${record.msg}`]
  // Below the first level, keys are field names: { errors: { keywords: ["too many"] } }. As Django says it, they are at
  // the first, with a list each.
  return Object.entries(record)
    .filter(([, item]) => depth > 0 || Array.isArray(item))
    .slice(0, 20)
    .flatMap(([key, item]) => wordsOf(item, depth + 1).map((word) => (depth <= 1 ? `${key}: ${word}` : word)))
}

function withoutMarkup(html: string): string {
  return html
    .replace(/<(script|style|head)\b[^]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<!--[^]*?(?:-->|$)/g, ' ')
    .replace(/<[^>]*(?:>|$)/g, ' ')
    .replace(/&(?:nbsp|#160);/gi, ' ')
    .replace(/&lt;/gi, '<')
    .replace(/&gt;/gi, '>')
    .replace(/&quot;/gi, '"')
    .replace(/&#0?39;|&apos;/gi, "'")
    .replace(/&amp;/gi, '&')
}
