import type { IdCollector } from './id-collector.ts'
import { closingQuote, doubleQuote, openBrace, unquote, valueEnd } from './json-text.ts'
import { opensObject, readIdObject } from './read-id-object.ts'

/** Reads ids with any sensible separators, including the brackets and commas of a JSON list. */
export function readIdTokens(text: string, sink: IdCollector): void {
  readRange(text, { start: 0, end: text.length }, sink, true)
}

/** @param outermost whether objects found here may contain lists of ids, as jobs and requests do */
function readRange(
  text: string,
  range: { start: number; end: number },
  sink: IdCollector,
  outermost: boolean,
) {
  let at = range.start
  while (at < range.end) {
    const code = text.charCodeAt(at)
    if (code > zero && code <= nine) at = readDigits(text, at, range.end, sink)
    else if (code === openBrace && opensObject(text, at))
      at = readObject(text, at, range.end, sink, outermost)
    else if (isSeparator(code)) at += 1
    else if (code === doubleQuote || code === singleQuote) at = readQuoted(text, at, range.end, sink)
    else at = readBare(text, at, range.end, sink)
  }
}

/** Fast path for plain numbers, which nearly all ids are. Each reader returns where it stopped. */
function readDigits(text: string, start: number, limit: number, sink: IdCollector): number {
  let end = start
  let value = 0
  let code = text.charCodeAt(end)
  while (code >= zero && code <= nine) {
    value = value * 10 + (code - zero)
    end += 1
    if (end === limit) break
    code = text.charCodeAt(end)
  }
  if (end - start > safeDigits || (end < limit && !isSeparator(code)))
    return readBare(text, start, limit, sink)
  sink.number(value)
  return end
}

function readObject(
  text: string,
  start: number,
  limit: number,
  sink: IdCollector,
  outermost: boolean,
): number {
  const end = valueEnd(text, start)
  if (end > limit) {
    // The rest is an incomplete object: its words are not ids, and one remark is enough.
    sink.refuse(start, limit, 'unfinished')
    return limit
  }
  const lists = readIdObject(text, { start, end }, sink)
  if (outermost) for (const list of lists) readRange(text, list, sink, false)
  else if (lists.length > 0) sink.refuse(start, end, 'without-id')
  return end
}

/** A quoted string, if its quote closes and a separator follows; otherwise the quote is part of a bare word. */
function readQuoted(text: string, start: number, limit: number, sink: IdCollector): number {
  const end = closingQuote(text, start) + 1
  const isComplete = end > 0 && end <= limit && (end === limit || isSeparator(text.charCodeAt(end)))
  const id = isComplete ? unquote(text.slice(start, end)) : undefined
  if (id === undefined) return readBare(text, start, limit, sink)
  sink.string(id)
  return end
}

function readBare(text: string, start: number, limit: number, sink: IdCollector): number {
  let end = start + 1
  while (end < limit && !isSeparator(text.charCodeAt(end))) end += 1
  sink.bare(start, end)
  return end
}

const singleQuote = 39
const zero = 48
const nine = 57
const narrowSpace = 0x202f
/** Numbers with this many digits are always below 2^53. */
const safeDigits = 15

/**
 * White space, commas, semicolons, brackets and braces, and their equivalents in other scripts; but not the narrow
 * space within a number, as a French spreadsheet shows it.
 */
function isSeparator(code: number): boolean {
  if (code < 128) return code <= 32 || separators[code] === 1
  return /[\s，、；،]/.test(String.fromCharCode(code)) && code !== narrowSpace
}

const separators = new Uint8Array(128)
for (const mark of ',;[]{}') separators[mark.charCodeAt(0)] = 1
