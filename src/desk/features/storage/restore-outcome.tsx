import type { RestoreReport } from '../../worker-client/worker-api.ts'
import { contentList as listOf } from './content-words.ts'
import { counted } from '../../ui/counted.ts'
import { momentWords } from '../../ui/dates.ts'
import styles from './storage.module.css'

export interface RestoreOutcomeProps {
  report: RestoreReport
  /** The owner of this library, as from `accountName`. */
  here: string
}

/** What was restored, and what could not be read: an editor who trusts a damaged backup loses work later. */
export function RestoreOutcome({ report, here }: RestoreOutcomeProps) {
  const { growth, restored, account, madeAt, complete, sound, damagedCount, damaged } = report
  const hasGrown = Object.values(growth).some((count) => count > 0)
  const isNews = Object.values(restored).some((count) => count > 0)
  return (
    <>
      <p className={styles.words}>
        {hasGrown ? `Added ${listOf(growth)}.` : null}
        {!hasGrown && isNews
          ? 'Updated what was read, exported, listed or delivered with another text.'
          : null}
        {isNews ? null : 'Everything in this backup is already here.'}
      </p>
      <p className={styles.hint}>
        {Number.isNaN(madeAt) ? '' : `Made on ${momentWords(madeAt)}. `}
        {account === here ? '' : `It was the library of ${account}. `}
        {complete ? '' : 'The file ends too early: the rest is missing. '}
        {sound ? '' : 'Its checksum is wrong: parts of it may be damaged. '}
        {damagedCount > 0
          ? `${counted(damagedCount, 'record')} could not be read, the first in line ${damaged[0]?.line ?? 1}.`
          : ''}
      </p>
    </>
  )
}
