import { useRef, useState, type ReactNode } from 'react'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button.tsx'
import { lazyPopup } from './lazy-popup.tsx'
import type { MenuItem } from './menu-popup.tsx'

export interface MenuProps {
  /** The accessible name of the button. */
  label: string
  /** The button's content: words or an icon, not a button of its own. */
  trigger: ReactNode
  items: readonly MenuItem[]
  /** A line above the items, for what the button may have no room to show; hidden from screen readers. */
  caption?: string
  variant?: ButtonVariant
  size?: ButtonSize
  className?: string | undefined
}

const MenuPopup = lazyPopup(async () => (await import('./menu-popup.tsx')).MenuPopup)

/** A button with a menu. The button renders at once; the popup's code is fetched when the pointer or focus comes near. */
export function Menu({
  label,
  trigger,
  items,
  caption,
  variant = 'quiet',
  size = 'm',
  className,
}: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const prepare = () => void MenuPopup.prefetch().catch(() => undefined)
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
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {trigger}
      </button>
      {open ? (
        <MenuPopup anchor={button} {...{ label, items, caption }} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}
