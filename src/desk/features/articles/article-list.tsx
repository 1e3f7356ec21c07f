import { memo, useRef } from 'react'
import type { Marking } from '../../library/marking.ts'
import type { Card, JobKey } from '../../library/records.ts'
import styles from './article-list.module.css'
import { ArticleRow } from './article-row.tsx'
import type { Places } from './places.ts'
import { rowsToDraw } from './rows-in-sight.ts'
import { usePrefetchedCards } from './use-card.ts'
import type { Cursor } from './use-cursor.ts'
import { useListGeometry } from './use-list-geometry.ts'
import { useRowsInSight } from './use-rows-in-sight.ts'

export interface ArticleListProps {
  jobKey: JobKey
  places: Places
  marking: Marking
  /** Where the keyboard is. */
  position: Cursor['position']
  reveal: Cursor['reveal']
  claim: Cursor['claim']
  selected: ReadonlySet<number>
  onSelect: (position: number, extend: boolean) => void
  /** Cards that came before the library was read, so that nothing blinks between "so far" and "ready". */
  early: readonly Card[]
}

/**
 * Any number of articles, of which only those in sight are in the page. Rows are equally high: nothing ever jumps, and
 * which rows are in sight is a division, not a library of ten kilobytes.
 */
export const ArticleList = memo(function ArticleList({
  jobKey,
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
  usePrefetchedCards(jobKey, places, first, end - 1)

  return (
    <ul className={styles.list} aria-label="Articles" style={{ blockSize: places.count * rowHeight }}>
      <li ref={probe} className={styles.probe} role="presentation" aria-hidden="true" />
      {rowsToDraw([first, end], cursorPlace).map((place) => {
        const position = places.at(place)
        return (
          <ArticleRow
            key={position}
            {...row}
            jobKey={jobKey}
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
