import { useQuery } from '@tanstack/react-query'
import { CollectedJobs, withArticles } from '../features/collected/collected-jobs.tsx'
import { CopyIdsButton } from '../features/collected/copy-ids-button.tsx'
import { receivedCountQuery } from '../features/collected/received-count-query.ts'
import { useIntake } from '../intake/intake-context.tsx'
import { jobsQuery } from '../intake/library-queries.ts'
import { paths } from '../paths.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export function SkipListsScreen() {
  const intake = useIntake()
  const { data: jobs } = useQuery(jobsQuery(intake))
  const { data: count } = useQuery(receivedCountQuery(intake))
  const collected = jobs && withArticles(jobs)
  return (
    <Page
      title="Skip lists"
      lede="Articles to leave out of the next job. What has been collected here is listed by itself; choose from it under “New job”."
    >
      {collected === undefined ? <Skeleton lines={3} /> : null}
      {collected?.length === 0 ? (
        <EmptyState
          title="Nothing to skip yet"
          actions={
            <LinkButton variant="primary" to={paths.newJob}>
              Create a job
            </LinkButton>
          }
        >
          As soon as a job has brought articles, their ids stand here. Ids from elsewhere can be pasted under
          “New job”.
        </EmptyState>
      ) : null}
      {collected?.length ? (
        <>
          <Section title="Everything in my library" actions={<CopyIdsButton>Copy ids</CopyIdsButton>}>
            {count === undefined ? <Skeleton width="8rem" /> : countOfIds(count)}
          </Section>
          <Section title="By job">
            <CollectedJobs
              label="Ids by job"
              jobs={collected}
              renderAction={(job) => <CopyIdsButton keys={[job.key]}>Copy ids</CopyIdsButton>}
            />
          </Section>
        </>
      ) : null}
    </Page>
  )
}

const countOfIds = (count: number): string =>
  count === 1 ? '1 article id' : `${count.toLocaleString('en')} article ids, each counted once`
