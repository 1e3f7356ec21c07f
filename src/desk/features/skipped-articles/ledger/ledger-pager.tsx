import { ledgerPageSize } from '../../../library/skips/ledger.ts'
import { Button } from '../../../ui/button.tsx'
import { figure } from '../../../ui/number-words.ts'
import styles from './ledger-pager.module.css'

/** Pages rather than one long list: nobody scrolls through a million rows, they are searched. */
export function LedgerPager({
  page,
  matchCount,
  onPage,
}: {
  page: number
  matchCount: number
  onPage: (page: number) => void
}) {
  const pages = Math.ceil(matchCount / ledgerPageSize)
  if (pages < 2) return null
  const first = page * ledgerPageSize + 1
  const last = Math.min(matchCount, first + ledgerPageSize - 1)
  return (
    <nav className={styles.pager} aria-label="Pages of skipped ids">
      <Button size="s" aria-disabled={page === 0} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span className={styles.place} role="status">
        {`${figure(first)} to ${figure(last)} of ${figure(matchCount)}`}
      </span>
      <Button size="s" aria-disabled={page + 1 >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
