import { useRef, useState, type ReactNode } from 'react'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button.tsx'
import type { MenuItem } from './menu-item.ts'

export interface MenuProps {
  /** The accessible name of the button. */
  label: string
  /** The button's content: words or an icon, not a button of its own. */
  trigger: ReactNode
  items: readonly MenuItem[]
  variant?: ButtonVariant
  size?: ButtonSize
  className?: string | undefined
}

const loadPopup = async () => (await import('./menu-popup.tsx')).MenuPopup

/**
 * A button with a menu. The button renders at once; the popup's code is fetched when the pointer or focus comes near. If
 * it can't be, the menu stays closed, and is fetched again at the next press.
 */
export function Menu({ label, trigger, items, variant = 'quiet', size = 'm', className }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [Popup, setPopup] = useState<Awaited<ReturnType<typeof loadPopup>>>()
  const prepare = () => void loadPopup().catch(() => undefined)
  const change = (next: boolean) => {
    setOpen(next)
    if (Popup) return
    loadPopup().then(
      (popup) => setPopup(() => popup),
      () => setOpen(false),
    )
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={buttonClass(variant, size, className)}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => change(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          change(true)
        }}
      >
        {trigger}
      </button>
      {Popup ? <Popup anchor={button} open={open} onOpenChange={change} label={label} items={items} /> : null}
    </>
  )
}
