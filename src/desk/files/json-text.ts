import { isArticleId } from '../../contract/ids.ts'

/** The index of the quote that closes the one at `start`, or -1. */
export function closingQuote(text: string, start: number): number {
  const quote = text.charAt(start)
  let at = text.indexOf(quote, start + 1)
  while (at !== -1 && isEscaped(text, at)) at = text.indexOf(quote, at + 1)
  return at
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0
  while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1
  return slashes % 2 === 1
}

/** Parses a quoted JSON string if its value is an id; undefined if not. Also accepts Python's single quotes. */
export function unquote(quoted: string): string | undefined {
  const inner = quoted.slice(1, -1)
  if (/[\r\n]/.test(inner)) return undefined
  const id = inner.includes('\\') ? parseString(inner) : inner
  return isArticleId(id) ? String(id) : undefined
}

function parseString(inner: string): unknown {
  try {
    return JSON.parse(`"${inner}"`)
  } catch {
    return undefined
  }
}

/**
 * The index after the JSON value that starts at `start`; past the end of the text if it is incomplete. Only tracks
 * brackets and strings, without recursion, because a hostile file may nest a million levels deep.
 */
export function valueEnd(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === doubleQuote) {
      at = closingQuote(text, at)
      if (at === -1) break
      if (depth === 0) return at + 1
    } else if (code === openBracket || code === openBrace) depth += 1
    else if (code === closeBracket || code === closeBrace) {
      if (depth === 0) return at
      depth -= 1
      if (depth === 0) return at + 1
    } else if (depth === 0 && (code <= space || code === comma)) return at
  }
  return depth === 0 ? text.length : text.length + 1
}

export function skipSpaces(text: string, start: number): number {
  let at = start
  while (text.charCodeAt(at) <= space) at += 1
  return at
}

export const doubleQuote = 34
export const openBrace = 123
export const openBracket = 91
const space = 32
const comma = 44
const backslash = 92
const closeBracket = 93
const closeBrace = 125
