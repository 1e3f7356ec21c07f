import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface LoopbackSite {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string
  /** `127.0.0.1:PORT` */
  readonly host: string
  readonly seen: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly at: number }[]
  /** The requested paths, without robots.txt. */
  readonly paths: () => string[]
  /** Total connections opened. */
  readonly connections: () => number
  readonly close: () => Promise<void>
}

/** Starts a site on loopback that closes with the test. It has no robots.txt unless one is given. */
export async function startLoopbackSite(
  handler: RequestListener,
  robots?: string | RequestListener,
): Promise<LoopbackSite> {
  const seen: LoopbackSite['seen'][number][] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer({ noDelay: true }, (request, response) => {
    const path = request.url ?? ''
    seen.push({ path, headers: request.headers, at: performance.now() })
    if (path !== '/robots.txt') handler(request, response)
    else if (typeof robots === 'function') robots(request, response)
    else if (robots === undefined) response.writeHead(404).end()
    else response.end(robots)
  })
  server.on('connection', (socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  onTestFinished(close)
  return {
    origin: `http://${host}`,
    host,
    seen,
    paths: () => seen.map(({ path }) => path).filter((path) => path !== '/robots.txt'),
    connections: () => connections,
    close,
  }
}
