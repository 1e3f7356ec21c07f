import { memo, useId, useRef, type ComponentType, type ReactNode, type Ref } from 'react'
import { Link, type To } from 'react-router-dom'
import { marksIn, type Marking } from '../../library/marking.ts'
import { readingMinutes } from '../../library/reading-time.ts'
import type { Card } from '../../library/records.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { counted } from '../../ui/counted.ts'
import { MarkedText } from '../../ui/marked-text.tsx'
import styles from './article-card.module.css'

export interface ArticleCardProps {
  card: Card
  /** Within the list's source; that of the card is within its job. */
  position?: number
  marking: Marking
  /** The reader; absent while the article is not in the library yet. */
  to?: To
  current?: boolean
  selected?: boolean
  onSelect?: (position: number, extend: boolean) => void
  linkRef?: Ref<HTMLAnchorElement>
  Chips?: ComponentType<{ card: Card }> | undefined
}

/** One link on the title, stretched over the card, so that all of it opens the reader and is still read as one. */
export const ArticleCard = memo(function ArticleCard({
  card,
  position = card.position,
  marking,
  to,
  current = false,
  selected = false,
  onSelect,
  linkRef,
  Chips,
}: ArticleCardProps) {
  const titleId = useId()
  const title = card.title.trim() ? (
    <MarkedText text={card.title} ranges={marksIn(card.title, marking)} />
  ) : (
    <i className={styles.untitled}>Untitled</i>
  )
  return (
    <article
      className={styles.card}
      aria-labelledby={titleId}
      data-current={current || undefined}
      data-selected={selected || undefined}
    >
      {onSelect ? <SelectBox {...{ title: card.title, position, selected, onSelect }} /> : null}
      <div className={styles.text}>
        <div className={styles.lines}>
          <p id={titleId} className={styles.title} dir="auto">
            {to ? (
              <Link
                ref={linkRef}
                to={to}
                preventScrollReset
                aria-current={current || undefined}
                className={styles.link}
              >
                {title}
              </Link>
            ) : (
              title
            )}
          </p>
          <p className={styles.excerpt} dir="auto">
            <MarkedText text={card.excerpt} ranges={marksIn(card.excerpt, marking)} />
          </p>
        </div>
        <Facts card={card}>{Chips ? <Chips card={card} /> : null}</Facts>
      </div>
    </article>
  )
})

function SelectBox({
  title,
  position,
  selected,
  onSelect,
}: {
  title: string
  position: number
  selected: boolean
  onSelect: (position: number, extend: boolean) => void
}) {
  const shiftHeld = useRef(false)
  return (
    <Checkbox
      className={styles.select ?? ''}
      label={`Select ${title.trim() || 'Untitled'}`}
      labelHidden
      checked={selected}
      onClick={(event) => {
        shiftHeld.current = event.shiftKey
      }}
      onCheckedChange={() => onSelect(position, shiftHeld.current)}
    />
  )
}

function Facts({ card, children }: { card: Card; children: ReactNode }) {
  return (
    <p className={styles.facts}>
      <span>{counted(card.wordCount, 'word')}</span>
      <span>{readingMinutes(card.wordCount)} min</span>
      {card.hitCount > 0 ? (
        <span className={styles.hits}>{counted(card.hitCount, 'keyword hit')}</span>
      ) : null}
      {card.unsafeId ? (
        <span className={styles.unsafe} title={`Id ${card.id} is past 2^53: it would not go back as it came`}>
          id too large to export
        </span>
      ) : null}
      {children}
    </p>
  )
}
