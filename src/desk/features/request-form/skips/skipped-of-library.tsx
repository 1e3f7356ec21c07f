import { chainJobs } from '../../../library/jobs/chains.ts'
import { isOfCategory } from '../../../library/jobs/job-category.ts'
import type { JobRecord } from '../../../library/records.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { pluralize } from '../../../ui/number-words.ts'
import type { FormState } from '../form-state.ts'

/**
 * The parts of the library a request can skip: its own chain and its category. A chain continues through jobs that
 * brought nothing.
 */
export function SkippedOfLibrary({
  form,
  jobs,
  onChange,
}: {
  form: FormState
  /** All jobs, newest first. */
  jobs: readonly JobRecord[]
  onChange: (part: Partial<FormState>) => void
}) {
  const category = form.category.trim()
  const ofChain = form.madeFrom === undefined ? [] : chainJobs(form.madeFrom, jobs)
  const ofCategory = category === '' ? [] : jobs.filter(hasBrought).filter(isOfCategory(category))
  return (
    <>
      {ofChain.some(hasBrought) ? (
        <Checkbox
          label="This chain"
          hint={articlesFrom(ofChain)}
          checked={form.skipChain}
          onCheckedChange={(skipChain) => onChange({ skipChain })}
        />
      ) : null}
      {ofCategory.length > 0 ? (
        <Checkbox
          label={<bdi>{`Category ${category}`}</bdi>}
          hint={articlesFrom(ofCategory)}
          checked={form.skipCategory}
          onCheckedChange={(skipCategory) => onChange({ skipCategory })}
        />
      ) : null}
    </>
  )
}

const hasBrought = ({ articleCount }: JobRecord): boolean => articleCount > 0

const articlesFrom = (jobs: readonly JobRecord[]): string => `Articles from ${pluralize(jobs.length, 'job')}`
