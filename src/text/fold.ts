import { scriptsWithoutSpaces } from './scripts.ts'

const digits = Array.from({ length: 10 }, (_, digit) => digit)

/**
 * Arabic letters whose form differs on Persian, Urdu and Egyptian keyboards, a feminine ending that is often written
 * without its dots, and both rows of digits.
 */
export const arabicVariants: Readonly<Record<string, string>> = {
  '\u0649': '\u064a',
  '\u06cc': '\u064a',
  '\u06a9': '\u0643',
  '\u0629': '\u0647',
  '\u06c1': '\u0647',
  ...Object.fromEntries(
    [0x0660, 0x06f0].flatMap((zero) =>
      digits.map((digit) => [String.fromCharCode(zero + digit), String(digit)]),
    ),
  ),
}

/** Letters that Unicode does not decompose, but that readers treat as equal. */
const lookAlikes: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ς: 'σ',
  ...arabicVariants,
}

// Apostrophes too: in Ukrainian, Uzbek and Hawaiian they are letters that many keyboards lack.
const lookAlike = new RegExp(`[${Object.keys(lookAlikes).join('')}’‘\\u02bb\\u02bc]`, 'g')
// Accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic. Not all marks: in Thai or Hindi a mark is a vowel.
// Soft hyphens are invisible, except at the end of a line; joiners always are. A kashida draws an Arabic word longer, a
// variation selector chooses a glyph.
const accents =
  /\u200d|[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670\u00ad\u2060\ufeff]|\udb40[\udd00-\uddef]/g
// Typographic quotes and dashes never fold: without these ranges most English text would take the slow path.
const needsFolding = /[^\0-\x7f\u2012-\u2016\u2018-\u2023]/
const apostrophes = /[’‘]/g

/**
 * Normalises text for search: removes case, accents, soft hyphens, joiners and width. The result may be longer or
 * shorter than the input.
 */
export function fold(text: string): string {
  return needsFolding.test(text) ? foldFully(text) : foldPlain(text)
}

const foldPlain = (text: string): string => text.toLowerCase().replace(apostrophes, "'")

function foldFully(text: string): string {
  return text
    .normalize('NFKD')
    .replace(accents, '')
    .toLowerCase()
    .replace(lookAlike, (letter) => lookAlikes[letter] ?? "'")
}

/** @returns whether a text has all words of a query, each anywhere and in any order; a blank query is in every text */
export function hasWordsOf(query: string): (text: string) => boolean {
  const words = fold(query).split(/\s+/)
  return (text) => {
    const folded = fold(text)
    return words.every((word) => folded.includes(word))
  }
}

export interface FoldedText {
  readonly folded: string
  /** The range in the original of the folded characters from `start` to `end`. */
  readonly originalRange: (start: number, end: number) => readonly [start: number, end: number]
}

/** Folds and records where each character came from, so that a hit can be highlighted in the original. */
export function foldWithOffsets(text: string): FoldedText {
  if (!needsFolding.test(text)) {
    return { folded: foldPlain(text), originalRange: (start, end) => [start, end] }
  }
  let { folded, offsets } = foldParts(text)
  // Marks of Thai or Burmese change places if they were typed in another order: then they are folded with their letter.
  if (folded !== fold(text)) ({ folded, offsets } = foldParts(text.match(lettersWithMarks) ?? []))
  return {
    folded,
    originalRange(start, end) {
      // One character may fold into several (ß, ligatures): a hit that ends within them includes the whole character.
      while (end < offsets.length && offsets[end] === offsets[end - 1]) end += 1
      return [offsets[start] ?? text.length, offsets[end] ?? text.length]
    },
  }
}

const lettersWithMarks = /[^]\p{M}*/gu

/** @param parts the text in pieces, each of which is folded as one */
function foldParts(parts: Iterable<string>): { folded: string; offsets: number[] } {
  const offsets: number[] = []
  let folded = ''
  let offset = 0
  for (const part of parts) {
    const foldedPart = fold(part)
    for (let i = 0; i < foldedPart.length; i += 1) offsets.push(offset)
    folded += foldedPart
    offset += part.length
  }
  return { folded, offsets }
}

// Includes the marks that `fold` keeps: in Hindi or Tamil they are vowels within a word. Excludes those of emoji.
const partOfWord = /(?![\u20d0-\u20ff\ufe00-\ufe0f])[\p{L}\p{N}\p{M}]/u
// Includes the marks and signs that these scripts share: が folds to か and a mark.
const unspaced = new RegExp(`[${scriptsWithoutSpaces.replaceAll('Script=', 'scx=')}]`, 'u')

/** Whether the character at `index` continues a word that starts before it. */
export function isWithinWord(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  if (code < 128) {
    return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90)
  }
  if (Number.isNaN(code)) return false
  const character =
    code >= 0xdc00 && code <= 0xdfff ? text.slice(index - 1, index + 1) : codePointAt(text, index)
  return partOfWord.test(character) && !unspaced.test(character)
}

/** Whether a word can begin anywhere, because its script has no spaces. */
export const isUnspaced = (word: string): boolean => unspaced.test(codePointAt(word, 0))

/** The words of a folded text: runs of letters, digits and the marks that belong to them. */
export function splitWords(folded: string): string[] {
  return folded.match(wordRuns) ?? []
}

const wordRuns = new RegExp(`(?:${partOfWord.source})+`, 'gu')

function codePointAt(text: string, index: number): string {
  const point = text.codePointAt(index)
  return point === undefined ? '' : String.fromCodePoint(point)
}
