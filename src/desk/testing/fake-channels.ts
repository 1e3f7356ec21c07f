type Hear = (event: MessageEvent) => void

/** Broadcast channels for one test: each message reaches the other tabs as a copy, one turn later. */
export function createFakeChannels() {
  const rooms = new Map<string, Map<object, Hear[]>>()
  return {
    open(name: string) {
      const room = rooms.get(name) ?? new Map<object, Hear[]>()
      rooms.set(name, room)
      const own: Hear[] = []
      const channel = {
        postMessage(message: unknown) {
          const data: unknown = structuredClone(message)
          for (const [other, hearers] of room)
            if (other !== channel)
              queueMicrotask(() => hearers.forEach((hear) => hear({ data } as MessageEvent)))
        },
        addEventListener: (_type: string, hear: unknown) => void own.push(hear as Hear),
        close: () => void room.delete(channel),
      }
      room.set(channel, own)
      return channel
    },
  }
}
