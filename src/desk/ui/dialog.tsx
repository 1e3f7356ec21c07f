import { Dialog as Kit } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import { useRef, type ReactNode, type RefObject } from 'react'
import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'
import { useCloseOnBack } from './use-close-on-back.ts'

export interface DialogProps {
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children: ReactNode
  /** The buttons, with the submit button last. */
  footer?: ReactNode
  /** For content as wide as the page: two texts side by side. */
  wide?: boolean
  /** Where the focus goes on opening. Default: the first field of a form, or the first control. */
  initialFocus?: RefObject<HTMLElement | null>
}

/** Rendered only while open. Load components that use it with `lazyPopup`: nobody should wait for a closed dialog. */
export function Dialog({
  onClose,
  title,
  description,
  children,
  footer,
  wide = false,
  initialFocus,
}: DialogProps) {
  const body = useRef<HTMLDivElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  useCloseOnBack(onClose)
  // At once rather than a frame later, as the kit does: letters typed until then would be lost, and Enter would press
  // what had the focus before.
  const takeFocus = () => {
    const field = body.current?.querySelector<HTMLElement>(firstField)
    // What is typed takes the place of a suggested or former name, as in other programs.
    if (!initialFocus && field instanceof HTMLInputElement) field.select()
    const first = initialFocus?.current ?? field ?? close.current
    first?.focus()
    return false
  }
  return (
    <Kit.Root open onOpenChange={(open) => !open && onClose()}>
      <Kit.Portal>
        <Kit.Backdrop className={styles.backdrop} />
        <Kit.Popup className={styles.popup} data-wide={wide || undefined} initialFocus={takeFocus}>
          <div className={styles.head}>
            <Kit.Title className={styles.title}>{title}</Kit.Title>
            <Kit.Close ref={close} render={<IconButton label="Close" icon={<X />} size="s" />} />
          </div>
          <div ref={body} className={styles.body}>
            {description ? (
              <Kit.Description render={<div />} className={styles.description}>
                {description}
              </Kit.Description>
            ) : null}
            {children}
          </div>
          {footer ? <div className={styles.footer}>{footer}</div> : null}
        </Kit.Popup>
      </Kit.Portal>
    </Kit.Root>
  )
}

/** In a radio group, the selected one. */
const firstField =
  'form :is(input:not([type=radio], [type=file], [type=hidden], [hidden]), input:checked, textarea)'
