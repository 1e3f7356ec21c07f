import type { Socket } from 'node:net'
import { connect, createServer } from 'node:net'
import { listenOnFreePort } from './free-port.ts'

/** A TCP proxy to PostgreSQL: the one started by tests listens on a socket in a directory. */
export async function startRelay(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const directory = url.searchParams.get('host')
  const { hostname: host, port } = url
  const target = directory ? { path: `${directory}/.s.PGSQL.5432` } : { host, port: Number(port || 5432) }
  const clients: Socket[] = []
  let lost: string | undefined
  const server = createServer((client) => {
    clients.push(client)
    const database = connect(target)
    let isLost = false
    client.on('data', (sent: Buffer) => {
      if (lost !== undefined && sent.includes(lost)) {
        isLost = true
        lost = undefined
      }
      database.write(sent)
    })
    database.on('data', (response: Buffer) => {
      // The transaction has ended.
      if (isLost && response.subarray(-6, -1).equals(Buffer.from('Z\0\0\0\x05'))) client.destroy()
      else if (!isLost) client.write(response)
    })
    const end = (socket: Socket) => () => socket.destroy()
    client.on('close', end(database)).on('error', end(database))
    database.on('close', end(client)).on('error', end(client))
  })
  const relayPort = await listenOnFreePort(server)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${relayPort}`
  return {
    url: url.href,
    port: relayPort,
    /** The clients' ends of the open connections. */
    clientPorts: () => clients.filter(({ closed }) => !closed).map(({ remotePort }) => remotePort!),
    /** Loses the response to the next query with these words, together with the connection. */
    loseResponseTo(query: string): void {
      lost = query
    },
    close: () => void server.close(),
  }
}
