import { useState } from 'react'
import type { JobRecord } from '../../library/records.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { offlineWords, lazyPart } from '../../ui/lazy-part.tsx'
import styles from './yield-report.module.css'
import { oddities, yieldWords } from './yield-words.ts'

const YieldDetails = lazyPart(async () => (await import('./yield-details.tsx')).YieldDetails)

/** What came of a finished job, in a few words; all of it where the editor asks. */
export function YieldReport({ record }: { record: JobRecord }) {
  const [wanted, setWanted] = useState(false)
  if (record.phase !== 'ready') return null
  return (
    <Disclosure
      summary={
        <span className={styles.summary}>
          {yieldWords(record)}
          {oddities(record).map((words) => (
            <span key={words} className={styles.flag}>
              {words}
            </span>
          ))}
        </span>
      }
      onOpenChange={setWanted}
    >
      {wanted ? <YieldDetails record={record} missing={offlineWords} /> : null}
    </Disclosure>
  )
}
