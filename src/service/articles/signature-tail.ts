/** The last lines of a text, prepared for the rules. */
export interface Tail {
  readonly lines: readonly string[]
  /** The tail as one line, without the brackets or stars around it; undefined if it has several paragraphs. */
  readonly paragraph: string | undefined
  /** Everything before the tail, trimmed at its end. */
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
    .replace(/^\[(.+)\]$|^[(（](?!c\))(.+)[)）]\.?$/iu, '$1$2')
    .trim()
