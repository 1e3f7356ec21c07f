import { Menu as Kit } from '@base-ui/react/menu'
import { useRef, type ReactNode, type RefObject } from 'react'
import { Link } from 'react-router-dom'
import styles from './menu.module.css'
import { useCloseOnBack } from './use-close-on-back.ts'

export interface MenuItem {
  label: string
  icon?: ReactNode
  onSelect?: () => void
  /** An address within the desk; makes the item a link. */
  to?: string
  danger?: boolean
}

/** The heavy half of {@link Menu}: positioning and keyboard navigation. */
export function MenuPopup({
  anchor,
  label,
  items,
  caption,
  onClose,
}: {
  anchor: RefObject<HTMLButtonElement | null>
  label: string
  items: readonly MenuItem[]
  caption: string | undefined
  onClose: () => void
}) {
  // A link opens another screen, whose heading takes the focus: it must not return to the button.
  const isLeaving = useRef(false)
  useCloseOnBack(onClose)

  const change: Kit.Root.Props['onOpenChange'] = (next, details) => {
    // A press on the button is handled by the button itself; closing here as well would reopen the menu.
    const target = details.event.target
    if (
      !next &&
      details.reason === 'outside-press' &&
      target instanceof Node &&
      anchor.current?.contains(target)
    )
      return details.cancel()
    return next ? undefined : onClose()
  }
  return (
    <Kit.Root open onOpenChange={change} modal={false}>
      <Kit.Portal container={landmarkOf(anchor.current)} className={styles.portal}>
        <Kit.Positioner
          anchor={anchor}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className={styles.place}
        >
          <Kit.Popup
            className={styles.popup}
            aria-label={label}
            onFocus={({ target, currentTarget, relatedTarget }) => {
              // Opened with a key: the kit goes on to the first item only from a button of its own.
              if (
                target === currentTarget &&
                relatedTarget === anchor.current &&
                target.matches(':focus-visible')
              )
                target.querySelector<HTMLElement>('[role=menuitem]')?.focus()
            }}
            finalFocus={() => (isLeaving.current ? false : anchor.current)}
          >
            {caption === undefined ? null : (
              <p aria-hidden className={styles.caption}>
                {caption}
              </p>
            )}
            {items.map((item, index) => (
              // Two presets may have one name, and there is nothing within an item to keep.
              // oxlint-disable-next-line react/no-array-index-key
              <Item key={index} item={item} onLeave={() => (isLeaving.current = true)} />
            ))}
          </Kit.Popup>
        </Kit.Positioner>
      </Kit.Portal>
    </Kit.Root>
  )
}

/** Within a landmark, like everything on a screen, since screen readers can move from landmark to landmark. */
const landmarkOf = (element: Element | null) =>
  element?.closest<HTMLElement>('[role=dialog], main') ?? element?.closest<HTMLElement>('header')

function Item({ item, onLeave }: { item: MenuItem; onLeave: () => void }) {
  const className = `${styles.item} ${item.danger ? styles.danger : ''}`
  const content = (
    <>
      {item.icon}
      {item.label}
    </>
  )
  if (item.to !== undefined)
    return (
      <Kit.LinkItem
        className={className}
        closeOnClick
        render={<Link to={item.to} />}
        onClick={() => {
          onLeave()
          item.onSelect?.()
        }}
      >
        {content}
      </Kit.LinkItem>
    )
  return (
    <Kit.Item className={className} onClick={item.onSelect}>
      {content}
    </Kit.Item>
  )
}
