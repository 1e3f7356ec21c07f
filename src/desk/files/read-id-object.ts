import type { IdSink } from './id-sink.ts'
import { closingQuote, doubleQuote, skipSpaces, unquote, valueEnd } from './json-text.ts'

export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * What an object of JSON has to say of ids: the list a request or a job holds, else its own `id`. Read by hand,
 * since `JSON.parse` knows neither the line of what is wrong nor the digits of a number past 2^53.
 *
 * @returns the list, for the caller to read, or undefined where the object was dealt with
 */
export function readIdObject(text: string, object: Span, sink: IdSink): Span | undefined {
  let id: Span | undefined
  for (const member of membersOf(text, object)) {
    if (member.name === 'ids_to_skip' || member.name === 'articles') return member
    if (member.name === 'id') id = member
  }
  // Our exports say null where an id cannot be sent exactly.
  if (!id || text.slice(id.start, id.end) === 'null') sink.refuse(object.start, object.end, 'without-id')
  else if (text.charCodeAt(id.start) !== doubleQuote) sink.bare(id.start, id.end)
  else {
    const string = unquote(text.slice(id.start, id.end))
    if (string === undefined) sink.refuse(id.start, id.end, 'not-a-number')
    else sink.string(string)
  }
  return undefined
}

/** Whether a brace opens an object of JSON, and not merely a set such as `{1, 2}`. */
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
