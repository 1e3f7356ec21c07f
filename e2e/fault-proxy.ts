import { createServer, type IncomingMessage, request as sendOn, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { listenOnFreePort } from '../src/service/testing/free-port.ts'

/** Responds to a request instead of the service; returns false to let it through. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Sits between the browser and the real service on its own address, so that a test can inject network faults without
 * changing either program. With no fault set, it passes everything on unchanged.
 */
export interface FaultProxy {
  readonly address: string
  /** Method and path of each call of the interface, in order of arrival. */
  readonly calls: string[]
  /** Resolves once no call has arrived for 2.5 s. A watched job that is seconds old is polled every second. */
  quiet(): Promise<void>
  inject(fault: Fault): void
  clear(): void
  dispose(): Promise<void>
}

export async function startFaultProxy(serviceAddress: string): Promise<FaultProxy> {
  let fault: Fault | undefined
  const calls: string[] = []
  const target = new URL(serviceAddress)
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/api/')) {
      calls.push(`${request.method} ${request.url}`)
      if (fault?.(request, response)) return
    }
    const { hostname, port } = target
    const headers = { ...request.headers, host: target.host }
    const onward = sendOn(
      { hostname, port, path: request.url, method: request.method, headers },
      (received) => {
        // Chromium resends a request, even a POST, if a reused connection breaks. With one connection per call, the
        // count is what the desk sends.
        response.writeHead(received.statusCode ?? 502, { ...received.headers, connection: 'close' })
        received.pipe(response)
      },
    )
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  const port = await listenOnFreePort(server)

  return {
    address: `http://127.0.0.1:${port}`,
    calls,
    async quiet() {
      for (let before = -1; before < calls.length;) {
        before = calls.length
        await delay(2_500)
      }
    },
    inject: (next) => (fault = next),
    clear: () => (fault = undefined),
    dispose: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const jobPattern = /^\/api\/v1\.0\/jobs\/(\d+)$/

/** Makes every job look as if it were in that state with only these articles, whatever its real state. */
export const respondWithJobs =
  (state: string, articles: readonly object[] = []): Fault =>
  (request, response) => {
    const id = jobPattern.exec(request.url ?? '')?.[1]
    if (request.method !== 'GET' || !id) return false
    respondWithJson(response, 200, { id: Number(id), state, category: '', articles })
    return true
  }

export const holdJobs: Fault = respondWithJobs('running')

export const refuseKey: Fault = (_, response) => {
  response.setHeader('WWW-Authenticate', 'Basic realm="service"')
  respondWithJson(response, 401, { title: 'Unauthorized', status: 401 })
  return true
}

/** Passes the request on to the service, but drops its response. */
export function loseResponse(method: string): Fault {
  return (request, response) => {
    if (request.method !== method) return false
    request.resume()
    request.on('end', () => response.destroy())
    return true
  }
}

export function respondWithJson(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json', connection: 'close' })
    .end(JSON.stringify(body))
}
