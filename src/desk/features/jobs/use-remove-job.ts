import type { Removal } from '../../library/jobs/removed-jobs.ts'
import type { JobRecord } from '../../library/records.ts'
import { useToast } from '../../ui/toast.tsx'
import { stepMessage } from '../../worker-client/undo-latest.ts'
import { useLibrary } from '../../worker-client/worker-context.tsx'

export const notRestored = 'Not restored: this device could not save the change.'

/** Removes a job or an unconfirmed request, says so, and offers to restore it. Resolves to whether it was removed. */
export function useRemoveJob(): (record: JobRecord, message: string, how?: Removal) => Promise<boolean> {
  const library = useLibrary()
  const toast = useToast()
  return async ({ key }, message, how) => {
    try {
      await library.removeJob(key, Date.now(), how)
    } catch {
      toast({ message: 'Not removed: this device could not save the change.' })
      return false
    }
    toast({
      id: stepMessage,
      message,
      action: {
        label: 'Undo',
        onAction: () => void library.restoreJob(key).catch(() => toast({ message: notRestored })),
      },
    })
    return true
  }
}
