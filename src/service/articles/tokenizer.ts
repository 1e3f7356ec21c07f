import { requestLimits } from '../../contract/job.ts'
import { isWithin } from '../../contract/request-schema.ts'
import { arabicVariants } from '../../text/fold.ts'
import { scriptsWithoutSpaces } from '../../text/scripts.ts'

/**
 * What counts as a word, for texts and keywords alike, before PostgreSQL folds word forms and accents. Its parser gets
 * only words and spaces, because it takes "and/or" for a file, "covid-19" for a negative number, and a run of Chinese
 * for one word.
 */
export function toWords(text: string): string {
  return text
    .normalize('NFKC')
    .slice(0, searchedLength)
    .toLowerCase()
    .replace(invisible, '')
    .replace(arabicForms, (letter) => arabicVariants[letter] ?? letter.normalize('NFD').charAt(0))
    .replace(englishEnding, '')
    .replace(notOfWords, ' ')
    .replace(withoutSpaces, ' $& ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/**
 * The phrases that must all occur for a keyword to match: each quoted stretch, and each other word, since "covid-19" or
 * a run of Chinese is several words in a row. Empty if the keyword has no words.
 */
export function phrasesOf(keyword: string): string[] {
  const stretches = keyword.split(/["“”„«»]/)
  // An unclosed quote is a stray character, not the start of a phrase.
  const isQuoted = (index: number) => index % 2 === 1 && index < stretches.length - 1
  const phrases = stretches.flatMap((stretch, index) => (isQuoted(index) ? [stretch] : stretch.split(/\s+/)))
  return [...new Set(phrases.map(toWords))].filter((phrase) => phrase !== '')
}

export const longestCategory = requestLimits.categoryLength

/** Whether a job can be requested for a category. */
export const isRequestable = (category: string): boolean => isWithin(category, longestCategory)

/** Categories are equal if they differ only in case, accents, width or spaces. The vowel signs of Hindi are no accents. */
export function toCategoryKey(category: string): string {
  return category
    .normalize('NFKD')
    .replace(accents, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC')
}

/** Accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic, and variation selectors. */
const accents =
  /[\uFE00-\uFE0F\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u064B-\u065F\u0670]/g

/**
 * In characters, with ligatures expanded. Only the start of a longer text is searched: a `tsvector` holds at most 1
 * MiB. It also keeps only the first 256 places of a word, and none after the 16,383rd word, so that a phrase is not
 * found further on.
 */
const searchedLength = 250_000

/**
 * Soft hyphens and joiners are invisible within words. The points of Hebrew and Arabic are accents, which most writers
 * leave out, and so is the line that stretches an Arabic word.
 */
const invisible =
  /\u00AD|\u200C|\u200D|\u2060|\uFEFF|[\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0640\u064B-\u065F\u0670]/gu

/** Letters with a hamza, which is often left out in typing, and letters whose form differs between languages. */
const arabicForms = new RegExp(String.raw`[\u0622-\u0626${Object.keys(arabicVariants).join('')}]`, 'g')

/** "editor's" and "don't" are one word each; "l'auteur" is two. Looking behind every character would take far longer. */
const englishEnding = /['’ʼ](?<=\p{L}['’ʼ])(?=(?:s|t|d|m|re|ve|ll)(?![\p{L}\p{M}\p{N}]))/gu

/** Leaves spaces alone: most already separate just two words, and replacing each would triple the time. */
const notOfWords = /[^\p{L}\p{M}\p{N} ]+/gu

/** Scripts without spaces between words (in Korean, between a word and its particle): each character is a word. */
const withoutSpaces = new RegExp(String.raw`[${scriptsWithoutSpaces}\p{Script=Hangul}]\p{M}*`, 'gu')
