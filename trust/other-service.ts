import { createServer, type IncomingMessage } from 'node:http'
import { listenOnFreePort } from '../src/service/testing/free-port.ts'

const articles = Array.from({ length: 5 }, (_, at) => ({
  id: at + 1,
  title: `Article ${at + 1}`,
  text: `The text of article ${at + 1}.`,
}))

/** A service that is not ours: it allows any origin and knows no `Idempotency-Key`, so every POST makes a job. */
export async function startOtherService() {
  const made = new Map<string, number>()
  let jobs = 0
  const other = {
    address: '',
    email: 'editor@example.org',
    apiKey: 'other-service-key-7f3a9c51d2',
    /** Once set, every key is refused. */
    refuses: false,
    /** How many jobs were made for each intent, named by the keyword `intent-NAME-NUMBER`. */
    made: () => [...made.values()],
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  const server = createServer(async (request, response) => {
    const body = await textOf(request)
    const { method, url = '' } = request
    const isRefused = other.refuses && request.headers.authorization !== undefined
    const jobId = /jobs\/(\d+)$/.exec(url)?.[1]
    let reply: object = { ping: 'pong', authenticated_user: other.email }
    if (isRefused) reply = { detail: 'Wrong key.' }
    else if (jobId !== undefined) reply = { id: Number(jobId), state: 'success', category: '', articles }
    else if (method === 'POST' && url.endsWith('/jobs')) {
      const intent = /intent-\w+-\d+/.exec(body)?.[0] ?? ''
      made.set(intent, (made.get(intent) ?? 0) + 1)
      reply = { id: (jobs += 1) }
    }
    response
      .writeHead(isRefused ? 401 : 200, {
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'authorization, content-type',
        'access-control-max-age': '600',
      })
      .end(JSON.stringify(reply))
  })
  other.address = `http://127.0.0.1:${await listenOnFreePort(server)}`
  return other
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
