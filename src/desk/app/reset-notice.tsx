import { useQuery } from '@tanstack/react-query'
import ServerCog from 'lucide-react/icons/server-cog'
import { useWorkerApi } from '../worker-client/worker-context.tsx'
import { serviceQuery } from '../worker-client/library-queries.ts'
import { Button } from '../ui/button.tsx'
import { momentWords } from '../ui/dates.ts'
import { Notice } from './notice.tsx'

/** Shown after the service has been reset: explains what that means for the local data, until dismissed. */
export function ResetNotice() {
  const worker = useWorkerApi()
  const resetAt = useQuery(serviceQuery(worker)).data?.resetAt
  if (resetAt === undefined) return null
  return (
    <Notice icon={<ServerCog />}>
      The service was reset (noticed {momentWords(resetAt)}), so its job and article numbers begin again. What
      you collected and decided before is kept, apart from what comes now. Skip lists made before may name
      other articles.{' '}
      <Button size="s" onClick={() => void worker.library.resetWasRead()}>
        Dismiss
      </Button>
    </Notice>
  )
}
