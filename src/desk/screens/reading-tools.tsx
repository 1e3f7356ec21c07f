import ALargeSmall from 'lucide-react/icons/a-large-small'
import Maximize2 from 'lucide-react/icons/maximize-2'
import { use, useEffect, useEffectEvent, useState } from 'react'
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
  useEscapeBeforeList(isFocused, toggle)
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

/**
 * Escape in the article, before the list's own, which closes it: one step at a time. The list's listener is there
 * first, so this one captures.
 */
function useEscapeBeforeList(enabled: boolean, onEscape: () => void): void {
  const run = useEffectEvent(onEscape)
  useEffect(() => {
    if (!enabled) return undefined
    const listen = (event: KeyboardEvent) => {
      const target = event.target as Element
      // Dialogs, menus and messages are elsewhere and close themselves; a note is left first.
      const isHere = target === document.body || target.closest('article') !== null
      if (event.key !== 'Escape' || !isHere || target.matches('textarea')) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [enabled])
}
