/** What a character is to a word. */
export const endsWord = 0
export const ofWord = 1
/** A word's half by itself, in scripts without spaces. */
export const isIdeograph = 2
/** A letter of a script that has letters, and no spaces. */
export const isUnspaced = 3
/** Neither: an apostrophe, a soft hyphen. */
export const isSkipped = 4

let table: Uint8Array | undefined

/** The role of every UTF-16 code; made on first use, in some milliseconds. */
export function wordRoles(): Uint8Array {
  table ??= Uint8Array.from({ length: 0x10000 }, (_, code) => roleOf(code))
  return table
}

function roleOf(code: number): number {
  const character = String.fromCharCode(code)
  if (code < 128) return /[a-z0-9]/i.test(character) ? ofWord : character === "'" ? isSkipped : endsWord
  // Halves of a pair, rare scripts and emoji: a character each.
  if (code >= 0xd800 && code <= 0xdfff) return isUnspaced
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character)) return isIdeograph
  if (/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(character)) return isUnspaced
  if (/[\u00ad\u200b-\u200f\u2060\ufeff]/u.test(character)) return isSkipped
  return /[\p{L}\p{N}\p{M}]/u.test(character) ? ofWord : endsWord
}
