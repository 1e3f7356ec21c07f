import type { Article } from '../../contract/article.ts'
import { closingQuote } from './json-text.ts'

/**
 * Writes "Article 17" or "Article "a-1"" on one line, so that the id can be read back: numbers bare, strings as in
 * JSON. Invisible characters are escaped too, because programs that tidy up text would change them. An id past 2^53 is
 * bare, so that reading it back is refused.
 */
export function idFact({ id, unsafeId }: Pick<Article, 'id' | 'unsafeId'>): string {
  const written = unsafeId ? id : JSON.stringify(id)
  return `${opening}${String(written).replaceAll(/\p{C}|(?! )\p{Z}/gu, escaped)}`
}

/** The id at the start of a line of facts, as written; undefined if the line starts otherwise. */
export function idInFacts(facts: string): string | undefined {
  if (!facts.startsWith(opening)) return undefined
  const start = opening.length
  const end = facts.startsWith('"', start) ? closingQuote(facts, start) + 1 : facts.indexOf(factMark, start)
  return facts.startsWith(factMark, end) ? facts.slice(start, end) : undefined
}

/** The separator between facts. There are always at least two facts. */
export const factMark = ' · '

const opening = 'Article '

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => unit(character.charCodeAt(at))).join('')

const unit = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`
