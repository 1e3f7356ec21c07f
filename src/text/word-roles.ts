/** The role of a character in words. */
export const endsWord = 0
export const ofWord = 1
/** Half a word on its own, in scripts without spaces. */
export const isIdeograph = 2
/** A letter of a script without spaces. */
export const isUnspaced = 3
/** Ignored within words: an apostrophe, a soft hyphen. */
export const isSkipped = 4

let table: Uint8Array | undefined

/** The role of every UTF-16 code unit; computed on first use, in a few milliseconds. */
export function wordRoles(): Uint8Array {
  table ??= Uint8Array.from({ length: 0x10000 }, (_, code) => roleOf(code))
  return table
}

function roleOf(code: number): number {
  const character = String.fromCharCode(code)
  if (code < 128) return /[a-z0-9]/i.test(character) ? ofWord : character === "'" ? isSkipped : endsWord
  // Surrogates (rare scripts, emoji): each counts as a character.
  if (code >= 0xd800 && code <= 0xdfff) return isUnspaced
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character)) return isIdeograph
  if (/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(character)) return isUnspaced
  if (/[\u00ad\u200b-\u200f\u2060\ufeff]/u.test(character)) return isSkipped
  return /[\p{L}\p{N}\p{M}]/u.test(character) ? ofWord : endsWord
}
