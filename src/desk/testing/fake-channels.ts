type Listener = (event: MessageEvent) => void

/** Broadcast channels for one test: each message reaches the other tabs as a copy, one turn later. */
export function createFakeChannels() {
  const rooms = new Map<string, Map<object, Listener[]>>()
  return {
    open(name: string) {
      const room = rooms.get(name) ?? new Map<object, Listener[]>()
      rooms.set(name, room)
      const own: Listener[] = []
      const channel = {
        postMessage(message: unknown) {
          const data: unknown = structuredClone(message)
          for (const [other, listeners] of room)
            if (other !== channel)
              queueMicrotask(() => listeners.forEach((listener) => listener({ data } as MessageEvent)))
        },
        addEventListener: (_type: string, listener: unknown) => void own.push(listener as Listener),
        close: () => void room.delete(channel),
      }
      room.set(channel, own)
      return channel
    },
  }
}
