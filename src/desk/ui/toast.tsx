import { createContext, lazy, Suspense, use, useCallback, useMemo, useState, type ReactNode } from 'react'

export interface ToastMessage {
  /** A message of the same id takes the place of this one. */
  id?: string
  message: string
  action?: { label: string; onAction: () => void }
  durationMs?: number
}

type ShowToast = (toast: ToastMessage) => void

const ToastContext = createContext<ShowToast | undefined>(undefined)

const ToastRegion = lazy(async () => ({ default: (await import('./toast-region.tsx')).ToastRegion }))

/** Short messages at the edge of the screen. What draws them is loaded with the first. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const channel = useMemo(() => createChannel(), [])
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

/** @returns shows a message for five seconds, ten where there is something to do about it */
export function useToast(): ShowToast {
  const show = use(ToastContext)
  if (!show) throw new Error('useToast needs a ToastProvider above it')
  return show
}

export type ToastChannel = ReturnType<typeof createChannel>

/** Holds messages until somebody is there to show them. */
function createChannel() {
  let receive: ShowToast | undefined
  let waiting: ToastMessage[] = []
  return {
    send(toast: ToastMessage) {
      if (receive) receive(toast)
      else waiting.push(toast)
    },
    connect(receiver: ShowToast): () => void {
      receive = receiver
      for (const toast of waiting) receiver(toast)
      waiting = []
      return () => {
        receive = undefined
      }
    },
  }
}
