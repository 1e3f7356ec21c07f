import { Link } from 'react-router-dom'
import { packIds } from '../../../../contract/ids.ts'
import { useLibrary } from '../../../worker-client/worker-context.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { shownTitle, type SkipList } from '../../../library/records.ts'
import { notKept } from '../../../ui/not-kept.ts'
import { useToast } from '../../../ui/toast.tsx'
import { keepRowFocus } from '../../../ui/row-focus.ts'
import styles from './ledger-rows.module.css'
import { reasonWords } from './ledger-words.ts'
import type { LedgerRow } from '../../../library/skips/ledger-page.ts'

/** @param list the list they are in; undefined for the automatic one */
export function LedgerRows({ rows, list }: { rows: readonly LedgerRow[]; list: SkipList | undefined }) {
  const library = useLibrary()
  const toast = useToast()

  const change = async ({ id, isReleased }: LedgerRow) => {
    try {
      if (list) await library.saveList({ id: list.id, name: list.name, remove: packIds([id]) })
      else await library.changeLedger({ list: 'released', [isReleased ? 'remove' : 'add']: packIds([id]) })
    } catch {
      toast({ message: notKept })
    }
  }

  return (
    <ul ref={keepRowFocus} className={styles.rows} aria-label="Skipped ids">
      {rows.map((row) => (
        <li
          key={`${typeof row.id} ${row.id}`}
          className={styles.row}
          data-released={(!list && row.isReleased) || undefined}
        >
          <span className={styles.id}>
            <bdi>{row.id}</bdi>
          </span>
          <div className={styles.about}>
            {row.title === undefined ? null : <Title row={row} title={row.title} />}
            <p className={styles.reasons}>
              {!list && row.isReleased ? <span className={styles.released}>No longer skipped. </span> : null}
              {list && row.reasons.length === 0 ? 'Not received yet' : reasonWords(row)}
            </p>
          </div>
          <Button
            size="s"
            variant={!list && row.isReleased ? 'secondary' : 'quiet'}
            aria-label={`${actionOn(row, list)} ${row.id}`}
            onClick={() => void change(row)}
          >
            {actionOn(row, list)}
          </Button>
        </li>
      ))}
    </ul>
  )
}

const actionOn = ({ isReleased }: LedgerRow, list: SkipList | undefined): string => {
  if (list) return 'Remove'
  return isReleased ? 'Skip again' : 'Stop skipping'
}

function Title({ row: { id, jobs }, title }: { row: LedgerRow; title: string }) {
  const name = shownTitle(title)
  const words = <bdi title={name}>{name}</bdi>
  const [job] = jobs
  return job === undefined ? (
    <span className={styles.title}>{words}</span>
  ) : (
    <Link className={`${styles.title} ${styles.link}`} to={paths.article(job, id)}>
      {words}
    </Link>
  )
}
