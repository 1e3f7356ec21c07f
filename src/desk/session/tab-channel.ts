import type { Account, Credentials } from '../api/credentials.ts'

/** Sign-in messages between the tabs of one browser. They reach no other origin and are stored nowhere. */
export type TabMessage =
  | { readonly kind: 'signed-out'; readonly account: Account; readonly isForgotten: boolean }
  /** Sent by a new tab: a link opened in a new tab should not ask for the key again. */
  | { readonly kind: 'who-is-there' }
  | { readonly kind: 'signed-in'; readonly credentials: Credentials }

export interface TabChannel {
  send(message: TabMessage): void
  listen(listener: (message: TabMessage) => void): () => void
}

/** @param create undefined if the browser has no BroadcastChannel: each tab is then on its own */
export function createTabChannel(create: ((name: string) => BroadcastChannel) | undefined): TabChannel {
  const channel = create?.('article-desk/session')
  return {
    send: (message) => channel?.postMessage(message),
    listen(listener) {
      const receive = (event: MessageEvent<TabMessage>) => listener(event.data)
      channel?.addEventListener('message', receive)
      return () => channel?.removeEventListener('message', receive)
    },
  }
}
