import { useState } from 'react'
import { hasWordsOf } from '../../../../text/fold.ts'
import { jobSubject } from '../../../library/jobs/job-category.ts'
import { jobTitle } from '../../../library/jobs/job-title.ts'
import type { JobKey, JobRecord } from '../../../library/records.ts'
import { fullDateWords } from '../../../ui/dates.ts'
import { pluralize, figure } from '../../../ui/number-words.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { CheckList } from './check-list.tsx'
import styles from './job-picker.module.css'

export interface JobPickerProps {
  jobs: readonly JobRecord[]
  chosen: readonly JobKey[]
  onChange: (chosen: readonly JobKey[]) => void
}

/** From this many jobs on, the list has a search field. */
const manyJobs = 8

/** Chooses earlier jobs whose articles to skip. */
export function JobPicker({ jobs, chosen, onChange }: JobPickerProps) {
  const [search, setSearch] = useState('')
  // Others were removed since they were chosen, or in a preset.
  const chosenCount = jobs.filter(({ key }) => chosen.includes(key)).length
  const [startsOpen] = useState(chosenCount > 0)
  const isFound = hasWordsOf(search)
  const shown = jobs.filter((job) => isFound(`${jobTitle(job)} ${aboutJob(job)}`))

  return (
    <Disclosure
      summary={chosenCount > 0 ? `Earlier jobs (${figure(chosenCount)} chosen)` : 'Earlier jobs'}
      defaultOpen={startsOpen}
    >
      <div className={styles.picker}>
        {jobs.length >= manyJobs ? (
          <SearchField
            label="Search earlier jobs"
            value={search}
            onValueChange={setSearch}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        ) : null}
        <CheckList
          items={shown.map((job) => ({
            key: job.key,
            name: jobTitle(job),
            hint: `${pluralize(job.articleCount, 'article')} · ${aboutJob(job)}`,
          }))}
          chosen={chosen}
          onChange={onChange}
        />
        {shown.length === 0 ? <p className={styles.none}>No earlier job has these words.</p> : null}
      </div>
    </Disclosure>
  )
}

/** What tells jobs apart, without what is not known of one opened by its number. */
const aboutJob = (job: JobRecord): string =>
  [jobSubject(job), fullDateWords(job.startedAt)].filter(Boolean).join(' · ')
