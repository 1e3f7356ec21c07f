import { useQuery } from '@tanstack/react-query'
import ServerCog from 'lucide-react/icons/server-cog'
import { Button } from '../ui/button.tsx'
import { momentWords } from '../ui/dates.ts'
import { serviceQuery } from '../worker-client/library-queries.ts'
import { useWorkerApi } from '../worker-client/worker-context.tsx'
import { Notice } from './notice.tsx'

/** Shown after the service has been reset: explains what that means for the local data, until dismissed. */
export function ResetNotice() {
  const worker = useWorkerApi()
  const resetAt = useQuery(serviceQuery(worker)).data?.resetAt
  if (resetAt === undefined) return null
  return (
    <Notice icon={<ServerCog />}>
      The service was reset ({momentWords(resetAt)}): its numbering starts again. Your earlier articles are
      kept; check the ids in your own lists. {/* It stays if that can't be saved. */}
      <Button size="s" onClick={() => worker.library.dismissReset().catch(() => {})}>
        Dismiss
      </Button>
    </Notice>
  )
}
