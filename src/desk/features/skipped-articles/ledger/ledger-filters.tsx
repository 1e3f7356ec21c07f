import { figure } from '../../../ui/number-words.ts'
import styles from './ledger-filters.module.css'
import type { LedgerFilter } from './ledger-words.ts'

export interface LedgerFiltersProps {
  filters: readonly { readonly reason: LedgerFilter; readonly label: string; readonly count: number }[]
  shown: LedgerFilter
  onShow: (reason: LedgerFilter) => void
}

/** Number of ids per reason; each filters the list. */
export function LedgerFilters({ filters, shown, onShow }: LedgerFiltersProps) {
  return (
    <div role="group" aria-label="Why ids are skipped" className={styles.filters}>
      {filters.map(({ reason, label, count }) => (
        <button
          key={label}
          type="button"
          className={styles.filter}
          aria-pressed={reason === shown}
          onClick={() => onShow(reason)}
        >
          {label} <span className={styles.count}>{figure(count)}</span>
        </button>
      ))}
    </div>
  )
}
