import { memo, useEffect, useRef, type ComponentType } from 'react'
import type { Marking } from '../../library/texts/marking.ts'
import type { Card } from '../../library/records.ts'
import styles from './article-list.module.css'
import { ArticleRow } from './article-row.tsx'
import type { ArticleSource } from './article-source.ts'
import type { Places } from './places.ts'
import { rowsToDraw } from './rows-in-sight.ts'
import type { Cursor } from './use-cursor.ts'
import { useListGeometry } from './use-list-geometry.ts'
import { useRowsInSight } from './use-rows-in-sight.ts'

export interface ArticleListProps {
  source: ArticleSource
  places: Places
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

/** How many places ahead and behind are read before they come into sight, so that scrolling seldom meets an empty one. */
const lookAhead = 40

/**
 * Any number of articles, of which only those in sight are in the page. Rows are equally high: nothing ever jumps, and
 * which rows are in sight is a division, not a library of ten kilobytes.
 */
export const ArticleList = memo(function ArticleList({
  source,
  places,
  position: cursor,
  reveal,
  selected,
  ...row
}: ArticleListProps) {
  const probe = useRef<HTMLLIElement>(null)
  const { rowHeight, top } = useListGeometry(probe)
  const cursorPlace = cursor === undefined ? -1 : places.placeOf(cursor)

  const [first, end] = useRowsInSight(places.count, rowHeight, top)
  useEffect(() => {
    const ahead = [first - lookAhead, end - 1 + lookAhead].map((place) =>
      places.at(Math.min(Math.max(place, 0), places.count - 1)),
    )
    source.prefetch(ahead.filter((position) => position >= 0))
  }, [source, places, first, end])

  return (
    <ul className={styles.list} aria-label="Articles" style={{ blockSize: places.count * rowHeight }}>
      <li ref={probe} className={styles.probe} role="presentation" aria-hidden="true" />
      {rowsToDraw([first, end], cursorPlace).map((place) => {
        const position = places.at(place)
        return (
          <ArticleRow
            key={position}
            {...row}
            source={source}
            position={position}
            place={place}
            count={places.count}
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
