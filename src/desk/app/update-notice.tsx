import RefreshCw from 'lucide-react/icons/refresh-cw'
import { use, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useIsFileUnderWay } from '../worker-client/use-file-work.ts'
import { isUnsavedInTabs, useUnsaved } from '../worker-client/use-unsaved.ts'
import { UpdatesContext } from '../offline/updates-context.ts'
import type { Updates } from '../offline/updates.ts'
import { Button } from '../ui/button.tsx'
import { mayLoseWork } from './lazy-screen.ts'
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
  const isFileUnderWay = useIsFileUnderWay()
  const isHeld = hasUnsaved || isFileUnderWay
  /** Whether a file was finished after the update: the editor may not have read its outcome yet. */
  const hasOutcome = useRef(false)
  const [progress, setProgress] = useState<'none' | 'going' | 'held-back' | 'reloading'>('none')

  useEffect(() => {
    // Accepted in another tab. Unsaved work here matters more than the newest version.
    if (state !== 'taken-over') return
    if (isFileUnderWay) hasOutcome.current = true
    const isReloading = progress === 'going' || progress === 'reloading'
    if (!isReloading && !isHeld && !hasOutcome.current && !mayLoseWork()) location.reload()
  }, [state, progress, isHeld, isFileUnderWay])

  if (state === 'none') return null
  if (isHeld)
    return (
      <Notice icon={<RefreshCw />}>
        A new version of Article Desk is ready. You can load it once{' '}
        {hasUnsaved ? 'everything here is saved' : 'the file is done'}.
      </Notice>
    )
  const reload = async () => {
    setProgress('going')
    if (state === 'ready') {
      if (await isUnsavedInTabs()) return setProgress('held-back')
      await updates.takeOver()
    }
    // No longer busy: if the browser asks before it leaves, the editor may stay, and then need the button again.
    setProgress('reloading')
    location.reload()
  }
  return (
    <Notice icon={<RefreshCw />}>
      A new version of Article Desk is ready.{' '}
      {progress === 'held-back'
        ? 'Another tab has unsaved changes or is working on a file: finish there first. '
        : null}
      <Button size="s" busy={progress === 'going'} onClick={() => void reload()}>
        Reload now
      </Button>
    </Notice>
  )
}
