import type { Client, ClientConfig } from 'pg'
import type { Servers } from './servers.ts'

const reconnectMs = 2_000
/** Interval of calls where no notice can arrive. */
const pollMs = 200

/**
 * Listens for `pg_notify` on its own connection, which is reopened when it breaks. Behind a pooler no notice arrives:
 * there, `onNotice` is called five times a second instead.
 */
export function createListener(
  servers: Servers,
  config: ClientConfig,
  channel: string,
  onNotice: () => void,
) {
  let client: Client | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  async function connect(): Promise<void> {
    const connecting = new servers.Client(config)
    client = connecting
    const leave = (): boolean => {
      if (isClosed || client !== connecting) return false
      client = undefined
      connecting.end().catch(() => undefined)
      return true
    }
    const reconnect = (): void => {
      if (!leave()) return
      retry = setTimeout(() => void connect(), reconnectMs)
      retry.unref()
    }
    connecting.on('error', reconnect)
    connecting.on('end', reconnect)
    connecting.on('notification', onNotice)
    try {
      await connecting.connect()
      await servers.check(connecting)
      if (servers.isPooled(connecting)) {
        if (leave()) retry = setInterval(onNotice, pollMs).unref()
        return
      }
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
