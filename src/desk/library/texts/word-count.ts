/** Roles of characters: separates words, belongs to a word that has begun, or makes a word. */
const parts = 0
const belongs = 1
const makes = 2

const ascii = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code <= 32) return parts
  return /[a-z0-9]/i.test(String.fromCharCode(code)) ? makes : belongs
})

/**
 * Counts words: runs between spaces that contain a letter or digit. In scripts without spaces, two characters count as
 * a word. `Intl.Segmenter` is more accurate there, but takes seconds for a large job.
 */
export function countWords(text: string): number {
  let words = 0
  let unspacedCharacters = 0
  let inWord = false
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    const role = code < 128 ? ascii[code] : roleOf(code)
    if (role === parts) {
      inWord = false
      if (code > 128 && isUnspaced(code)) unspacedCharacters += 1
    } else if (role === makes && !inWord) {
      words += 1
      inWord = true
    }
  }
  return words + Math.ceil(unspacedCharacters / 2)
}

function roleOf(code: number): number {
  if (code === 0xa0 || code === 0x2014 || code === 0x3000 || isUnspaced(code)) return parts
  // Surrogates are mostly emoji. Letters among them are too rare to justify the time for decoding.
  if (code >= 0xd800 && code <= 0xdfff) return belongs
  return code < 0x2000 || code >= 0x2c00 ? (isLetter(code) ? makes : belongs) : belongs
}

const isLetter = (code: number): boolean => /[\p{L}\p{N}]/u.test(String.fromCharCode(code))

const isUnspaced = (code: number): boolean =>
  code >= 0x0e01 &&
  (code <= 0x0eff || // Thai, Lao
    (code >= 0x3041 && code <= 0x30ff) || // kana
    (code >= 0x3400 && code <= 0x9fff)) // Han
