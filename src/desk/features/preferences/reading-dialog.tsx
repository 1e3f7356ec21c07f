import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ReadingPreference } from './reading-preference.tsx'

/** The same choices while an article is read; the article changes behind the dialog. */
export function ReadingDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title="Reading settings"
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <ReadingPreference />
    </Dialog>
  )
}
