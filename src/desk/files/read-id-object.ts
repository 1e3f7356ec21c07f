import type { IdCollector } from './id-collector.ts'
import { closingQuote, doubleQuote, openBracket, skipSpaces, unquote, valueEnd } from './json-text.ts'

export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * Reads the ids of a JSON object: the lists of a request or a job, of which a service may return both, otherwise its
 * own `id`. Parsed by hand, because `JSON.parse` reports neither the lines of errors nor the digits of a number past
 * 2^53.
 *
 * @returns the lists, for the caller to read; none if the object is done
 */
export function readIdObject(text: string, object: Span, sink: IdCollector): Span[] {
  let id: Span | undefined
  const lists: Span[] = []
  for (const member of membersOf(text, object)) {
    if (member.name === 'ids_to_skip' || member.name === 'articles') lists.push(member)
    else if (member.name === 'id') id = member
  }
  const filled = lists.filter(({ start }) => text.charCodeAt(start) === openBracket)
  if (filled.length > 0) return filled
  // The id of a job is no article's. Our exports write null for an id that can't be sent exactly.
  if (lists.length > 0 || !id || text.slice(id.start, id.end) === 'null')
    sink.refuse(object.start, object.end, 'without-id')
  else if (text.charCodeAt(id.start) !== doubleQuote) sink.bare(id.start, id.end)
  else {
    const string = unquote(text.slice(id.start, id.end))
    if (string === undefined) sink.refuse(id.start, id.end, 'not-a-number')
    else sink.string(string)
  }
  return []
}

/** Whether a brace opens a JSON object, rather than a set such as `{1, 2}`. */
export function opensObject(text: string, brace: number): boolean {
  const first = skipSpaces(text, brace + 1)
  if (text.charCodeAt(first) !== doubleQuote) return false
  const close = closingQuote(text, first)
  return close !== -1 && text.charAt(skipSpaces(text, close + 1)) === ':'
}

function* membersOf(text: string, object: Span): Generator<Span & { name: string }> {
  let at = object.start + 1
  while (at < object.end - 1) {
    at = skipSpaces(text, at)
    if (text.charCodeAt(at) !== doubleQuote) return
    const nameEnd = closingQuote(text, at)
    const colon = skipSpaces(text, nameEnd + 1)
    if (nameEnd === -1 || text.charAt(colon) !== ':') return
    const start = skipSpaces(text, colon + 1)
    const end = valueEnd(text, start)
    yield { name: text.slice(at + 1, nameEnd), start, end }
    at = skipSpaces(text, end)
    if (text.charAt(at) === ',') at += 1
  }
}
