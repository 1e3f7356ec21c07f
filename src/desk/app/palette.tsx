import Search from 'lucide-react/icons/search'
import { useCallback, useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Choice } from '../features/palette/choices.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { useToast } from '../ui/toast.tsx'
import { isModShortcut, keyCaps } from '../ui/shortcuts.ts'
import { isDialogOpen } from '../ui/use-shortcut.ts'
import type { PaletteContentProps } from './palette-content.tsx'

/**
 * Opens with Ctrl+K or Cmd+K anywhere, even in fields and with single-letter keys off, or by its button if there is no
 * keyboard. The content is fetched when it opens.
 */
export function Palette() {
  const [Part, setPart] = useState<ComponentType<PaletteContentProps>>()
  const [typed, setTyped] = useState<string>()
  const cameFrom = useRef<Element | null>(null)
  const isComing = useRef(false)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const showToast = useToast()

  const open = async () => {
    cameFrom.current = document.activeElement
    if (Part) return setTyped('')
    if (isComing.current) return undefined
    isComing.current = true
    const early = catchTyping()
    try {
      const { PaletteContent } = await import('./palette-content.tsx')
      flushSync(() => {
        setPart(() => PaletteContent)
        setTyped(early.end())
      })
    } catch {
      early.endAfterPause()
      showToast({ message: 'The commands could not be loaded. Try again when the network is back.' })
    }
    isComing.current = false
    return undefined
  }
  const unmount = useCallback(() => flushSync(() => setTyped(undefined)), [])
  const close = () => {
    unmount()
    giveFocusBack(cameFrom.current)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isModShortcut(event, 'commands')) return
    // Some browsers use this key for their own search field.
    event.preventDefault()
    if (typed !== undefined) close()
    // An open dialog has to be closed first.
    else if (!isDialogOpen()) void open()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  const choose = ({ to, run }: Choice) => {
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
        onClick={() => void open()}
      />
      {Part && typed !== undefined ? <Part typed={typed} onClose={close} onChoose={choose} /> : null}
    </>
  )
}

function giveFocusBack(element: Element | null): void {
  if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true })
}

/** Long enough for somebody who is typing to look up. */
const typingPauseMs = 1000

/**
 * Captures typing until the palette is there, since it is meant for the palette: as a page shortcut it might reject an
 * article.
 */
function catchTyping(): { end(): string | undefined; endAfterPause(): void } {
  /** Undefined once Escape has cancelled it. */
  let typed: string | undefined = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const take = (event: KeyboardEvent) => {
    if (timer !== undefined) endAfterPause()
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') {
      typed = undefined
      end()
    } else if (event.key === 'Backspace') typed = typed?.slice(0, -1)
    else if (event.key.length === 1) typed += event.key
  }
  const end = () => {
    document.removeEventListener('keydown', take, { capture: true })
    return typed
  }
  /** The palette won't open, and the editor may not have noticed yet. */
  const endAfterPause = () => {
    clearTimeout(timer)
    timer = setTimeout(end, typingPauseMs)
  }
  document.addEventListener('keydown', take, { capture: true })
  return { end, endAfterPause }
}
