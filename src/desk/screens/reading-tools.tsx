import ALargeSmall from 'lucide-react/icons/a-large-small'
import Maximize2 from 'lucide-react/icons/maximize-2'
import { use, useState } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { lazyPopup } from '../ui/lazy-popup.tsx'
import { ariaKeys } from '../ui/shortcuts.ts'
import styles from './reading-tools.module.css'
import { FocusModeContext } from './split-screen.tsx'

const ReadingDialog = lazyPopup(
  async () => (await import('../features/preferences/reading-dialog.tsx')).ReadingDialog,
)

/** Reading settings and focus mode. */
export function ReadingTools() {
  const { isFocused, toggle } = use(FocusModeContext)
  const [isSetting, setSetting] = useState(false)
  return (
    <>
      <IconButton
        label="Reading settings"
        icon={<ALargeSmall />}
        aria-haspopup="dialog"
        onClick={() => setSetting(true)}
      />
      <IconButton
        className={styles.focus ?? ''}
        label="Focus mode"
        icon={<Maximize2 />}
        aria-pressed={isFocused}
        aria-keyshortcuts={ariaKeys('focus-mode')}
        onClick={toggle}
      />
      {isSetting ? <ReadingDialog onClose={() => setSetting(false)} /> : null}
    </>
  )
}
