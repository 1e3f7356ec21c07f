import { createContext, lazy, Suspense, use, useCallback, useMemo, useState, type ReactNode } from 'react'
import { createToastChannel, type ShowToast } from './toast-channel.ts'

const ToastContext = createContext<ShowToast | undefined>(undefined)

const ToastRegion = lazy(async () => ({ default: (await import('./toast-region.tsx')).ToastRegion }))

/** Short messages at the edge of the screen. The code that draws them is loaded with the first message. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const channel = useMemo(() => createToastChannel(), [])
  const [used, setUsed] = useState(false)
  const show = useCallback<ShowToast>(
    (toast) => {
      setUsed(true)
      channel.send(toast)
    },
    [channel],
  )
  return (
    <ToastContext value={show}>
      {children}
      {used ? (
        <Suspense fallback={null}>
          <ToastRegion channel={channel} />
        </Suspense>
      ) : null}
    </ToastContext>
  )
}

/** @returns a function that shows a message for five seconds, or ten if it offers an action */
export function useToast(): ShowToast {
  const show = use(ToastContext)
  if (!show) throw new Error('useToast needs a ToastProvider above it')
  return show
}
