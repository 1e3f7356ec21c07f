export interface ToastMessage {
  /** A later message with the same id replaces this one. */
  id?: string
  message: string
  action?: { label: string; onAction: () => void }
}

export type ShowToast = (toast: ToastMessage) => void

export type ToastChannel = ReturnType<typeof createToastChannel>

/** Queues messages until the component that draws them has loaded. */
export function createToastChannel() {
  let receive: ShowToast | undefined
  let waiting: ToastMessage[] = []
  return {
    isConnected: () => receive !== undefined,
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
