import { memo, useEffect, useRef, useLayoutEffect, useMemo, useState, type RefObject } from 'react'
import type { Density } from '../../../ui/density.ts'
import { figure, pluralize } from '../../../ui/number-words.ts'
import styles from './article-list.module.css'
import { ArticleRow, type ArticleRowProps } from './article-row.tsx'
import type { Ordering } from './ordering.ts'
import { lookAhead, rowsToDraw, useVisibleRows } from './visible-rows.ts'
import { createHeights, useMeasuredRows } from './use-measured-rows.ts'
import { usePassages } from './use-passages.ts'
import type { Cursor } from './use-cursor.ts'

export interface ArticleListProps extends Pick<
  ArticleRowProps,
  'source' | 'highlighting' | 'search' | 'claim' | 'followFocus' | 'onSelect' | 'early' | 'Chips'
> {
  ordering: Ordering
  /** The position the keyboard is at. */
  position: Cursor['position']
  reveal: Cursor['reveal']
  selected: ReadonlySet<number>
  density: Density
}

/**
 * A virtual list of any number of articles: only the rows in view are in the page. Rows are as high as their text. When
 * a row above the viewport turns out to have another height, the list scrolls to compensate, so that visible rows stay
 * where they are.
 */
export const ArticleList = memo(function ArticleList({
  source,
  ordering,
  position: cursor,
  reveal,
  selected,
  density,
  ...row
}: ArticleListProps) {
  const list = useRef<HTMLUListElement>(null)
  const geometry = useListGeometry(list)
  const { usualHeight = assumedRowHeight, top = 0 } = geometry ?? {}
  const heights = useMemo(() => createHeights(usualHeight), [usualHeight])
  const offsets = useMemo(() => heights.offsetsOf(ordering), [heights, ordering])
  const cursorPlace = cursor === undefined ? -1 : ordering.placeOf(cursor)

  // Drawing a row would be wasted until it is known where the list begins and how high rows are.
  const [first, end] = useVisibleRows(geometry ? ordering.count : 0, offsets, top, ordering.at(0))
  const passages = usePassages(source, ordering, {
    // Compact rows show titles only.
    query: density === 'compact' ? '' : row.highlighting.query,
    first,
    end,
  })
  const drawn = rowsToDraw([first, end], cursorPlace).map((place) => ({
    place,
    position: ordering.at(place),
  }))
  useMeasuredRows(list, drawn, { heights, offsets, ordering, top })
  useEffect(() => {
    const ahead = [first - lookAhead, end - 1 + lookAhead].map((place) =>
      ordering.at(Math.min(Math.max(place, 0), ordering.count - 1)),
    )
    source.prefetch(ahead.filter((position) => position >= 0))
  }, [source, ordering, first, end])

  return (
    <>
      <ul
        ref={list}
        className={styles.list}
        data-density={density}
        aria-label="Articles"
        style={{ blockSize: offsets.height() }}
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
            offset={offsets.offsetOf(place)}
            passage={passages.get(position)}
            current={position === cursor}
            reveal={position === cursor ? reveal : undefined}
            selected={selected.has(position)}
          />
        ))}
      </ul>
      {drawn.length < ordering.count ? (
        <p className={styles.printed}>
          {`${figure(drawn.length)} of ${pluralize(ordering.count, 'article')}. To print them all, export them as HTML.`}
        </p>
      ) : null}
    </>
  )
})

/** Used where there is no layout; elsewhere the height in the style sheet replaces it before the first paint. */
const assumedRowHeight = 100

interface ListGeometry {
  /** Assumed height of a row that has not been measured, in pixels; set in the style sheet. */
  readonly usualHeight: number
  /** Top of the list in the document; it changes as content above opens, closes and wraps. */
  readonly top: number
}

/** The latest measurement: the next list usually has the same geometry and need not render twice. */
let latest: ListGeometry | undefined

/**
 * Undefined in the first render of the first list.
 *
 * @param list its first child has the usual height of a row
 */
function useListGeometry(list: RefObject<HTMLElement | null>): ListGeometry | undefined {
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
      if (latest?.usualHeight !== measured.usualHeight || latest.top !== measured.top) latest = measured
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
