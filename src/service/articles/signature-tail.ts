/** The last lines of a text, as a rule sees them. */
export interface Tail {
  readonly lines: readonly string[]
  /** One paragraph in one line, without the brackets or stars around it; undefined where the tail is several. */
  readonly paragraph: string | undefined
  /** All that stands before, trimmed at its end. */
  readonly before: string
}

/** @param before trimmed at its end */
export function readTail(text: string, before: string): Tail {
  const lines = text.split(/\r?\n/)
  const isOneParagraph = lines.every((line) => line.trim() !== '')
  const paragraph = lines.map((line) => line.trim()).join(' ')
  return { lines, before, paragraph: isOneParagraph ? withoutBrackets(paragraph) : undefined }
}

const withoutBrackets = (paragraph: string): string =>
  paragraph
    .replace(/^[*_]{1,3}(.+?)[*_]{1,3}$/u, '$1')
    .replace(/^\[(.+)\]$|^\((?!c\))(.+)\)$/iu, '$1$2')
    .trim()
