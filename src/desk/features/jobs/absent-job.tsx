import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { jobsQuery, openJob } from '../../worker-client/library-queries.ts'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import type { JobKey, JobRecord } from '../../library/records.ts'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { focusHeadingIfLost } from '../../ui/row-focus.ts'
import { useIsHere } from '../../ui/use-address.ts'
import { readJobNumber } from '../../library/jobs/job-number.ts'
import { jobTitle } from '../../library/jobs/job-title.ts'
import { useRemoveJob, useRestoreJob } from './use-remove-job.ts'

/**
 * The address of a job that is not in the library. If it has a number, say from a colleague's link, it can be opened at
 * once. That of a request leads to the job it has become, perhaps in another tab.
 */
export function JobElsewhere({ jobKey }: { jobKey: JobKey }) {
  const { data: jobs } = useQuery(jobsQuery(useWorkerApi()))
  const made = jobs?.find(({ sentKey }) => sentKey === jobKey)
  if (made) return <Navigate replace to={paths.job(made.key)} />
  const jobId = readJobNumber(jobKey)
  if (jobId !== undefined && String(jobId) === jobKey) return <Opening jobId={jobId} />
  return (
    <EmptyState
      title="This job is not on this device"
      actions={<LinkButton to={paths.jobs}>Go to Jobs</LinkButton>}
    >
      The address may be incomplete, or an unconfirmed request was discarded or has become a job.
    </EmptyState>
  )
}

function Opening({ jobId }: { jobId: number }) {
  const worker = useWorkerApi()
  const client = useQueryClient()
  const { mutate: open, isError } = useMutation({
    mutationFn: () => openJob(client, worker, jobId),
  })
  useEffect(() => open(), [open])
  if (!isError) return <Skeleton lines={4} />
  return (
    <Alert
      tone="error"
      title={`Job ${jobId} could not be opened`}
      actions={<Button onClick={() => open()}>Try again</Button>}
    >
      This device could not save it. Nothing was changed.
    </Alert>
  )
}

/** A job number unknown to the service was most likely mistyped: it can be removed from the list. */
export function RemoveAbsentJob({ record }: { record: JobRecord }) {
  const navigate = useNavigate()
  const isHere = useIsHere()
  const removeJob = useRemoveJob()
  const remove = useMutation({
    mutationFn: () => removeJob(record, `Removed ${jobTitle(record).toLowerCase()} from this device`),
    onSuccess: async (isRemoved) => {
      if (isRemoved && isHere()) await navigate(paths.jobs)
    },
  })
  return (
    <Button busy={remove.isPending} onClick={() => remove.mutate()}>
      Remove
    </Button>
  )
}

/** A job removed from the list; it can be restored until it is purged. */
export function RemovedJob({ record }: { record: JobRecord }) {
  const restoreJob = useRestoreJob()
  const restore = useMutation({ mutationFn: () => restoreJob(record) })
  // It was in what was read here, until another tab removed the job. In a layout effect, so that no key comes before.
  useLayoutEffect(focusHeadingIfLost, [])
  return (
    <EmptyState
      // Announced: it may have been removed in another tab while its articles were read here.
      title={<span role="alert">{jobTitle(record)} was removed</span>}
      actions={
        <>
          <Button busy={restore.isPending} onClick={() => restore.mutate()}>
            Restore it
          </Button>
          <LinkButton to={paths.jobs}>Go to Jobs</LinkButton>
        </>
      }
    >
      It can be restored for a day after it was removed; then it is deleted from this device, with its texts.
      Decisions, labels and notes stay.
    </EmptyState>
  )
}
