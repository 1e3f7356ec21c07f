import type { RestoreReport } from '../../intake/file-work.ts'
import { counted } from '../../ui/counted.ts'
import styles from './storage.module.css'

export interface RestoreOutcomeProps {
  report: RestoreReport
  /** Whose library this is, as `accountName` says it. */
  here: string
}

/** What came, and what of the file could not be read: an editor who trusts a damaged backup loses work later. */
export function RestoreOutcome({ report, here }: RestoreOutcomeProps) {
  const { restored, account, madeAt, complete, sound, damagedCount, damaged } = report
  const { jobs, articles, marks, lists, named } = restored
  const nothing = jobs + articles + marks + lists + named === 0
  return (
    <>
      <p className={styles.words}>
        {nothing
          ? 'Everything in this backup is here already.'
          : `Restored ${counted(jobs, 'job')}, ${counted(articles, 'article')}, ${counted(marks, 'decision or note', 'decisions and notes')}, ${counted(lists, 'skip list')} and ${counted(named, 'preset or view', 'presets and views')}.`}
      </p>
      <p className={styles.hint}>
        {Number.isNaN(madeAt)
          ? ''
          : `Made on ${new Date(madeAt).toLocaleString('en', { dateStyle: 'long', timeStyle: 'short' })}. `}
        {account === here ? '' : `It was the library of ${account}. `}
        {complete ? '' : 'The file ends too early: what came after that place is missing. '}
        {sound ? '' : 'Its checksum is wrong: some of it may not be as it was written. '}
        {damagedCount > 0
          ? `${counted(damagedCount, 'record')} could not be read, the first in line ${damaged[0]?.line ?? 1}.`
          : ''}
      </p>
    </>
  )
}
