import type { Article } from '../../contract/article.ts'
import { closingQuote } from './json-text.ts'

/**
 * "Article 17", or "Article "a-1"", in one line, so that the id can be read back: a number bare, a text in quotes as JSON
 * has them. What an eye would not see is escaped as well, since programs that tidy a text up would change it. An id past
 * 2^53 is bare, and so refused for what it is.
 */
export function idFact({ id, unsafeId }: Pick<Article, 'id' | 'unsafeId'>): string {
  const written = unsafeId ? id : JSON.stringify(id)
  return `${opening}${String(written).replaceAll(/\p{C}|(?! )\p{Z}/gu, escaped)}`
}

/** The id in a line of facts that begins with it, as it is written there; undefined where it begins otherwise. */
export function idInFacts(facts: string): string | undefined {
  if (!facts.startsWith(opening)) return undefined
  const start = opening.length
  const end = facts.startsWith('"', start) ? closingQuote(facts, start) + 1 : facts.indexOf(factMark, start)
  return facts.startsWith(factMark, end) ? facts.slice(start, end) : undefined
}

/** What stands between two facts; there are always two at least. */
export const factMark = ' · '

const opening = 'Article '

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => unit(character.charCodeAt(at))).join('')

const unit = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`
