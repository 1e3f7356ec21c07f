import { memo, useEffect, useMemo, useRef } from 'react'
import type { Card } from '../../../library/records.ts'
import type { Passage } from '../../../library/view/stored-passages.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { isTyping } from '../../../ui/held-keys.ts'
import { isDialogOpen } from '../../../ui/use-shortcut.ts'
import { AnnotatedArticleCard, type ArticleCardProps } from './article-card.tsx'
import styles from './article-list.module.css'
import type { ArticleSource } from '../../../worker-client/article-source.ts'
import { useCard } from './use-card.ts'
import type { Cursor, RevealRequest } from './use-cursor.ts'

export interface ArticleRowProps extends Pick<ArticleCardProps, 'highlighting' | 'Chips'> {
  source: ArticleSource
  position: number
  place: number
  count: number
  /** Distance from the top of the list, in pixels. */
  offset: number
  current: boolean
  /** Set only on the current row. */
  reveal: RevealRequest | undefined
  claim: Cursor['claim']
  /** Keys apply to the article that has the focus. */
  followFocus: Cursor['followFocus']
  selected: boolean
  onSelect: (position: number, extend: boolean) => void
  /** What a search has found, if the first lines don't show it. */
  passage: Passage | undefined
  /** The search and filters as they stand in article addresses, such as "?q=solar"; may be empty. */
  search: string
  /** Cards that arrived before the library was read, so that nothing flickers between "so far" and "ready". */
  early?: readonly Card[] | undefined
}

export const ArticleRow = memo(function ArticleRow({
  source,
  position,
  place,
  count,
  offset,
  reveal,
  claim,
  followFocus,
  search,
  early,
  ...shown
}: ArticleRowProps) {
  const card = useCard(source, position) ?? early?.[position]
  const linkRef = useRef<HTMLAnchorElement>(null)
  const to = useMemo(() => card && { pathname: source.articlePath(card.id), search }, [source, card, search])

  // A row may become current before its card has loaded: it takes the focus once it has.
  const drawn = card !== undefined
  useEffect(() => {
    const link = linkRef.current
    if (!drawn || !link || !reveal || !claim(reveal)) return
    // Typing is meant for a dialog or a field that was chosen in the meantime.
    if (reveal.focus && !isDialogOpen() && !isTyping()) link.focus({ preventScroll: true })
    link.closest('li')?.scrollIntoView({ block: 'nearest' })
  }, [drawn, reveal, claim])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it is the controls in it that take the focus
    <li
      className={styles.row}
      style={{ transform: `translateY(${offset}px)` }}
      aria-setsize={count}
      aria-posinset={place + 1}
      // Not from the row that a key has just moved to: quick keys may have moved on from it.
      onFocus={() => {
        if (!shown.current) followFocus(position)
      }}
    >
      {card && to ? (
        <AnnotatedArticleCard {...shown} card={card} position={position} to={to} linkRef={linkRef} />
      ) : (
        <div className={styles.empty}>
          <Skeleton lines={3} />
        </div>
      )}
    </li>
  )
})
