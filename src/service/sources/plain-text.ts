/**
 * Normalizes text for storage: lines end in LF, one blank line between paragraphs, no control characters (the database
 * can't hold NUL, a terminal would act on others). Trailing spaces in lines stay, because the space in "-- " marks a
 * mail signature.
 */
export const toPlainText = (text: string): string =>
  text
    .replace(/\r\n?|\u2028/g, '\n')
    .replace(/\u2029/g, '\n\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/\p{Surrogate}/gu, '\u{FFFD}')
    .replace(/^[ \t\u00A0]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Normalizes a title to one line. A character cut in half at its end is dropped. */
export const toTitle = (text: string): string =>
  toPlainText(text)
    .replace(/\s+/g, ' ')
    .slice(0, longestTitle)
    .replace(/\p{Surrogate}$/u, '')
    .trim()

const longestTitle = 500
