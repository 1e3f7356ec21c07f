import type { JobKey } from '../library/records.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { pluralize } from '../ui/number-words.ts'
import { useUnsaved } from '../worker-client/use-unsaved.ts'

/** Warns that the articles of a finished job are only in memory, and offers a way out. */
export function UnsavedArticles({ jobKey, onExport }: { jobKey: JobKey; onExport: () => void }) {
  const { unsaved, tryAgain, isTrying, hasFailedAgain } = useUnsaved()
  const count = unsaved?.articles.find((job) => job.jobKey === jobKey)?.count
  if (!unsaved || count === undefined) return null
  const cause = unsaved.reason === 'quota' ? 'It has no space left' : 'Its storage does not answer'
  return (
    <Alert
      tone="caution"
      title="Not saved on this device"
      actions={
        <>
          {count > 0 ? <Button onClick={onExport}>Export</Button> : null}
          <Button busy={isTrying} onClick={tryAgain}>
            Try again
          </Button>
        </>
      }
    >
      {`${cause}: ${pluralize(count, 'article')} can be read until this tab is closed. Everything saved before is safe.`}
      {hasFailedAgain ? ' They are still not saved.' : ''}
    </Alert>
  )
}
