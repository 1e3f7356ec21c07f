import {
  memo,
  useEffect,
  useRef,
  type ComponentType,
  useLayoutEffect,
  useMemo,
  useState,
  type RefObject,
} from 'react'
import type { Card } from '../../../library/records.ts'
import type { Highlighting } from '../../../library/texts/highlighting.ts'
import styles from './article-list.module.css'
import { ArticleRow } from './article-row.tsx'
import type { ArticleSource } from '../article-source.ts'
import type { Ordering } from './ordering.ts'
import { rowsToDraw } from './rows-in-sight.ts'
import { createHeights, useMeasuredRows } from './use-measured-rows.ts'
import type { Cursor } from './use-cursor.ts'
import { useRowsInSight } from './use-rows-in-sight.ts'

export interface ArticleListProps {
  source: ArticleSource
  ordering: Ordering
  highlighting: Highlighting
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
  density?: Density | undefined
}

/** How many rows ahead and behind are read before they come into sight, so that scrolling rarely meets an empty one. */
const lookAhead = 40

/** Comfortable: as many lines as a title and the first of the text need. Compact: the title, in one line. */
export type Density = 'comfortable' | 'compact'

/**
 * Any number of articles, of which only those in sight are in the page. Rows are as high as their text; what is above
 * the window and was not measured before gives way, so that what is seen stays where it is.
 */
export const ArticleList = memo(function ArticleList({
  source,
  ordering,
  position: cursor,
  reveal,
  selected,
  density = 'comfortable',
  ...row
}: ArticleListProps) {
  const list = useRef<HTMLUListElement>(null)
  const { usualHeight, top } = useListGeometry(list)
  const heights = useMemo(() => createHeights(usualHeight), [usualHeight])
  const places = useMemo(() => heights.placesOf(ordering), [heights, ordering])
  const cursorPlace = cursor === undefined ? -1 : ordering.placeOf(cursor)

  const [first, end] = useRowsInSight(ordering.count, places, top)
  const drawn = rowsToDraw([first, end], cursorPlace).map((place) => ({
    place,
    position: ordering.at(place),
  }))
  useMeasuredRows(list, drawn, { heights, places, ordering, top })
  useEffect(() => {
    const ahead = [first - lookAhead, end - 1 + lookAhead].map((place) =>
      ordering.at(Math.min(Math.max(place, 0), ordering.count - 1)),
    )
    source.prefetch(ahead.filter((position) => position >= 0))
  }, [source, ordering, first, end])

  return (
    <ul
      ref={list}
      className={styles.list}
      data-density={density}
      aria-label="Articles"
      style={{ blockSize: places.height() }}
    >
      <li className={styles.probe} role="presentation" aria-hidden="true" />
      {drawn.map(({ place, position }) => (
        <ArticleRow
          key={position}
          {...row}
          source={source}
          position={position}
          place={place}
          count={ordering.count}
          offset={places.offsetOf(place)}
          current={position === cursor}
          reveal={position === cursor ? reveal : undefined}
          selected={selected.has(position)}
        />
      ))}
    </ul>
  )
})

/** A row where nothing is laid out; elsewhere the style sheet's height takes its place before anything is painted. */
const assumedRowHeight = 100

interface ListGeometry {
  /** What rows are taken to be high until they are measured, in pixels: the style sheet says it. */
  readonly usualHeight: number
  /** Where the list begins in the document: what stands above it opens, closes and wraps. */
  readonly top: number
}

/** The latest measurement: most often the next list stands where the last one stood, and need not be drawn twice. */
let latest: ListGeometry = { usualHeight: assumedRowHeight, top: 0 }

/** @param list its first child is as high as a row usually is */
function useListGeometry(list: RefObject<HTMLElement | null>): ListGeometry {
  const [geometry, setGeometry] = useState(latest)
  useLayoutEffect(() => {
    const probe = list.current?.firstElementChild
    if (!probe) return undefined
    const measure = () => {
      const box = probe.getBoundingClientRect()
      const measured = {
        usualHeight: box.height || assumedRowHeight,
        top: Math.round(box.top + window.scrollY),
      }
      if (latest.usualHeight !== measured.usualHeight || latest.top !== measured.top) latest = measured
      setGeometry(latest)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(probe)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])
  return geometry
}
