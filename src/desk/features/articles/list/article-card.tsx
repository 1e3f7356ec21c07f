import StickyNote from 'lucide-react/icons/sticky-note'
import Tag from 'lucide-react/icons/tag'
import { memo, useId, useRef, type ComponentProps, type ComponentType, type Ref } from 'react'
import { Link, type To } from 'react-router-dom'
import { useAnnotation } from '../../../worker-client/worker-context.tsx'
import { isRetiredId } from '../../../library/jobs/retired-id.ts'
import { highlightsIn, type Highlighting } from '../../../library/texts/highlighting.ts'
import { hostOf, webAddress } from '../../../../contract/article.ts'
import { shownTitle, type Card, type Annotation } from '../../../library/records.ts'
import type { Passage } from '../../../library/view/stored-passages.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { pluralize } from '../../../ui/number-words.ts'
import { dateWords, writtenDayWords } from '../../../ui/dates.ts'
import { DecisionLabel } from '../../../ui/decision.tsx'
import { HighlightedText } from '../../../ui/highlighted-text.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import styles from './article-card.module.css'
import { useOpening } from './use-article-list.ts'

export interface ArticleCardProps {
  card: Card
  /** Position within the list's source; the card's own position is within its job. */
  position?: number
  highlighting: Highlighting
  /** What a search has found, shown instead of the first lines. */
  passage?: Passage | undefined
  /** Undefined until it is known. */
  annotation?: Annotation | undefined
  /** Address of the reader; absent until the article is in the library. */
  to?: To
  current?: boolean
  selected?: boolean
  onSelect?: (position: number, extend: boolean) => void
  linkRef?: Ref<HTMLAnchorElement>
  /** More facts about an article, in space that is always reserved. Must be the same component between renders. */
  Chips?: ComponentType<{ card: Card }> | undefined
}

/**
 * A single link on the title, stretched over the card: a click anywhere opens the reader, but the link reads as one.
 */
export function ArticleCard({
  card,
  position = card.position,
  annotation,
  current = false,
  selected = false,
  onSelect,
  passage,
  Chips,
  ...lines
}: ArticleCardProps) {
  const titleId = useId()
  return (
    <article
      className={styles.card}
      aria-labelledby={titleId}
      data-current={current || undefined}
      data-selected={selected || undefined}
      data-decision={annotation?.decision}
      data-read={annotation && annotation.readAt !== undefined}
    >
      {onSelect ? <SelectBox {...{ title: card.title, position, selected, onSelect }} /> : null}
      <div className={styles.text}>
        <CardLines
          {...lines}
          card={card}
          // Not a note that has been changed since.
          passage={passage?.note === undefined || passage.note === annotation?.note ? passage : undefined}
          titleId={titleId}
          current={current}
        />
        <div className={styles.foot}>
          <p className={styles.facts}>
            {annotation?.readAt === undefined ? null : <VisuallyHidden>Read. </VisuallyHidden>}
            <Facts card={card} />
          </p>
          <Byline card={card} />
          <span className={styles.more}>
            <span className={styles.late}>{Chips ? <Chips card={card} /> : null}</span>
            {annotation?.labels ? (
              <span className={styles.labels} title={annotation.labels.join(', ')}>
                <Tag size={14} strokeWidth={1.75} />
                <VisuallyHidden>Labels: </VisuallyHidden>
                <bdi>{annotation.labels.join(', ')}</bdi>
              </span>
            ) : null}
          </span>
          {annotation?.note === undefined ? null : (
            <StickyNote size={14} strokeWidth={1.75} role="img" aria-label="Has a note" />
          )}
          {annotation?.decision ? (
            <DecisionLabel decision={annotation.decision} reason={annotation.reason} />
          ) : null}
        </div>
      </div>
    </article>
  )
}

/** A card with its annotation: a decision redraws only this card. */
export const AnnotatedArticleCard = memo(function AnnotatedArticleCard(props: ArticleCardProps) {
  return <ArticleCard {...props} annotation={useAnnotation(props.card.id)} />
})

/** A component of its own, so that a decision does not search the text for keywords again. */
const CardLines = memo(function CardLines({
  card,
  highlighting,
  passage,
  to,
  current,
  linkRef,
  titleId,
}: Pick<ArticleCardProps, 'card' | 'highlighting' | 'passage' | 'to' | 'current' | 'linkRef'> & {
  titleId: string
}) {
  const excerpt = passage?.text ?? card.excerpt
  const title = card.title.trim() ? (
    <HighlightedText text={card.title} ranges={highlightsIn(card.title, highlighting)} />
  ) : (
    <i className={styles.untitled}>Untitled</i>
  )
  return (
    <>
      <p id={titleId} className={styles.title} dir="auto">
        {to ? (
          <OpeningLink ref={linkRef} to={to} aria-current={current || undefined} className={styles.link}>
            {title}
          </OpeningLink>
        ) : (
          title
        )}
      </p>
      <p className={styles.excerpt} dir="auto">
        {passage?.note !== undefined ? <span className={styles.noteLabel}>Note: </span> : null}
        <HighlightedText text={excerpt} ranges={highlightsIn(excerpt, highlighting)} />
      </p>
    </>
  )
})

/** A component of its own: with the address, only the links are drawn again. */
const OpeningLink = (link: ComponentProps<typeof Link>) => <Link {...link} {...useOpening()} />

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
      label={`Select ${shownTitle(title)}`}
      labelHidden
      checked={selected}
      onClick={(event) => {
        shiftHeld.current = event.shiftKey
      }}
      onCheckedChange={() => onSelect(position, shiftHeld.current)}
    />
  )
}

/** The author, or else the source or host, and the date; nothing if the service sent none of them. */
function Byline({ card: { author, source, url, publishedAt } }: { card: Card }) {
  const address = url === undefined ? undefined : webAddress(url)
  const name = author ?? source ?? (address && hostOf(address))
  const day = publishedAt && writtenDayWords(publishedAt, dateWords)
  if (!name && !day) return null
  return (
    <span className={styles.byline} title={[name, day].filter(Boolean).join(' · ')}>
      {name ? <bdi>{name}</bdi> : null}
      {name && day ? ' · ' : null}
      {day}
    </span>
  )
}

/** Facts known for every article from the start. */
function Facts({ card }: { card: Card }) {
  return (
    <>
      {card.unsafeId ? (
        <span className={styles.unsafe} title={`Id ${card.id} can't be sent back to the service exactly`}>
          {isRetiredId(card.id) ? 'from before the service was reset' : 'id too large to export'}
        </span>
      ) : null}
      <span>{pluralize(card.wordCount, 'word')}</span>
      {card.hitCount > 0 ? <span className={styles.hits}>{pluralize(card.hitCount, 'hit')}</span> : null}
    </>
  )
}
