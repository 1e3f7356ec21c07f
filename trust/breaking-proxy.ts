import { seededRandom } from '../bench/seeded-random.ts'
import { connect, createServer, type Socket } from 'node:net'
import { listenOnFreePort } from '../src/service/testing/free-port.ts'
import { seed } from './guarantee.ts'

/** A proxy between client and server that breaks connections while a POST of a job is in progress. */
export interface BreakingProxy {
  readonly address: string
  /** Requests that were broken. */
  readonly broken: () => number
  /** Requests that were sent again after they were broken. */
  readonly repeated: () => number
  readonly close: () => Promise<void>
}

type Break = 'unsent' | 'no response' | 'reset' | 'half a response' | '408'

const breaks: readonly Break[] = ['unsent', 'no response', 'reset', 'half a response', '408']
const timeOut = 'HTTP/1.1 408 Request Timeout\r\nAccess-Control-Allow-Origin: *\r\nContent-Length: 0\r\n\r\n'

/**
 * With the given probability, the first request of each intent is broken, at one of these points; what the client
 * sends again passes. Connections are kept alive, so that a POST goes over one that was used before.
 */
export async function startBreakingProxy(target: string, { share = 1 } = {}): Promise<BreakingProxy> {
  const random = seededRandom(seed)
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const seen = new Map<string, 'broken' | 'passed'>()
  let broken = 0
  let repeated = 0

  function fateOf(bytes: Buffer): Break | undefined {
    const intent = /intent-\w+-\d+/.exec(bytes.toString('latin1'))?.[0]
    if (intent === undefined) return undefined
    if (seen.get(intent) === 'broken') repeated += 1
    if (seen.has(intent)) return undefined
    const isBroken = random() < share
    seen.set(intent, isBroken ? 'broken' : 'passed')
    if (!isBroken) return undefined
    broken += 1
    return breaks[Math.floor(random() * breaks.length)]
  }

  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    let fate: Break | undefined
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    near.on('data', (bytes: Buffer) => {
      fate = fateOf(bytes) ?? fate
      if (fate === 'unsent') near.resetAndDestroy()
      else far.write(bytes)
    })
    far.on('data', (bytes: Buffer) => {
      if (fate === undefined) near.write(bytes)
      else if (fate === 'reset') near.resetAndDestroy()
      else if (fate === 'no response') near.destroy()
      else near.end(fate === '408' ? timeOut : bytes.subarray(0, bytes.length / 2))
    })
  })
  return {
    address: `http://127.0.0.1:${await listenOnFreePort(server)}`,
    broken: () => broken,
    repeated: () => repeated,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
