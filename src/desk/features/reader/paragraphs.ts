/** Longest stretch the browser lays out in one go; beyond it a single paragraph of a megabyte would freeze the page. */
const longestPiece = 6_000

/** A stretch of text to be set on its own; `continues` where it belongs to the same paragraph as the one before. */
export interface Piece {
  readonly text: string
  readonly continues: boolean
}

/**
 * A plain text in paragraphs, parted by blank lines. Line ends within a paragraph stay, since addresses and verse
 * need them. Nothing is dropped but the blank lines themselves.
 */
export function paragraphsOf(text: string): Piece[] {
  const paragraphs = text
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
  return paragraphs.flatMap(inPieces)
}

function inPieces(paragraph: string): Piece[] {
  const pieces: Piece[] = []
  let start = 0
  while (paragraph.length - start > longestPiece) {
    const end = start + breakWithin(paragraph.slice(start, start + longestPiece))
    pieces.push({ text: paragraph.slice(start, end), continues: start > 0 })
    start = end
  }
  pieces.push({ text: paragraph.slice(start), continues: start > 0 })
  return pieces
}

/** After the last line, sentence or word of the stretch; else at its end, but never within a character. */
function breakWithin(stretch: string): number {
  const half = stretch.length / 2
  const sentence = [...stretch.matchAll(/[.!?。！？]["'”’)]*\s|[。！？]|\n/gu)].at(-1)
  if (sentence && sentence.index > half) return sentence.index + sentence[0].length
  const word = stretch.lastIndexOf(' ')
  if (word > half) return word + 1
  return /[\uD800-\uDBFF]$/.test(stretch) ? stretch.length - 1 : stretch.length
}
