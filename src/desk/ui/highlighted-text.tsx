import { Fragment } from 'react'
import styles from './highlighted-text.module.css'

/** Start and end of a range of text, in UTF-16 units. Ranges are sorted and don't overlap. */
export type TextRange = readonly [start: number, end: number]

/** Text with some ranges highlighted. Nothing in it is interpreted as markup. */
export function HighlightedText({ text, ranges }: { text: string; ranges: readonly TextRange[] }) {
  if (ranges.length === 0) return text
  return (
    <>
      {ranges.map(([start, end], index) => (
        <Fragment key={start}>
          {text.slice(ranges[index - 1]?.[1] ?? 0, start)}
          <mark className={styles.mark}>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(ranges.at(-1)?.[1])}
    </>
  )
}
