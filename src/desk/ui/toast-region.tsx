import { Toast } from '@base-ui/react/toast'
import X from 'lucide-react/icons/x'
import {
  useEffect,
  useRef,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import { buttonClass } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import type { ToastChannel } from './toast-channel.ts'
import styles from './toast.module.css'

const plainMs = 5_000
const withActionMs = 10_000

/** A quoted name in Hebrew or Arabic, or with marks that reverse text: isolated, it can't move the words around it. */
const nameThatTurns = /(?<=“)[^”]*[\u0590-\u08FF\u202A-\u202E][^”]*(?=”)/g

/** The heavy half of `ToastProvider`. F6 moves the focus to the messages; leaving them moves it back. */
export function ToastRegion({ channel }: { channel: ToastChannel }) {
  /** The element that had the focus before a message took it. */
  const cameFrom = useRef<HTMLElement>(null)
  const remember = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      cameFrom.current = relatedTarget
  }
  const forget = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) cameFrom.current = null
  }
  return (
    <Toast.Provider limit={2}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport} aria-label="Messages" onFocus={remember} onBlur={forget}>
          <Toasts channel={channel} cameFrom={cameFrom} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Toasts({ channel, cameFrom }: { channel: ToastChannel; cameFrom: RefObject<HTMLElement | null> }) {
  const { toasts, add, close } = Toast.useToastManager()

  // After every render: a message that has gone may have had the focus.
  useEffect(() => {
    if (document.activeElement === document.body) cameFrom.current?.focus({ preventScroll: true })
  })

  useEffect(
    () =>
      channel.connect(({ id: own, message, action }) => {
        const id: string = add({
          ...(own !== undefined && { id: own }),
          description: message.replace(nameThatTurns, '\u2068$&\u2069'),
          timeout: action ? withActionMs : plainMs,
          // Set even without an action, since the message being replaced may have had one.
          actionProps: action && {
            children: action.label,
            onClick: () => {
              close(id)
              action.onAction()
            },
          },
        })
      }),
    [channel, add, close],
  )

  return toasts.map((toast) => (
    // The kit makes this a dialog, but it asks nothing, and nothing waits for it.
    <Toast.Root
      key={toast.id}
      toast={toast}
      role="status"
      aria-modal={undefined}
      aria-labelledby={wordsId(toast.id)}
      aria-describedby={undefined}
      className={styles.toast}
      onKeyDown={keepEscape}
    >
      <Toast.Content className={styles.content}>
        {/* Another element for each message: screen readers are silent if the words stay the same. */}
        <Toast.Description key={toast.updateKey} id={wordsId(toast.id)} className={styles.message} />
        <Toast.Action className={buttonClass('quiet', 's', styles.action)} onMouseDown={leaveFocus} />
        {/* The kit hides it from screen readers unless the messages are hovered, but it can still take the focus. */}
        <Toast.Close
          aria-hidden={undefined}
          render={<IconButton label="Dismiss" icon={<X />} size="s" className={styles.close} />}
          onMouseDown={leaveFocus}
        />
      </Toast.Content>
    </Toast.Root>
  ))
}

const wordsId = (id: string): string => `message-${id}`

/** Escape in a message closes the message alone: it must not reach the page, nor a dialog below. */
function keepEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.stopPropagation()
}

/** A mouse press leaves the focus where the editor works: the button disappears a moment later. */
const leaveFocus = (event: MouseEvent): void => event.preventDefault()
