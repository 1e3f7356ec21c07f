/** Longest piece the browser lays out at once; a single paragraph of a megabyte would freeze the page. */
const longestPiece = 6_000

/** A piece of text; `continues` if it belongs to the same paragraph as the one before. */
export interface Piece {
  readonly text: string
  readonly continues: boolean
}

/**
 * Splits plain text into paragraphs at blank lines. Line ends within a paragraph stay, since addresses and verse need
 * them. Only the blank lines are dropped.
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

/** After the last line, sentence or word; else at the end, but never within a character. */
function breakWithin(stretch: string): number {
  const half = stretch.length / 2
  const sentence = [...stretch.matchAll(/[.!?。！？]["'”’)]*\s|[。！？]|\n/gu)].at(-1)
  if (sentence && sentence.index > half) return sentence.index + sentence[0].length
  const word = stretch.lastIndexOf(' ')
  if (word > half) return word + 1
  return /[\uD800-\uDBFF]$/.test(stretch) ? stretch.length - 1 : stretch.length
}
