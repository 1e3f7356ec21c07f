import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { pluralize } from '../../../ui/number-words.ts'
import { Dialog } from '../../../ui/dialog.tsx'

/** The filters where there is no room beside the list. The list changes behind the sheet as they are chosen. */
export function FilterSheet({
  count,
  canClear,
  onClear,
  onClose,
  children,
}: {
  /** Number of articles shown. */
  count: number
  canClear: boolean
  onClear: () => void
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog
      onClose={onClose}
      title="Filters"
      footer={
        <>
          <Button aria-disabled={!canClear} onClick={onClear}>
            Clear filters
          </Button>
          <Button variant="primary" onClick={onClose}>
            {`Show ${pluralize(count, 'article')}`}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
