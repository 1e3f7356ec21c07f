import { Button } from '../../ui/button.tsx'
import { counted, figure } from '../../ui/counted.ts'
import styles from './articles-panel.module.css'
import type { Places } from './places.ts'

export interface ListStatusProps {
  places: Places
  articleCount: number
  selectedCount: number
  onSelectAll: () => void
  onClear: () => void
}

/** How many are shown and selected, in words, and read aloud when that changes. */
export function ListStatus({ places, articleCount, selectedCount, onSelectAll, onClear }: ListStatusProps) {
  return (
    <div className={styles.status}>
      <p role="status" className={styles.counts}>
        <span>
          {places.everything
            ? counted(articleCount, 'article')
            : `${figure(places.count)} of ${figure(articleCount)} matching`}
        </span>
        {selectedCount > 0 ? (
          <span className={styles.selected}>{`${figure(selectedCount)} selected`}</span>
        ) : null}
      </p>
      {places.count > 0 ? (
        <Button
          variant="quiet"
          size="s"
          aria-label={`Select all ${figure(places.count)} ${places.everything ? 'articles' : 'matching'}`}
          onClick={onSelectAll}
        >
          {`Select all ${figure(places.count)}`}
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
