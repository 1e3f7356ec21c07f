import { ChainThread } from '../features/history/chain-thread.tsx'
import { RequestDisclosure } from '../features/history/request-disclosure.tsx'
import { YieldReport } from '../features/yields/yield-report.tsx'
import type { JobRecord } from '../library/records.ts'
import styles from './job-about.module.css'

/** What is told of a job when it is asked for: side by side, so that what comes later moves nothing. */
export function JobAbout({ record }: { record: JobRecord }) {
  return (
    <div className={styles.about}>
      {record.request ? <RequestDisclosure jobKey={record.key} /> : null}
      <YieldReport record={record} />
      <ChainThread record={record} />
    </div>
  )
}
