import { useQuery } from '@tanstack/react-query'
import { useWorkerApi } from '../../../worker-client/worker-context.tsx'
import { jobsQuery } from '../../../worker-client/library-queries.ts'
import { oldestFirst, chainJobs } from '../../../library/jobs/chains.ts'
import { pluralize, figure } from '../../../ui/number-words.ts'
import type { FormState } from '../form-state.ts'
import { theJob } from './load-start.ts'
import styles from './made-from.module.css'

/** The chain a "Collect more" form continues, and its totals so far. */
export function MadeFrom({ form }: { form: FormState }) {
  const { data: jobs = [], isPending } = useQuery(jobsQuery(useWorkerApi()))
  const source = jobs.find(({ key }) => key === form.madeFrom)
  // Its space is reserved: the fields below may be in use by the time it is known.
  if (isPending) return <p className={styles.line}>{'\u00a0'}</p>
  if (!source) return null
  const chain = chainJobs(source.key, jobs).sort(oldestFirst)
  const count = chain.reduce((total, { articleCount }) => total + articleCount, 0)
  const place =
    chain.length > 1 ? `, part ${figure(chain.indexOf(source) + 1)} of ${figure(chain.length)}` : ''
  return (
    <p className={styles.line}>
      {`Collecting more from ${theJob(source)}${place}: ${pluralize(count, 'article')} so far`}
      {source.request ? null : '. What it asked for is not known on this device: fill it in.'}
    </p>
  )
}
