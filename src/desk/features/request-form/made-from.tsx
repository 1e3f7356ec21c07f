import { useQuery } from '@tanstack/react-query'
import { useIntake } from '../../intake/intake-context.tsx'
import { jobsQuery } from '../../intake/library-queries.ts'
import { counted } from '../../ui/counted.ts'
import type { FormState } from './form-state.ts'
import { theJob } from './job-words.ts'
import { chainOf } from './load-start.ts'
import styles from './made-from.module.css'

/** Where a form made by "Collect more" comes from, and what it therefore skips. */
export function MadeFrom({ form }: { form: FormState }) {
  const { data: jobs = [] } = useQuery(jobsQuery(useIntake()))
  const source = jobs.find(({ key }) => key === form.madeFrom)
  if (!source) return null
  const skipped = chainOf(source, jobs).filter(
    ({ key }) => form.skipEverything || form.skipJobs.includes(key),
  )
  const count = skipped.reduce((total, { articleCount }) => total + articleCount, 0)
  const brought = skipped.length > 1 ? `that ${skipped.length} jobs in a row brought` : 'it brought'
  return (
    <p className={styles.line}>
      {`From ${theJob(source)}: `}
      {count > 0 ? `skips the ${counted(count, 'article')} ${brought}` : 'skips none of its articles'}
    </p>
  )
}
