import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useState } from 'react'
import { ChainThread } from '../features/history/chain-thread.tsx'
import { RequestDisclosure } from '../features/history/request-disclosure.tsx'
import { RequestLine } from '../features/history/request-line.tsx'
import { jobHeading, jobTitle } from '../features/history/request-words.ts'
import { JobDuration, JobMoment, JobState } from '../features/watch/status.tsx'
import { oddities } from '../features/yields/yield-words.ts'
import type { JobRecord } from '../library/records.ts'
import { Button } from '../ui/button.tsx'
import { lazyPart, offlineWords } from '../ui/lazy-part.tsx'
import styles from './job-about.module.css'

const YieldDetails = lazyPart(async () => (await import('../features/yields/yield-details.tsx')).YieldDetails)

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
  return (
    <>
      <div className={styles.line}>
        <div className={styles.facts}>
          {jobHeading(record) === jobTitle(record) ? null : <span>{jobTitle(record)}</span>}
          <JobState record={record} />
          <JobMoment record={record} />
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
          <ChevronDown aria-hidden="true" />
        </Button>
      </div>
      {oddities(record).map((words) => (
        <button key={words} type="button" className={styles.odd} onClick={() => setOpen(true)}>
          {words}
        </button>
      ))}
      {isOpen ? (
        <section id={id} className={styles.about} aria-label="About this job">
          <RequestLine record={record} />
          <JobDuration record={record} />
          {record.request ? <RequestDisclosure jobKey={record.key} /> : null}
          {record.phase === 'ready' ? <YieldDetails record={record} missing={offlineWords} /> : null}
          <ChainThread record={record} />
        </section>
      ) : null}
    </>
  )
}
