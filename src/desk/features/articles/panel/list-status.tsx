import { Button } from '../../../ui/button.tsx'
import { counted, figure } from '../../../ui/counted.ts'
import styles from './articles-panel.module.css'
import type { Ordering } from '../list/ordering.ts'

export interface ListStatusProps {
  ordering: Ordering
  articleCount: number
  selectedCount: number
  onSelectAll: () => void
  onClear: () => void
}

/** How many are shown and selected, in words, and read aloud when that changes. */
export function ListStatus({ ordering, articleCount, selectedCount, onSelectAll, onClear }: ListStatusProps) {
  return (
    <div className={styles.status}>
      <p role="status" className={styles.counts}>
        <span>
          {ordering.everything
            ? counted(articleCount, 'article')
            : `${figure(ordering.count)} of ${figure(articleCount)} matching`}
        </span>
        {selectedCount > 0 ? (
          <span className={styles.selected}>{`${figure(selectedCount)} selected`}</span>
        ) : null}
      </p>
      {ordering.count > 0 ? (
        <Button
          variant="quiet"
          size="s"
          aria-label={`Select all ${figure(ordering.count)} ${ordering.everything ? 'articles' : 'matching'}`}
          onClick={onSelectAll}
        >
          {`Select all ${figure(ordering.count)}`}
        </Button>
      ) : null}
      {selectedCount > 0 ? (
        <Button variant="quiet" size="s" aria-label="Clear selection" onClick={onClear}>
          Clear
        </Button>
      ) : null}
    </div>
  )
}
