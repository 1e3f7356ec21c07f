import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isRunningDry, placeInChain } from '../features/jobs/chain-words.ts'
import { RequestDisclosure } from '../features/jobs/request-disclosure.tsx'
import { jobName, requestDetails } from '../features/jobs/request-words.ts'
import { JobDuration } from '../features/watch/status.tsx'
import { YieldDetails } from '../features/yields/yield-details.tsx'
import { chainJobs, oldestFirst } from '../library/jobs/chains.ts'
import type { JobRecord } from '../library/records.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { lazyPart, MissingWords } from '../ui/lazy-part.tsx'
import { jobsQuery } from '../worker-client/library-queries.ts'
import { useWorkerApi } from '../worker-client/worker-context.tsx'
import styles from './job-facts.module.css'

const ChainJobs = lazyPart(async () => (await import('../features/jobs/chain-jobs.tsx')).ChainJobs)

/** What is shown about a job on demand: the request, the yield and the chain. */
export function JobFacts({ id, record }: { id: string; record: JobRecord }) {
  return (
    <section id={id} className={styles.about} aria-label="About this job">
      <RequestLine record={record} />
      <JobDuration record={record} />
      {record.request ? <RequestDisclosure jobKey={record.key} /> : null}
      {record.phase === 'ready' ? <YieldDetails record={record} /> : null}
      <JobChain record={record} />
    </section>
  )
}

/** A job's request in one line: its name, then the rest of it. */
function RequestLine({ record }: { record: JobRecord }) {
  return (
    <span className={styles.request}>
      <bdi className={styles.name}>{jobName(record)}</bdi>
      {record.request
        ? requestDetails(record.request).map((detail) => <bdi key={detail}>{detail}</bdi>)
        : null}
    </span>
  )
}

/** The place of a job in its chain; draws nothing for a job without a chain. */
function JobChain({ record }: { record: JobRecord }) {
  const { data: jobs = [] } = useQuery(jobsQuery(useWorkerApi()))
  const [wanted, setWanted] = useState(false)
  const chain = chainJobs(record.key, jobs).sort(oldestFirst)
  if (chain.length < 2) return null
  return (
    <Disclosure
      summary={`${placeInChain(record, chain)}${isRunningDry(chain) ? ', the last returned little' : ''}`}
      onOpenChange={setWanted}
    >
      {wanted ? <ChainJobs chain={chain} record={record} missing={<MissingWords />} /> : null}
    </Disclosure>
  )
}
