import ServerCog from 'lucide-react/icons/server-cog'
import { Button } from '../ui/button.tsx'
import { momentWords } from '../ui/dates.ts'
import { useLibrary } from '../worker-client/worker-context.tsx'
import { Notice } from './notice.tsx'

/**
 * Shown after the service has been reset, until dismissed: what that means for the local data.
 *
 * @param at milliseconds since the epoch
 */
export function ResetNotice({ at }: { at: number }) {
  const library = useLibrary()
  return (
    <Notice icon={<ServerCog />}>
      The service was reset ({momentWords(at)}): its numbering starts again. Your earlier articles are kept.
      Ids given in a request or a preset were removed; check those in your own lists.{' '}
      {/* It stays if that can't be saved. */}
      <Button size="s" onClick={() => library.dismissReset().catch(() => {})}>
        Dismiss
      </Button>
    </Notice>
  )
}
