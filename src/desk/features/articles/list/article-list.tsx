import { memo, useEffect, useRef, type ComponentType, useLayoutEffect, useState, type RefObject } from 'react'
import type { Card } from '../../../library/records.ts'
import type { Marking } from '../../../library/texts/marking.ts'
import styles from './article-list.module.css'
import { ArticleRow } from './article-row.tsx'
import type { ArticleSource } from '../article-source.ts'
import type { Ordering } from './ordering.ts'
import { rowsToDraw } from './rows-in-sight.ts'
import type { Cursor } from './use-cursor.ts'
import { useRowsInSight } from './use-rows-in-sight.ts'

export interface ArticleListProps {
  source: ArticleSource
  ordering: Ordering
  marking: Marking
  /** What narrows the list, as the addresses of its articles carry it: "?q=solar", or nothing. */
  search: string
  /** Where the keyboard is. */
  position: Cursor['position']
  reveal: Cursor['reveal']
  claim: Cursor['claim']
  selected: ReadonlySet<number>
  onSelect: (position: number, extend: boolean) => void
  /** Cards that came before the library was read, so that nothing blinks between "so far" and "ready". */
  early?: readonly Card[] | undefined
  /** What else is known of an article, in a place that is always kept for it. Must stay the same component. */
  Chips?: ComponentType<{ card: Card }> | undefined
}

/** How many rows ahead and behind are read before they come into sight, so that scrolling rarely meets an empty one. */
const lookAhead = 40

/**
 * Any number of articles, of which only those in sight are in the page. Rows are equally high: nothing ever jumps, and
 * which rows are in sight is a division, not a library of ten kilobytes.
 */
export const ArticleList = memo(function ArticleList({
  source,
  ordering,
  position: cursor,
  reveal,
  selected,
  ...row
}: ArticleListProps) {
  const probe = useRef<HTMLLIElement>(null)
  const { rowHeight, top } = useListGeometry(probe)
  const cursorPlace = cursor === undefined ? -1 : ordering.placeOf(cursor)

  const [first, end] = useRowsInSight(ordering.count, rowHeight, top)
  useEffect(() => {
    const ahead = [first - lookAhead, end - 1 + lookAhead].map((place) =>
      ordering.at(Math.min(Math.max(place, 0), ordering.count - 1)),
    )
    source.prefetch(ahead.filter((position) => position >= 0))
  }, [source, ordering, first, end])

  return (
    <ul className={styles.list} aria-label="Articles" style={{ blockSize: ordering.count * rowHeight }}>
      <li ref={probe} className={styles.probe} role="presentation" aria-hidden="true" />
      {rowsToDraw([first, end], cursorPlace).map((place) => {
        const position = ordering.at(place)
        return (
          <ArticleRow
            key={position}
            {...row}
            source={source}
            position={position}
            place={place}
            count={ordering.count}
            offset={place * rowHeight}
            current={position === cursor}
            reveal={position === cursor ? reveal : undefined}
            selected={selected.has(position)}
          />
        )
      })}
    </ul>
  )
})

/** A row where nothing is laid out; elsewhere the style sheet's height takes its place before anything is painted. */
const assumedRowHeight = 150

interface ListGeometry {
  /** Height of every row in pixels: the style sheet sets it, for each width and size of type. */
  readonly rowHeight: number
  /** Where the list begins in the document: what stands above it opens, closes and wraps. */
  readonly top: number
}

/** The latest measurement: most often the next list stands where the last one stood, and need not be drawn twice. */
let latest: ListGeometry = { rowHeight: assumedRowHeight, top: 0 }

/** @param probe an element as high as a row, at the very start of the list */
function useListGeometry(probe: RefObject<HTMLElement | null>): ListGeometry {
  const [geometry, setGeometry] = useState(latest)
  useLayoutEffect(() => {
    const element = probe.current
    if (!element) return undefined
    const measure = () => {
      const box = element.getBoundingClientRect()
      const measured = {
        rowHeight: box.height || assumedRowHeight,
        top: Math.round(box.top + window.scrollY),
      }
      if (latest.rowHeight !== measured.rowHeight || latest.top !== measured.top) latest = measured
      setGeometry(latest)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [probe])
  return geometry
}
