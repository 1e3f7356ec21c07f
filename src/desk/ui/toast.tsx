import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react'
import { lazyPart } from './lazy-part.tsx'
import { createToastChannel, type ShowToast } from './toast-channel.ts'

const ToastContext = createContext<ShowToast | undefined>(undefined)

const ToastRegion = lazyPart(async () => (await import('./toast-region.tsx')).ToastRegion)

/**
 * Short messages at the edge of the screen. The code that draws them is loaded with the first message, or with a later
 * one if it can't be.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const channel = useMemo(() => createToastChannel(), [])
  const [tries, setTries] = useState(0)
  const show = useCallback<ShowToast>(
    (toast) => {
      if (!channel.isConnected()) setTries((tries) => tries + 1)
      channel.send(toast)
    },
    [channel],
  )
  return (
    <ToastContext value={show}>
      {children}
      {tries > 0 ? <ToastRegion key={tries} channel={channel} /> : null}
    </ToastContext>
  )
}

/** @returns a function that shows a message for five seconds, or ten if it offers an action */
export function useToast(): ShowToast {
  const show = use(ToastContext)
  if (!show) throw new Error('useToast needs a ToastProvider above it')
  return show
}
