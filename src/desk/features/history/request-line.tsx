import type { JobRecord } from '../../library/records.ts'
import { askedFor, jobName, requestDetails } from './request-words.ts'
import styles from './request-line.module.css'

/** A job's request in one line: its name, then the rest of what was asked for. */
export function RequestLine({ record }: { record: JobRecord }) {
  const { request } = record
  const details = request ? [askedFor(request), ...requestDetails(request)] : []
  return (
    <span className={styles.line}>
      <bdi className={styles.name}>{jobName(record)}</bdi>
      {details.map((detail) => (detail ? <bdi key={detail}>{detail}</bdi> : null))}
    </span>
  )
}
