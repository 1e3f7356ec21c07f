import { memo, useEffect, useMemo, useRef } from 'react'
import type { Marking } from '../../library/marking.ts'
import type { Card, JobKey } from '../../library/records.ts'
import { paths } from '../../paths.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ArticleCard } from './article-card.tsx'
import styles from './article-list.module.css'
import { useCard } from './use-card.ts'
import type { Cursor, RevealRequest } from './use-cursor.ts'
import { searchOf } from './use-search.ts'

export interface ArticleRowProps {
  jobKey: JobKey
  position: number
  place: number
  count: number
  /** From the top of the list, in pixels. */
  offset: number
  current: boolean
  /** Meant for this row: present on the current one alone. */
  reveal: RevealRequest | undefined
  claim: Cursor['claim']
  selected: boolean
  marking: Marking
  onSelect: (position: number, extend: boolean) => void
  early: readonly Card[]
}

export const ArticleRow = memo(function ArticleRow({
  jobKey,
  position,
  place,
  count,
  offset,
  reveal,
  claim,
  early,
  ...shown
}: ArticleRowProps) {
  const card = useCard(jobKey, position) ?? early[position]
  const linkRef = useRef<HTMLAnchorElement>(null)
  const { query } = shown.marking
  const to = useMemo(
    () => card && { pathname: paths.article(jobKey, card.id), search: searchOf(query) },
    [jobKey, card, query],
  )

  // A place may be reached before its card is there: the focus comes with the card.
  const drawn = card !== undefined
  useEffect(() => {
    const link = linkRef.current
    if (!drawn || !link || !reveal || !claim(reveal)) return
    if (reveal.focus) link.focus({ preventScroll: true })
    link.closest('li')?.scrollIntoView({ block: 'nearest' })
  }, [drawn, reveal, claim])

  return (
    <li
      className={styles.row}
      style={{ transform: `translateY(${offset}px)` }}
      aria-setsize={count}
      aria-posinset={place + 1}
    >
      {card && to ? (
        <ArticleCard {...shown} card={card} to={to} linkRef={linkRef} />
      ) : (
        <div className={styles.empty}>
          <Skeleton lines={3} />
        </div>
      )}
    </li>
  )
})
