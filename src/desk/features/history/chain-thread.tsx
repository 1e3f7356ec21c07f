import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import { jobsQuery } from '../../worker-client/library-queries.ts'
import { chainJobs } from '../../library/jobs/chains.ts'
import type { JobRecord } from '../../library/records.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { offlineWords, lazyPart } from '../../ui/lazy-part.tsx'
import { chainsOf, isRunningDry, placeInChain } from './chain-words.ts'

const ChainJobs = lazyPart(async () => (await import('./chain-jobs.tsx')).ChainJobs)

/** The place of a job in its chain; draws nothing for a job without a chain. */
export function ChainThread({ record }: { record: JobRecord }) {
  const { data: jobs = [] } = useQuery(jobsQuery(useWorkerApi()))
  const [wanted, setWanted] = useState(false)
  const [chain] = chainsOf(chainJobs(record.key, jobs)).values()
  if (!chain) return null
  return (
    <Disclosure
      summary={`${placeInChain(record, chain)}${isRunningDry(chain) ? ', the last brought little' : ''}`}
      onOpenChange={setWanted}
    >
      {wanted ? <ChainJobs chain={chain} record={record} missing={offlineWords} /> : null}
    </Disclosure>
  )
}
