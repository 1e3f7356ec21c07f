import Search from 'lucide-react/icons/search'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router-dom'
import type { PaletteItem } from '../features/palette/palette-items.ts'
import { leaveField } from '../ui/held-keys.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { lazyPopup } from '../ui/lazy-popup.tsx'
import { isModShortcut, keyCaps } from '../ui/shortcuts.ts'
import { isDialogOpen } from '../ui/use-shortcut.ts'

const PaletteContent = lazyPopup(async () => (await import('./palette-content.tsx')).PaletteContent)

/**
 * Opens with Ctrl+K or Cmd+K anywhere, even in fields and with single-letter keys off, or by its button if there is no
 * keyboard. The content is fetched when it opens.
 */
export function Palette() {
  const [isOpen, setIsOpen] = useState(false)
  const cameFrom = useRef<Element | null>(null)
  const navigate = useNavigate()
  const { pathname } = useLocation()

  const open = () => {
    cameFrom.current = document.activeElement
    leaveField()
    setIsOpen(true)
  }
  const unmount = () => flushSync(() => setIsOpen(false))
  const close = () => {
    unmount()
    giveFocusBack(cameFrom.current)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isModShortcut(event, 'commands')) return
    // Some browsers use this key for their own search field.
    event.preventDefault()
    if (event.repeat) return
    if (isOpen) close()
    // An open dialog has to be closed first.
    else if (!isDialogOpen()) open()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  const choose = ({ to, run }: PaletteItem) => {
    // On another screen, its heading takes the focus.
    if (to === undefined || to.split('?', 1)[0] === pathname) close()
    else unmount()
    if (to !== undefined) void navigate(to)
    run?.()
  }

  return (
    <>
      <IconButton
        label="Commands"
        title={`Commands (${keyCaps('commands').flat().join(' ')})`}
        icon={<Search />}
        aria-haspopup="dialog"
        onClick={open}
      />
      {isOpen ? <PaletteContent onClose={close} onChoose={choose} /> : null}
    </>
  )
}

function giveFocusBack(element: Element | null): void {
  if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true })
}
