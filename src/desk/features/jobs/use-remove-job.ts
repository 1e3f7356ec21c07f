import type { Removal } from '../../library/jobs/removed-jobs.ts'
import { jobTitle } from '../../library/jobs/job-title.ts'
import type { JobRecord } from '../../library/records.ts'
import { useToast } from '../../ui/toast.tsx'
import { stepMessage } from '../../worker-client/use-steps.ts'
import { useLibrary } from '../../worker-client/worker-context.tsx'

/** Removes a job or an unconfirmed request, says so, and offers to restore it. Resolves to whether it was removed. */
export function useRemoveJob(): (record: JobRecord, message: string, how?: Removal) => Promise<boolean> {
  const library = useLibrary()
  const toast = useToast()
  const restore = useRestoreJob()
  return async (record, message, how) => {
    const refuse = (why: string) => {
      toast({ message: `Not removed: ${why}.` })
      return false
    }
    try {
      const isRemoved = await library.removeJob(record.key, Date.now(), how)
      if (!isRemoved) return refuse('it was removed already, in another tab')
    } catch {
      return refuse('this device could not save the change')
    }
    toast({
      id: stepMessage,
      message,
      action: { label: 'Undo', onAction: () => void restore(record) },
    })
    return true
  }
}

/** Brings a removed job back, and says so, or that it could not. */
export function useRestoreJob(): (record: JobRecord) => Promise<void> {
  const library = useLibrary()
  const toast = useToast()
  return async (record) => {
    try {
      await library.restoreJob(record.key)
      toast({ id: stepMessage, message: `Restored ${jobTitle(record).toLowerCase()}` })
    } catch {
      toast({ message: 'Not restored: this device could not save the change.' })
    }
  }
}
