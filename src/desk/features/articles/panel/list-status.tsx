import { counted, figure } from '../../../ui/counted.ts'
import styles from './articles-panel.module.css'
import type { Ordering } from '../list/ordering.ts'

export interface ListStatusProps {
  ordering: Ordering
  articleCount: number
  selectedCount: number
}

/** Announces how many articles are shown and selected. */
export function ListStatus({ ordering, articleCount, selectedCount }: ListStatusProps) {
  return (
    <p role="status" className={styles.status}>
      <span>
        {ordering.everything
          ? counted(articleCount, 'article')
          : `${figure(ordering.count)} of ${figure(articleCount)} matching`}
      </span>
      {selectedCount > 0 ? (
        <span className={styles.selected}>{`${figure(selectedCount)} selected`}</span>
      ) : null}
    </p>
  )
}
