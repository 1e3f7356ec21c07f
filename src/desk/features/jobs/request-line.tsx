import type { JobRecord } from '../../library/records.ts'
import { jobName, requestDetails } from './request-words.ts'
import styles from './request-line.module.css'

/** A job's request in one line: its name, then the rest of it. */
export function RequestLine({ record }: { record: JobRecord }) {
  return (
    <span className={styles.line}>
      <bdi className={styles.name}>{jobName(record)}</bdi>
      {record.request
        ? requestDetails(record.request).map((detail) => <bdi key={detail}>{detail}</bdi>)
        : null}
    </span>
  )
}
