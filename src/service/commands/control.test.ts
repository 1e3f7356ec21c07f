import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { listenOnFreePort } from '../testing/free-port.ts'
import type { RunHere } from './control.ts'
import { runInService, serveControl } from './control.ts'
import { errorMessage } from './error-message.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'desk-control-'))
  return () => rm(dataDir, { recursive: true })
})

async function run(runHere: RunHere, onLine: (line: string) => void = () => undefined) {
  const control = await serveControl(dataDir, runHere)
  onTestFinished(() => control.close())
  return runInService(dataDir, { args: ['source', 'refresh', '1'], cwd: '/' }, onLine)
}

test('a command may print nothing for an hour', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const printed: string[] = []
  const received = new EventEmitter()
  const wasRun = await run(
    async (_typed, print) => {
      print('begun')
      await once(received, 'line')
      vi.advanceTimersByTime(3_600_000)
      print('one source')
      vi.advanceTimersByTime(3_600_000)
    },
    (line) => {
      printed.push(line)
      received.emit('line')
    },
  )

  expect({ wasRun, printed }).toEqual({ wasRun: true, printed: ['begun', 'one source'] })
})

test('a command that fails in the service fails here, with the same message', async () => {
  const failed = run(() =>
    Promise.reject(Object.assign(new Error('No such source.'), { name: 'UsageError' })),
  )

  await expect(failed).rejects.toThrow('No such source.')
})

test('a service whose directory was taken over leaves the other’s control file where it is', async () => {
  const former = await serveControl(dataDir, async () => undefined)
  const control = await serveControl(dataDir, async () => undefined)
  onTestFinished(() => control.close())
  await former.close()

  expect(await runInService(dataDir, { args: ['source', 'list'], cwd: '/' }, () => undefined)).toBe(true)
})

test('another program on the port of a killed service is not taken for the service, whatever it responds', async () => {
  const server = createServer((_, response) => void response.end('<!doctype html>'))
  const port = await listenOnFreePort(server)
  onTestFinished(() => void server.close())
  await writeFile(join(dataDir, 'control.json'), JSON.stringify({ port, secret: '' }))

  expect(await runInService(dataDir, { args: ['source', 'list'], cwd: '/' }, () => undefined)).toBe(false)
})

test.each(['', '{"port":44', 'null'])(
  'the file of a service, damaged to %j, is taken for none',
  async (damaged) => {
    await writeFile(join(dataDir, 'control.json'), damaged)

    expect(await runInService(dataDir, { args: ['source', 'list'], cwd: '/' }, () => undefined)).toBe(false)
  },
)

test('a program that never responds is not waited for', async () => {
  const sockets: Socket[] = []
  const silent = createTcpServer((socket) => sockets.push(socket))
  const port = await listenOnFreePort(silent)
  onTestFinished(() => {
    silent.close()
    for (const socket of sockets) socket.destroy()
  })
  await writeFile(join(dataDir, 'control.json'), JSON.stringify({ port, secret: '' }))

  expect(await runInService(dataDir, { args: ['source', 'list'], cwd: '/' }, () => undefined, 50)).toBe(false)
})

test('a service that ends meanwhile is distinguished from one that is not running, and reported without a stack', async () => {
  const control = await serveControl(dataDir, () => control.close().then(() => new Promise(() => undefined)))
  const ended = runInService(dataDir, { args: ['source', 'refresh', '1'], cwd: '/' }, () => undefined)

  expect(errorMessage(await ended.catch((error: unknown) => error))).toBe(
    'The service ended before the command did.',
  )
})

test('so is one whose process is killed, which resets the connection', async () => {
  let socket: Socket | undefined
  const server = createServer((request, response) => {
    socket = request.socket
    response.setHeader('Content-Type', 'application/x-ndjson').write('{"line":"begun"}\n')
  })
  const port = await listenOnFreePort(server)
  onTestFinished(() => void server.close())
  await writeFile(join(dataDir, 'control.json'), JSON.stringify({ port, secret: '' }))
  const ended = runInService(dataDir, { args: ['source', 'refresh', '1'], cwd: '/' }, () =>
    socket!.resetAndDestroy(),
  )

  await expect(ended).rejects.toThrow('The service ended before the command did.')
})
