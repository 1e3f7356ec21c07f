import { cutText } from '../../text/cut-text.ts'

/**
 * Normalizes text for storage: lines end in LF, one blank line between paragraphs, no control characters (the database
 * can't hold NUL, a terminal would act on others). Trailing spaces in lines stay, because the space in "-- " marks a
 * mail signature.
 */
export const normalizeText = (text: string): string =>
  text
    .replace(/\r\n?|\u2028/g, '\n')
    .replace(/\u2029/g, '\n\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/\p{Surrogate}/gu, '\u{FFFD}')
    .replace(/^[ \t\u00A0]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Normalizes a title to one line. */
export const toTitle = (text: string): string =>
  cutText(normalizeText(text).replace(/\s+/g, ' ').trimStart(), longestTitle)

const longestTitle = 500

/** The first line of an error's message: the rest quotes what could not be read. */
export const firstLine = (message: string): string => cutText(message.split('\n')[0]!, longestLine)

const longestLine = 120
