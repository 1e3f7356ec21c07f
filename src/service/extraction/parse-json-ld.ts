import type { Element } from './tree.ts'
import { attribute } from './tree.ts'

/** Some sites add a charset to the type. */
export const isJsonLd = (element: Element): boolean =>
  element.tagName === 'script' &&
  /^\s*application\/ld\+json\s*(?:;|$)/i.test(attribute(element, 'type') ?? '')

/** @returns undefined if it can't be parsed, even without the comment around it and the line breaks in its strings */
export function parseJsonLd(script: string): unknown {
  const json = script
    .trim()
    .replace(/^(?:<!--|(?:\/\/ ?)?<!\[CDATA\[)/, '')
    .replace(/(?:-->|(?:\/\/ ?)?\]\]>)$/, '')
  return parse(json) ?? parse(json.replace(/"(?:[^"\\]+|\\[^])*"?/g, withEscapes))
}

/** Whether a node of JSON-LD has such a type among its own. */
export const hasType = ({ '@type': type }: Record<string, unknown>, wanted: RegExp): boolean =>
  [type].flat().some((name) => typeof name === 'string' && wanted.test(name))

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const withEscapes = (string: string): string =>
  string.replace(/\r\n?/g, '\n').replace(/\p{Cc}/gu, (control) => (control === '\n' ? '\\n' : ' '))
