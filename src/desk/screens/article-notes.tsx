import { useState } from 'react'
import type { ArticleId } from '../../contract/ids.ts'
import { useDecisions } from '../features/decisions/use-decisions.ts'
import { ReaderChips } from '../features/library/reader-chips.tsx'
import { useDuplicate, useEntry } from '../worker-client/worker-context.tsx'
import { lazyPopup } from '../ui/lazy-popup.tsx'

const VersionsDialog = lazyPopup(
  async () => (await import('../features/versions/versions-dialog.tsx')).VersionsDialog,
)
const DuplicatesDialog = lazyPopup(
  async () => (await import('../features/duplicates/duplicates-dialog.tsx')).DuplicatesDialog,
)

/** What the library knows about the article in the reader, with the dialogs to compare it. */
export function ArticleNotes({ id }: { id: ArticleId }) {
  const entry = useEntry(id)
  const duplicate = useDuplicate(id)
  const { keepOne } = useDecisions()
  const [open, setOpen] = useState<'versions' | 'duplicates'>()
  const close = () => setOpen(undefined)
  if (!entry) return null
  return (
    <>
      <ReaderChips
        {...{ entry, duplicate }}
        onVersions={() => setOpen('versions')}
        onDuplicates={() => setOpen('duplicates')}
      />
      {open === 'versions' ? <VersionsDialog id={id} onClose={close} /> : null}
      {open === 'duplicates' ? <DuplicatesDialog id={id} onKeepOne={keepOne} onClose={close} /> : null}
    </>
  )
}
