export interface ToastMessage {
  /** A message of the same id takes the place of this one. */
  id?: string
  message: string
  action?: { label: string; onAction: () => void }
  durationMs?: number
}

export type ShowToast = (toast: ToastMessage) => void

export type ToastChannel = ReturnType<typeof createToastChannel>

/** Holds messages until what draws them has been loaded. */
export function createToastChannel() {
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
