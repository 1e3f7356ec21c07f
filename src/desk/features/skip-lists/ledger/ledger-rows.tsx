import { Link } from 'react-router-dom'
import { packIds } from '../../../../contract/ids.ts'
import { useLibrary } from '../../../worker-client/worker-context.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { notKept } from '../../../ui/not-kept.ts'
import { useToast } from '../../../ui/toast.tsx'
import styles from './ledger-rows.module.css'
import { reasonWords } from './ledger-words.ts'
import type { LedgerRow } from '../../../library/skips/ledger-page.ts'

export function LedgerRows({ rows }: { rows: readonly LedgerRow[] }) {
  const library = useLibrary()
  const toast = useToast()

  const turn = async ({ id, isReleased }: LedgerRow) => {
    try {
      await library.changeLedger({ list: 'released', [isReleased ? 'remove' : 'add']: packIds([id]) })
    } catch {
      toast({ message: notKept })
    }
  }

  return (
    <ul className={styles.rows} aria-label="Skipped ids">
      {rows.map((row) => (
        <li
          key={`${typeof row.id} ${row.id}`}
          className={styles.row}
          data-released={row.isReleased || undefined}
        >
          <span className={styles.id}>
            <bdi>{row.id}</bdi>
          </span>
          <div className={styles.about}>
            {row.title === undefined ? null : <Title row={row} title={row.title} />}
            <p className={styles.reasons}>
              {row.isReleased ? <span className={styles.released}>No longer skipped. </span> : null}
              {reasonWords(row)}
            </p>
          </div>
          <Button
            size="s"
            variant={row.isReleased ? 'secondary' : 'quiet'}
            aria-label={`${row.isReleased ? 'Skip again' : 'Stop skipping'} ${row.id}`}
            onClick={() => void turn(row)}
          >
            {row.isReleased ? 'Skip again' : 'Stop skipping'}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function Title({ row: { id, jobs }, title }: { row: LedgerRow; title: string }) {
  const words = <bdi>{title.trim() || 'Untitled'}</bdi>
  const [job] = jobs
  return job === undefined ? (
    <span className={styles.title}>{words}</span>
  ) : (
    <Link className={styles.title} to={paths.article(job, id)}>
      {words}
    </Link>
  )
}
