import type { Removal } from '../../library/jobs/removed-jobs.ts'
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
    try {
      await library.removeJob(record.key, Date.now(), how)
    } catch {
      toast({ message: 'Not removed: this device could not save the change.' })
      return false
    }
    toast({
      id: stepMessage,
      message,
      action: { label: 'Undo', onAction: () => void restore(record) },
    })
    return true
  }
}

/** Brings a removed job back, or says that it could not. */
export function useRestoreJob(): (record: JobRecord) => Promise<void> {
  const library = useLibrary()
  const toast = useToast()
  return async ({ key }) => {
    try {
      await library.restoreJob(key)
    } catch {
      toast({ message: 'Not restored: this device could not save the change.' })
    }
  }
}
