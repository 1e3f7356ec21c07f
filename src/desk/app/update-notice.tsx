import RefreshCw from 'lucide-react/icons/refresh-cw'
import { use, useEffect, useState, useSyncExternalStore } from 'react'
import { useUnsaved } from '../worker-client/use-unsaved.ts'
import { UpdatesContext } from '../offline/updates-context.ts'
import type { Updates } from '../offline/updates.ts'
import { Button } from '../ui/button.tsx'
import { hasTyping } from './lazy-screen.ts'
import { Notice } from './notice.tsx'

/** Caches the desk for offline use, and asks before another version replaces it. */
export function UpdateNotice() {
  const open = use(UpdatesContext)
  const [updates, setUpdates] = useState<Updates>()

  useEffect(() => {
    let isWanted = true
    // Refused, as on plain http: the desk works without it.
    open?.().then(
      (opened) => isWanted && setUpdates(opened),
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [open])

  return updates ? <NewVersion updates={updates} /> : null
}

function NewVersion({ updates }: { updates: Updates }) {
  const state = useSyncExternalStore(updates.subscribe, updates.state)
  const hasUnsaved = useUnsaved().unsaved?.hasChanges ?? false
  const [progress, setProgress] = useState<'none' | 'going' | 'held-back'>('none')

  useEffect(() => (hasUnsaved ? updates.holdBack() : undefined), [hasUnsaved, updates])
  useEffect(() => {
    // Accepted in another tab. Unsaved typing here matters more than the newest version.
    if (state === 'taken-over' && progress !== 'going' && !hasUnsaved && !hasTyping()) location.reload()
  }, [state, progress, hasUnsaved])

  if (state === 'none') return null
  if (hasUnsaved)
    return (
      <Notice icon={<RefreshCw />}>
        A new version of Article Desk is ready. You can load it once everything here is saved.
      </Notice>
    )
  const reload = async () => {
    setProgress('going')
    if (state === 'ready' && (await updates.takeOver()) === 'held-back') setProgress('held-back')
    else location.reload()
  }
  return (
    <Notice icon={<RefreshCw />}>
      A new version of Article Desk is ready.{' '}
      {progress === 'held-back' ? 'Another tab has unsaved changes: save them first. ' : null}
      <Button size="s" busy={progress === 'going'} onClick={() => void reload()}>
        Reload now
      </Button>
    </Notice>
  )
}
