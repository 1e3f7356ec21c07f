import { useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../session/session-context.tsx'
import { useToast } from '../../ui/toast.tsx'
import { jobsQuery, unsavedQuery } from '../../worker-client/library-queries.ts'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'

/** Signs out. If that loses what this device has not saved, says so first and leaves it to the editor. */
export function useSignOut(afterwards: () => unknown = () => {}): () => Promise<void> {
  const { signOut } = useSession()
  const worker = useWorkerApi()
  const client = useQueryClient()
  const toast = useToast()

  return async () => {
    // As the notices have read them: the menu that calls this need not be drawn with every change of a job.
    const jobs = client.getQueryData(jobsQuery(worker).queryKey) ?? []
    const unsaved = client.getQueryData(unsavedQuery(worker).queryKey)
    const isInMemory = worker.library.kept === 'in-memory' && jobs.length > 0
    const leave = async () => {
      await signOut(isInMemory)
      await afterwards()
    }
    if (!isInMemory && !unsaved?.hasChanges) return leave()
    return toast({
      message: 'Not signed out: this would lose what is not saved on this device.',
      action: { label: 'Sign out anyway', onAction: () => void leave() },
    })
  }
}
