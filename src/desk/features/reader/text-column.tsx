import { memo, startTransition, useEffect, useMemo, useState } from 'react'
import { highlightsIn, noHighlighting, type Highlighting } from '../../library/texts/highlighting.ts'
import { HighlightedText } from '../../ui/highlighted-text.tsx'
import { paragraphsOf, type Piece } from './paragraphs.ts'
import styles from './text-column.module.css'

/** About three screens, drawn first. */
const firstPieces = 24

/**
 * Hits are marked in the first characters only, about twenty pages: a hostile megabyte of one keyword would make 70,000
 * marks.
 */
const markedLength = 50_000

/**
 * A text in paragraphs. The first screens are drawn at once; the rest of a very long text is drawn in slices between
 * frames and laid out only as it comes near, so that a megabyte does not block the page.
 */
export function TextColumn({ text, highlighting }: { text: string; highlighting: Highlighting }) {
  const pieces = useMemo(() => paragraphsOf(text), [text])
  const markedPieces = useMemo(() => piecesWithin(pieces, markedLength), [pieces])
  const [whole, setWhole] = useState(false)
  useEffect(() => startTransition(() => setWhole(true)), [])
  if (pieces.length === 0) return <p className={styles.none}>This article has no text.</p>
  return (
    <div className={styles.column}>
      {(whole ? pieces : pieces.slice(0, firstPieces)).map((piece, index) => (
        // Pieces never move: the text is replaced whole, with its key.
        // oxlint-disable-next-line react/no-array-index-key
        <Paragraph
          key={index}
          piece={piece}
          highlighting={index < markedPieces ? highlighting : noHighlighting}
        />
      ))}
    </div>
  )
}

function piecesWithin(pieces: readonly Piece[], length: number): number {
  let left = length
  const beyond = pieces.findIndex(({ text }) => (left -= text.length) < 0)
  return beyond < 0 ? pieces.length : beyond
}

const Paragraph = memo(function Paragraph({
  piece,
  highlighting,
}: {
  piece: Piece
  highlighting: Highlighting
}) {
  return (
    <p className={piece.continues ? styles.continued : styles.paragraph} dir="auto">
      <HighlightedText text={piece.text} ranges={highlightsIn(piece.text, highlighting)} />
    </p>
  )
})
