import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { JobRecord } from '../../library/records.ts'
import { paths } from '../../paths.ts'
import styles from './collected-jobs.module.css'

/** Jobs that brought articles, each with what it was asked and something to do about it. */
export function CollectedJobs({
  label,
  jobs,
  renderAction,
}: {
  label: string
  jobs: readonly JobRecord[]
  renderAction?: (job: JobRecord) => ReactNode
}) {
  return (
    <ul aria-label={label} className={styles.jobs}>
      {jobs.map((job) => (
        <li key={job.key} className={styles.job}>
          <div className={styles.words}>
            <Link to={paths.job(job.key)} className={styles.name}>
              <bdi>{asked(job)}</bdi>
            </Link>
            <p className={styles.facts}>
              <span>Job {job.jobId}</span>
              <span>
                {countOfArticles(job.articleCount)}
                {job.newCount < job.articleCount ? `, ${job.newCount.toLocaleString('en')} of them new` : ''}
              </span>
              <span>{`collected ${day.format(job.readyAt ?? job.startedAt)}`}</span>
            </p>
          </div>
          {renderAction ? <div className={styles.action}>{renderAction(job)}</div> : null}
        </li>
      ))}
    </ul>
  )
}

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' })

/** Those whose articles are on this device, newest first as the library gives them. */
export const withArticles = (jobs: readonly JobRecord[]): JobRecord[] =>
  jobs.filter((job) => job.phase === 'ready' && job.articleCount > 0)

export function countOfArticles(count: number): string {
  return count === 1 ? '1 article' : `${count.toLocaleString('en')} articles`
}

function asked({ request, category }: JobRecord): string {
  const words = [request?.keywords.join(', '), request?.category ?? category].filter(Boolean)
  return words.length > 0 ? words.join(' in ') : 'Anything'
}
