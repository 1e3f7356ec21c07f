import { Client } from 'pg'
import type { ClientConfig } from 'pg'

const reconnectMs = 2_000

/** Listens for `pg_notify` on its own connection, which is reopened when it breaks. */
export function createListener(config: ClientConfig, channel: string, onNotice: () => void) {
  let client: Client | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  async function connect(): Promise<void> {
    const connecting = new Client(config)
    client = connecting
    const reconnect = (): void => {
      if (isClosed || client !== connecting) return
      client = undefined
      retry = setTimeout(() => void connect(), reconnectMs)
      retry.unref()
      connecting.end().catch(() => undefined)
    }
    connecting.on('error', reconnect)
    connecting.on('end', reconnect)
    connecting.on('notification', onNotice)
    try {
      await connecting.connect()
      await connecting.query(`listen ${channel}`)
      // Earlier notices are not repeated, so assume there were some.
      onNotice()
    } catch {
      reconnect()
    }
  }
  void connect()

  return {
    async close(): Promise<void> {
      isClosed = true
      clearTimeout(retry)
      await client?.end().catch(() => undefined)
    },
  }
}
