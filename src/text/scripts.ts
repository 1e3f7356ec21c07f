/**
 * For a character class: the scripts that have no spaces between words. Korean has some, and is listed where a particle
 * is to be told from its word.
 */
export const scriptsWithoutSpaces = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`
