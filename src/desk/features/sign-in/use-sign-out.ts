import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../session/session-context.tsx'
import { useToast } from '../../ui/toast.tsx'
import { jobsQuery, unsavedQuery } from '../../worker-client/library-queries.ts'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'

/** Signs out. If that loses what this device has not saved, says so first and leaves it to the editor. */
export function useSignOut(afterwards: () => unknown = () => {}): () => Promise<void> {
  const { signOut } = useSession()
  const worker = useWorkerApi()
  const { data: jobs = [] } = useQuery(jobsQuery(worker))
  const { data: unsaved } = useQuery(unsavedQuery(worker))
  const toast = useToast()
  const isInMemory = worker.library.kept === 'in-memory' && jobs.length > 0

  const leave = async () => {
    await signOut(isInMemory)
    await afterwards()
  }
  return async () => {
    if (!isInMemory && !unsaved?.hasChanges) return leave()
    return toast({
      message: 'Not signed out: this would lose what is not saved on this device.',
      action: { label: 'Sign out anyway', onAction: () => void leave() },
    })
  }
}
