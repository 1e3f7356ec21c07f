import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useRef } from 'react'
import type { Marking } from '../../library/marks.ts'
import type { Card, JobKey } from '../../library/records.ts'
import styles from './article-list.module.css'
import { ArticleRow } from './article-row.tsx'
import type { Places } from './places.ts'
import { usePrefetchedCards } from './use-card.ts'
import type { Cursor } from './use-cursor.ts'
import { useListGeometry } from './use-list-geometry.ts'

/** Rows drawn beyond what is seen: enough for a flick of the wheel, few enough to stay under a thousand elements. */
const overscan = 6

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

/** Any number of articles, of which only those in sight are in the page. Rows are equally high: nothing ever jumps. */
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

  // What it returns is read in this very render and handed to nobody, so that nothing of it can be memoized stale.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: places.count,
    estimateSize: () => rowHeight,
    scrollMargin: top,
    overscan,
    getItemKey: places.at,
    rangeExtractor: useCallback((range: Range) => withPlace(range, cursorPlace), [cursorPlace]),
    // Drawing within the scroll event would hold the scroll up.
    useFlushSync: false,
  })
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight])

  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {}
  usePrefetchedCards(jobKey, places, startIndex, endIndex)

  return (
    <ul className={styles.list} aria-label="Articles" style={{ blockSize: places.count * rowHeight }}>
      <li ref={probe} className={styles.probe} role="presentation" aria-hidden="true" />
      {virtualizer.getVirtualItems().map(({ index, start }) => {
        const position = places.at(index)
        return (
          <ArticleRow
            key={position}
            {...row}
            jobKey={jobKey}
            position={position}
            place={index}
            count={places.count}
            offset={start - top}
            current={position === cursor}
            reveal={position === cursor ? reveal : undefined}
            selected={selected.has(position)}
          />
        )
      })}
    </ul>
  )
})

/** What is in sight, and the place the keyboard is at: a row that holds the focus must not go. */
function withPlace(range: Range, place: number): number[] {
  const places = defaultRangeExtractor(range)
  if (place < 0 || place >= range.count || places.includes(place)) return places
  return [...places, place].sort((a, b) => a - b)
}
