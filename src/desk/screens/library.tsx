import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CollectedJobs, countOfArticles, withArticles } from '../features/collected/collected-jobs.tsx'
import { CopyIdsButton } from '../features/collected/copy-ids-button.tsx'
import { useIntake } from '../intake/intake-context.tsx'
import { jobsQuery } from '../intake/library-queries.ts'
import type { JobRecord } from '../library/records.ts'
import { paths } from '../paths.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export function LibraryScreen() {
  const { data: jobs } = useQuery(jobsQuery(useIntake()))
  const collected = jobs && withArticles(jobs)
  return (
    <Page
      title="Library"
      lede={lede(collected)}
      actions={collected?.length ? <CopyIdsButton>Copy all ids</CopyIdsButton> : null}
    >
      {collected?.length ? <CollectedJobs label="Collected jobs" jobs={collected} /> : null}
      {collected?.length === 0 ? (
        <EmptyState
          title="Nothing collected yet"
          actions={
            <LinkButton variant="primary" to={paths.newJob}>
              Create a job
            </LinkButton>
          }
        >
          The articles of every finished job are kept here, on this device, for this account.
        </EmptyState>
      ) : null}
    </Page>
  )
}

function lede(jobs: readonly JobRecord[] | undefined): ReactNode {
  if (!jobs) return <Skeleton width="16rem" />
  if (jobs.length === 0) return undefined
  // An article that came twice is one article: only a job's new ones count.
  const articles = jobs.reduce((sum, job) => sum + job.newCount, 0)
  const from = jobs.length === 1 ? '1 job' : `${jobs.length.toLocaleString('en')} jobs`
  return `${countOfArticles(articles)} from ${from}, kept on this device.`
}
