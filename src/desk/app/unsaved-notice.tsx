import HardDrive from 'lucide-react/icons/hard-drive'
import { useEffect } from 'react'
import { useIsFileUnderWay } from '../worker-client/use-file-work.ts'
import { useHoldUnsaved, useUnsaved } from '../worker-client/use-unsaved.ts'
import { useLibrary } from '../worker-client/worker-context.tsx'
import type { Unsaved } from '../library/library.ts'
import { Button } from '../ui/button.tsx'
import { pluralize } from '../ui/number-words.ts'
import { Notice } from './notice.tsx'

/**
 * Shown when the device has stopped saving during use: what is at risk, what is safe, what to do. Also asks before the
 * page is left with something that ends with it.
 */
export function UnsavedNotice() {
  const { unsaved, tryAgain, isTrying, hasFailedAgain } = useUnsaved()
  const isFileUnderWay = useIsFileUnderWay()
  const isUnsaved = unsaved?.hasChanges === true || isFileUnderWay
  const isAtRisk = useLibrary().kept === 'in-memory' || isUnsaved

  useHoldUnsaved(isUnsaved)
  useEffect(() => {
    if (!isAtRisk) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isAtRisk])

  if (!unsaved) return null
  return (
    <Notice icon={<HardDrive />}>
      {words(unsaved)}{' '}
      <Button size="s" busy={isTrying} onClick={tryAgain}>
        {hasFailedAgain ? 'Not saved: try again' : 'Try again'}
      </Button>
    </Notice>
  )
}

function words({ reason, articles, hasChanges }: Unsaved): string {
  const safe = 'Everything saved before is safe.'
  if (!hasChanges) return `The storage of this device does not answer, so the library can't be read. ${safe}`
  const count = articles.reduce((sum, { count }) => sum + count, 0)
  const what =
    count === 0 ? 'The latest changes are' : `${pluralize(count, 'article')} ${count === 1 ? 'is' : 'are'}`
  return reason === 'quota'
    ? `${what} not saved on this device: no space is left. ${safe} Export what you need, or free up space: remove jobs, or delete files from the disk.`
    : `${what} not saved on this device: its storage does not answer. ${safe} Export what you need before you close this tab.`
}
