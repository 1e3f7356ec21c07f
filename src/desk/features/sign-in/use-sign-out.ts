import { useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../session/session-context.tsx'
import { useToast } from '../../ui/toast.tsx'
import { jobsQuery, unsavedQuery } from '../../worker-client/library-queries.ts'
import { useIsFileUnderWay } from '../../worker-client/use-file-work.ts'
import { isUnsavedInTabs } from '../../worker-client/use-unsaved.ts'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'

/**
 * Signs out, in every tab. If that loses what this device has not saved, or ends the work on a file, says so first and
 * leaves it to the editor.
 */
export function useSignOut(afterwards: () => unknown = () => {}): () => Promise<void> {
  const { signOut } = useSession()
  const worker = useWorkerApi()
  const client = useQueryClient()
  const toast = useToast()
  const isFileUnderWay = useIsFileUnderWay()

  return async () => {
    // As the notices have read them: the menu that calls this need not be drawn with every change of a job.
    const jobs = client.getQueryData(jobsQuery(worker).queryKey) ?? []
    const unsaved = client.getQueryData(unsavedQuery(worker).queryKey)
    const isInMemory = worker.library.kept === 'in-memory' && jobs.length > 0
    const leave = async () => {
      await signOut(isInMemory)
      await afterwards()
    }
    const isUnsaved = isInMemory || unsaved?.hasChanges
    const reason = isUnsaved
      ? 'this would lose what is not saved on this device.'
      : isFileUnderWay
        ? 'work on a file has not finished.'
        : (await isUnsavedInTabs(worker.library.name)) && 'another tab has unsaved work.'
    if (!reason) return leave()
    return toast({
      message: `Not signed out: ${reason}`,
      action: { label: 'Sign out anyway', onAction: () => void leave() },
    })
  }
}
