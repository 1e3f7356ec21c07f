import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { buttonClass } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import styles from './toast.module.css'
import type { ToastChannel } from './toast.tsx'

const plainMs = 5_000
const withActionMs = 10_000

/** The heavy half of `ToastProvider`. */
export function ToastRegion({ channel }: { channel: ToastChannel }) {
  return (
    <Toast.Provider limit={2}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport} aria-label="Messages">
          <Toasts channel={channel} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Toasts({ channel }: { channel: ToastChannel }) {
  const { toasts, add, close } = Toast.useToastManager()

  useEffect(
    () =>
      channel.connect(({ id: own, message, action, durationMs }) => {
        const id: string = add({
          ...(own !== undefined && { id: own }),
          description: message,
          timeout: durationMs ?? (action ? withActionMs : plainMs),
          // Named where there is none too: the message that is replaced may have had one.
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
    <Toast.Root key={toast.id} toast={toast} aria-label="Message" className={styles.toast}>
      <Toast.Content className={styles.content}>
        <Toast.Description className={styles.message} />
        <Toast.Action className={buttonClass('quiet', 's', styles.action)} />
        <Toast.Close render={<IconButton label="Dismiss" icon={<X />} size="s" className={styles.close} />} />
      </Toast.Content>
    </Toast.Root>
  ))
}
