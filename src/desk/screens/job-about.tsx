import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useState } from 'react'
import { deliveredWords, jobHeading, oddities } from '../features/jobs/request-words.ts'
import { jobTitle } from '../library/jobs/job-title.ts'
import { JobMoment, JobState } from '../features/watch/status.tsx'
import type { JobRecord } from '../library/records.ts'
import { Button } from '../ui/button.tsx'
import { lazyPart, MissingWords } from '../ui/lazy-part.tsx'
import styles from './job-about.module.css'

const JobFacts = lazyPart(async () => (await import('./job-facts.tsx')).JobFacts)

/**
 * A line below the name of a job: its number, its state and since when. The rest, the request and the yield, is shown
 * on demand; oddities are in the line as well.
 *
 * @param record undefined while it is read: the line's space is reserved
 */
export function JobAbout({ record }: { record: JobRecord | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  if (!record) return <div className={styles.line} />
  const delivered = deliveredWords(record)
  return (
    <>
      <div className={styles.line}>
        <div className={styles.facts}>
          {jobHeading(record) === jobTitle(record) ? null : <span>{jobTitle(record)}</span>}
          <JobState record={record} />
          {/* Beside a reader there is room for one of the two; the time is below as well. */}
          {delivered ? <span>{delivered}</span> : <JobMoment record={record} />}
        </div>
        <Button
          variant="quiet"
          size="s"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          About this job
          <ChevronDown />
        </Button>
      </div>
      {oddities(record).map((words) => (
        <button key={words} type="button" className={styles.odd} onClick={() => setOpen(true)}>
          {words}
        </button>
      ))}
      {isOpen ? (
        <JobFacts
          id={id}
          record={record}
          missing={
            <p className={styles.facts}>
              <MissingWords />
            </p>
          }
        />
      ) : null}
    </>
  )
}
