import { Client } from 'pg'
import type { ClientBase, ClientConfig } from 'pg'

/** The servers that an address names, as clients of the driver that connect to the right one. */
export interface Servers {
  readonly count: number
  /** Connects to the server in use. */
  readonly Client: new (config?: ClientConfig) => Client
  /**
   * To be called with each new connection.
   *
   * @throws ReadOnlyServerError if the server is read-only but must not be; the next connection tries the next server
   */
  check(client: ClientBase): Promise<void>
  /**
   * Whether there is a pooler such as PgBouncer in between: then each transaction may be run by another session, and
   * nothing that is set on a session lasts.
   */
  readonly isPooled: (client: ClientBase) => boolean
}

/** Looks like PostgreSQL's own error, so that it is treated as one. */
class ReadOnlyServerError extends Error {
  override readonly name = 'ReadOnlyServerError'
  readonly code = '25006'
}

/**
 * @param databaseUrl may name several hosts, like libpq's: `postgres://user@one:5432,two:5432/name`. The driver
 *   itself supports only one.
 * @param need `writable` keeps using the server that can be written to; `any` takes the servers in turn
 */
export function createServers(databaseUrl: string, need: 'writable' | 'any'): Servers {
  const urls = splitHosts(databaseUrl)
  const pooled = new WeakSet<ClientBase>()
  const servers = new WeakMap<ClientBase, number>()
  let current = 0

  /** Unless another connection has done so already. */
  function leave(server: number | undefined): void {
    if (server === current) current = (current + 1) % urls.length
  }

  class ServerClient extends Client {
    constructor(config?: ClientConfig) {
      super({ ...config, connectionString: urls[current]! })
      // One may be ended in the same moment in which it is opened, when nobody else listens yet. What is run on it fails
      // then, but without a listener its 'error' event would also end the process.
      this.on('error', () => undefined)
      servers.set(this, current)
      if (need === 'any') leave(current)
    }

    override connect(): Promise<this>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<this> | void {
      const connected = super.connect().then(
        () => this,
        (error: unknown) => {
          if (need === 'writable') leave(servers.get(this))
          throw error
        },
      )
      if (!callback) return connected
      // The driver calls back without an error, whatever its types say.
      connected.then(() => (callback as () => void)(), callback)
    }
  }

  return {
    count: urls.length,
    Client: ServerClient,
    isPooled: (client) => pooled.has(client),
    async check(client) {
      const { rows } = await client.query<{ pid: number; isReadOnly: boolean }>(
        `select pg_backend_pid() as pid, current_setting('transaction_read_only')::bool as "isReadOnly"`,
      )
      const { pid, isReadOnly } = rows[0]!
      // A pooler can't know which session will serve a client, so the process id that it reports is made up.
      if ((client as ClientBase & { processID: number | null }).processID !== pid) pooled.add(client)
      if (!isReadOnly || need === 'any') return
      leave(servers.get(client))
      throw new ReadOnlyServerError('This server can only be read from; none could be written to.')
    },
  }
}

/** Whether the driver can parse each host's address, which it would otherwise check only on connecting. */
export function isAddress(databaseUrl: string): boolean {
  try {
    return splitHosts(databaseUrl).map((connectionString) => new Client({ connectionString })).length > 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_INVALID_URL') throw error
    return false
  }
}

/** @returns an address for each host, with its own port if there are several */
function splitHosts(databaseUrl: string): string[] {
  const [, start = '', hosts = '', rest = ''] =
    /^(\w+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(databaseUrl) ?? []
  if (hosts.includes(',')) return hosts.split(',').map((host) => start + host + rest)
  // libpq also accepts hosts as a query parameter, the only way to name sockets.
  const [path = '', query = ''] = rest.split('?')
  const parameters = new URLSearchParams(query)
  const [named = [], ports = []] = ['host', 'port'].map((name) => parameters.get(name)?.split(','))
  if (named.length < 2) return [databaseUrl]
  return named.map((host, index) => {
    parameters.set('host', host)
    const port = ports[index] ?? ports[0]
    if (port) parameters.set('port', port)
    return `${start}${hosts}${path}?${parameters.toString().replaceAll('+', '%20')}`
  })
}
