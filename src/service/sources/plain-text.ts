/**
 * Text as it is kept: lines end in LF, paragraphs are parted by one blank line, no control characters (the
 * database can't hold NUL, a terminal would act on others). Spaces at the ends of lines stay, because a mail
 * signature's "-- " is told by its space.
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

/** A title is one line. */
export const toTitle = (text: string): string =>
  toPlainText(text).replace(/\s+/g, ' ').slice(0, longestTitle).trim()

const longestTitle = 500
