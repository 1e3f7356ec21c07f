/** A word or sign, with the white space after it: `text` is compared, `whole` is shown. */
export interface Token {
  readonly text: string
  readonly whole: string
}

/** A word; a character of a script without spaces; or any other sign. Then the white space that follows. */
const pattern =
  /((?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}\p{M}’'])+|\P{M}\p{M}*)\s*/gu

/** All of the text comes back, but for white space before the first token. */
export function splitTokens(text: string): Token[] {
  return Array.from(text.trimStart().matchAll(pattern), ([whole, text = '']) => ({ text, whole }))
}

/** About how many tokens a text has, without looking for them. */
export const countTokens = (text: string): number => 1 + text.length / 5

/** Each with the white space after it. */
export const sentencesOf = (text: string): string[] =>
  text.split(/(?<=[.!?…]["”’)]?\s+)(?=\S)|(?<=[。！？।]\s*)(?=\S)/u)
