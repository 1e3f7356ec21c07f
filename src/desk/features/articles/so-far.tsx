import type { Card } from '../../library/records.ts'
import type { Marking } from '../../library/marks.ts'
import { counted } from '../../ui/counted.ts'
import { ArticleCard } from './article-card.tsx'
import listStyles from './article-list.module.css'
import styles from './so-far.module.css'

/** Drawn at once, without virtual rows: enough to begin reading while the rest comes. */
const mostShown = 20

/** Articles that have come but are not in the library yet: to be seen, not yet to be opened or taken along. */
export function SoFar({
  cards,
  receivedCount,
  marking,
}: {
  cards: readonly Card[]
  receivedCount: number
  marking: Marking
}) {
  return (
    <section aria-label="Articles so far">
      <p className={styles.note}>
        <strong className={styles.badge}>So far</strong>
        {`${counted(receivedCount, 'article')}. They can be opened once all of them are safely in your library.`}
      </p>
      <ul className={listStyles.plain} aria-label="Articles">
        {cards.slice(0, mostShown).map((card) => (
          <li key={card.position}>
            <ArticleCard card={card} marking={marking} />
          </li>
        ))}
      </ul>
    </section>
  )
}
