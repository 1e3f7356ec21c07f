import { useDeferredValue, type ReactNode } from 'react'
import type { Card } from '../../library/records.ts'
import type { Highlighting } from '../../library/texts/highlighting.ts'
import { pluralize } from '../../ui/number-words.ts'
import { keepRowFocus } from '../../ui/row-focus.ts'
import { ArticleCard } from './list/article-card.tsx'
import listStyles from './list/article-list.module.css'
import panelStyles from './panel/articles-panel.module.css'
import styles from './partial-result.module.css'

/** Drawn at once, without a virtual list: enough to start reading while the rest arrives. */
const maxShown = 20

/** Fills most windows; drawn first. */
const firstShown = 8

/**
 * A placeholder with the dimensions of the list to come, so that nothing moves when it is replaced: the actions
 * available until then, and the articles received so far, which can be read here but not opened or exported until they
 * are saved.
 */
export function PartialResultList({
  cards,
  receivedCount,
  isWatched,
  highlighting,
  times,
  explanation,
  children,
}: {
  cards: readonly Card[]
  receivedCount: number
  isWatched: boolean
  highlighting: Highlighting
  /** When the service was asked and will be asked next. */
  times: ReactNode
  /** Of trouble that comes and goes: it must move neither the buttons nor the articles. */
  explanation: ReactNode
  /** Takes the place of the toolbar. */
  children: ReactNode
}) {
  const hasCome = cards.length > 0
  const them = receivedCount === 1 ? 'it' : 'them'
  const shown = useDeferredValue(hasCome ? maxShown : firstShown, firstShown)
  return (
    <section aria-label={hasCome ? 'Articles so far' : 'Watching'} className={panelStyles.panel}>
      <div className={styles.bar} data-empty={!hasCome || undefined}>
        <div ref={keepRowFocus} className={styles.controls}>
          {children}
        </div>
        <div className={styles.times}>
          {times}
          {hasCome ? null : explanation}
        </div>
        {hasCome ? (
          <div className={styles.note}>
            <strong className={styles.badge}>So far</strong>
            {`${pluralize(receivedCount, 'article')}. `}
            <span className={styles.hint}>
              {isWatched ? `You can open ${them} when the job is ready.` : `Watch again to open ${them}.`}
            </span>
            {explanation}
          </div>
        ) : null}
      </div>
      {hasCome ? (
        <ul className={listStyles.plain} aria-label="Articles">
          {cards.slice(0, shown).map((card) => (
            <li key={card.position}>
              <ArticleCard card={card} highlighting={highlighting} />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
