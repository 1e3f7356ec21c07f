import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useLibrary } from '../../worker-client/worker-context.tsx'
import { libraryKeys } from '../../worker-client/library-queries.ts'
import type { JobRecord } from '../../library/records.ts'
import { paths } from '../../paths.ts'
import { pluralize } from '../../ui/number-words.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import styles from './chain-jobs.module.css'
import { isRunningDry, sumOfChain } from './chain-words.ts'
import { jobTitle } from '../../library/jobs/job-title.ts'

/** The jobs of a chain, the first at the top, with their totals. */
export function ChainJobs({ chain, record }: { chain: readonly JobRecord[]; record: JobRecord }) {
  const library = useLibrary()
  const keys = chain.map(({ key }) => key)
  const sum = chain.reduce((total, { articleCount }) => total + articleCount, 0)
  const { data: different } = useQuery({
    queryKey: [...libraryKeys.derived(library.name), 'chain', keys, sum],
    queryFn: () => library.countReceived(keys),
    gcTime: 15_000,
  })
  const last = chain.at(-1) ?? record
  return (
    <div className={styles.thread}>
      <ol className={styles.jobs} aria-label="Chain of jobs">
        {chain.map((job) => (
          <li key={job.key} aria-current={job.key === record.key || undefined}>
            {job.key === record.key ? (
              <strong>{jobTitle(job)}</strong>
            ) : (
              <Link to={paths.job(job.key)}>{jobTitle(job)}</Link>
            )}
            <span>{job.phase === 'ready' ? pluralize(job.articleCount, 'article') : 'not finished'}</span>
          </li>
        ))}
      </ol>
      <p className={styles.sum}>
        {sumOfChain(chain)}
        {different !== undefined && different < sum ? `, ${pluralize(different, 'different one')}` : ''}
      </p>
      {isRunningDry(chain) ? (
        <div className={styles.dry}>
          <p>The last job returned little that is new. Broaden the keywords, or skip fewer articles.</p>
          <LinkButton size="s" to={paths.newJobFrom(last.key)}>
            Change the request
          </LinkButton>
        </div>
      ) : null}
    </div>
  )
}
