import { scriptsWithoutSpaces } from '../../../../text/scripts.ts'

/** A word or character, with the white space after it: `text` is compared, `whole` is shown. */
export interface Token {
  readonly text: string
  readonly whole: string
}

/**
 * A word, a character of a script without spaces, or any other character, with the white space that follows. The last may
 * be a mark: texts taken from PDF files often have a space before it.
 */
const pattern = new RegExp(
  String.raw`((?:(?![${scriptsWithoutSpaces}])[\p{L}\p{N}\p{M}’'])+|.\p{M}*)\s*`,
  'gsu',
)

/** The tokens, concatenated, are the text without leading white space. */
export function splitTokens(text: string): Token[] {
  return Array.from(text.trimStart().matchAll(pattern), ([whole, text = '']) => ({ text, whole }))
}

/** Estimates the number of tokens without scanning the text. */
export const countTokens = (text: string): number => 1 + text.length / 5

/**
 * Splits into sentences, each with the white space after it. Looks ahead first: looking back from every character of a
 * long run of white space would take time quadratic in its length.
 */
export const sentencesOf = (text: string): string[] =>
  text.split(/(?=\S)(?:(?<=[.!?…]["”’)]?\s+)|(?<=[。！？।]\s*))/u)
