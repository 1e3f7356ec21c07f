import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { TypedCommand } from './command.ts'
import { UsageError } from './configuration.ts'
import { errorMessage } from './error-message.ts'

/** Runs a command line in the process that has the database open. */
export type RunHere = (typed: TypedCommand, print: (line: string) => void) => Promise<void>

interface ControlFile {
  readonly port: number
  readonly secret: string
}

type Reply = { line: string } | { failure: string } | { done: true }

/** The service sends its headers at once; a suspended one, or another program on its port, may never do so. */
const headersWithinMs = 30_000

/** Distinguishes the service's responses from those of another program on the port. */
const replyType = 'application/x-ndjson'

const controlPath = (dataDir: string): string => join(dataDir, 'control.json')

/**
 * Lets commands typed in another terminal run inside this process, the only one that may open the embedded database.
 * Listens on its own loopback port, so that no proxy forwards to it; authorised by a file that only this user can read.
 */
export async function serveControl(dataDir: string, runHere: RunHere): Promise<{ close(): Promise<void> }> {
  const secret = randomBytes(32).toString('base64url')
  const server = createServer((request, response) => void handle(request, response, secret, runHere))
  // Must not keep the process alive if the rest of the start fails.
  server.unref()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const file: ControlFile = { port: (server.address() as AddressInfo).port, secret }
  await writeFile(`${controlPath(dataDir)}.new`, JSON.stringify(file), { mode: 0o600 })
  await rename(`${controlPath(dataDir)}.new`, controlPath(dataDir))
  return {
    async close() {
      try {
        const latest = await readControlFile(dataDir)
        // The file may belong to a process that took over the directory while this one was suspended.
        if (!latest || latest.secret === secret) await rm(controlPath(dataDir), { force: true })
      } finally {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
    },
  }
}

/**
 * Runs a command line inside the service running on this directory.
 *
 * @returns false if none is running
 * @throws UsageError with the message of the command that failed there, or if the service ends first
 */
export async function runInService(
  dataDir: string,
  { args, cwd, input }: TypedCommand,
  print: (line: string) => void,
  withinMs = headersWithinMs,
): Promise<boolean> {
  const file = await readControlFile(dataDir)
  if (!file) return false
  const { port, secret } = file
  // Not `fetch`, which gives up after five minutes of silence: an import may take longer.
  const asked = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}` },
  }).end(JSON.stringify({ args, cwd, input: input && Buffer.from(input).toString('base64') }))
  // If the connection is reset later, reading the response fails too, but without a listener this would end the process.
  asked.on('error', () => undefined)
  const timer = setTimeout(() => asked.destroy(new Error('No headers came in time.')), withinMs)
  const [response] = (await once(asked, 'response').catch(() => [])) as [IncomingMessage?]
  clearTimeout(timer)
  // Nothing is listening, another program took the port of a service that was killed, or the service is suspended.
  if (response?.statusCode !== 200 || response.headers['content-type'] !== replyType) {
    response?.destroy()
    return false
  }
  try {
    for await (const line of createInterface(response)) {
      const reply = JSON.parse(line) as Reply
      if ('done' in reply) return true
      if ('failure' in reply) throw new UsageError(reply.failure)
      print(reply.line)
    }
  } catch (error) {
    if (error !== response.errored) throw error
  } finally {
    // An unread response would keep this process alive.
    response.destroy()
  }
  throw new UsageError('The service ended before the command did.')
}

/** @returns null if there is none, or only a damaged one */
async function readControlFile(dataDir: string): Promise<ControlFile | null> {
  try {
    return JSON.parse(await readFile(controlPath(dataDir), 'utf8')) as ControlFile | null
  } catch {
    return null
  }
}

async function handle(request: IncomingMessage, response: ServerResponse, secret: string, runHere: RunHere) {
  const given = Buffer.from(request.headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${secret}`)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
    response.writeHead(403).end()
    return
  }
  // Send the headers now: if the service ends later, the client then knows that it was running.
  response.setHeader('Content-Type', replyType).flushHeaders()
  const reply = (message: Reply) => response.write(`${JSON.stringify(message)}\n`)
  try {
    const typed = JSON.parse(await text(request)) as Omit<TypedCommand, 'input'> & { input?: string }
    const input = typed.input === undefined ? undefined : Buffer.from(typed.input, 'base64')
    await runHere({ ...typed, input }, (line) => reply({ line }))
    reply({ done: true })
  } catch (error) {
    reply({ failure: errorMessage(error) })
  }
  response.end()
}
