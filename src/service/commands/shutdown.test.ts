import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServiceProgram, program, type ServiceProgram } from '../testing/service-program.ts'
import { basic } from '../testing/test-service.ts'

let built: ServiceProgram

beforeAll(() => {
  built = createServiceProgram()
})

afterAll(() => built.dispose())

test.skipIf(process.platform === 'win32')('SIGTERM ends the service within 10 s, with code 0', async () => {
  const { child, address } = await built.start()
  // The banner is written a moment before signals are handled.
  await fetch(`${address}/healthz`)
  const startedAt = Date.now()
  const ended = once(child, 'close')
  child.kill('SIGTERM')

  expect(await ended).toEqual([0, null])
  expect(Date.now() - startedAt).toBeLessThan(10_000)
})

test.skipIf(process.platform === 'win32')(
  'where its control file can’t be removed, requests end all the same, and the code is 1',
  async () => {
    const { child, address, key, said } = await built.start()
    const controlFile = join(built.dataDir, 'control.json')
    rmSync(controlFile)
    mkdirSync(controlFile)
    const sending = request(`${address}/api/v1.0/jobs`, {
      method: 'POST',
      headers: { Authorization: basic('editor@localhost', key), 'Content-Type': 'application/json' },
    })
    const response = once(sending, 'response') as Promise<[IncomingMessage]>
    sending.flushHeaders()
    await fetch(`${address}/healthz`)
    const ended = once(child, 'close')
    child.kill('SIGTERM')
    await expect.poll(async () => fetch(`${address}/healthz`).catch(() => 'refused')).toBe('refused')
    sending.end('{}')
    const [{ statusCode }] = await response
    const end = (await ended) as unknown[]
    rmSync(controlFile, { recursive: true })

    expect([statusCode, ...end]).toEqual([201, 1, null])
    expect(said()).toMatch(/^The system says: .*EISDIR/m)
  },
)

test.skipIf(process.platform === 'win32')(
  'a service that must end, but can’t say so because its output is no longer read, still ends in turn',
  async () => {
    const { child } = await built.start()
    child.stderr.destroy()
    const database = join(built.dataDir, 'database')
    for (const name of readdirSync(database)) if (name.startsWith('lock-')) rmSync(join(database, name))
    const [code] = (await once(child, 'close')) as [number]

    expect([code, existsSync(join(built.dataDir, 'control.json'))]).toEqual([1, false])
  },
)

test.skipIf(process.platform !== 'linux').each([
  ['itself', (start: string) => [process.execPath, ...start.split(' ').slice(1)]],
  ['through a shell that outlives it', (start: string) => ['/bin/sh', '-c', `${start}; true`]],
])('a service that npm started %s does not outlive npm', async (how, commandOf) => {
  const script = `${process.execPath} ${program} --port 0`
  const spawnIt = `require('node:child_process').spawn(process.argv[1], process.argv.slice(2), { stdio: 'inherit' })`
  const npm = spawn(process.execPath, ['-e', spawnIt, ...commandOf(script)], {
    env: {
      ...process.env,
      DATA_DIR: join(built.dataDir, `of-npm-${how.length}`),
      npm_lifecycle_event: 'start',
      npm_lifecycle_script: script,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  built.keep(npm)
  const address = await new Promise<string>((resolve) => {
    let said = ''
    npm.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('Stop it with')) resolve(/http:\/\/localhost:\d+/.exec(said)?.[0] ?? '')
    })
  })
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  // The service holds the other end of the pipe, which closes when it has ended.
  const ended = once(npm.stdout, 'close')
  npm.kill('SIGKILL')
  await ended

  await expect(fetch(`${address}/healthz`)).rejects.toThrow('fetch failed')
})
