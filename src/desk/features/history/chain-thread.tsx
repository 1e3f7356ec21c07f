import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useIntake } from '../../intake/intake-context.tsx'
import { jobsQuery } from '../../intake/library-queries.ts'
import { chainJobs } from '../../library/jobs/chains.ts'
import type { JobRecord } from '../../library/records.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { comesLater, later } from '../../ui/later.tsx'
import { chainsOf, isRunningDry, placeInChain } from './chain-words.ts'

const ChainJobs = later(async () => (await import('./chain-jobs.tsx')).ChainJobs)

/** Where a job stands among those made from one another; nothing for a job that stands alone. */
export function ChainThread({ record }: { record: JobRecord }) {
  const { data: jobs = [] } = useQuery(jobsQuery(useIntake()))
  const [wanted, setWanted] = useState(false)
  const [chain] = chainsOf(chainJobs(record.key, jobs)).values()
  if (!chain) return null
  return (
    <Disclosure
      summary={`${placeInChain(record, chain)}${isRunningDry(chain) ? ', the last brought little' : ''}`}
      onOpenChange={setWanted}
    >
      {wanted ? <ChainJobs chain={chain} record={record} missing={comesLater} /> : null}
    </Disclosure>
  )
}
