import type { ChildProcessByStdio } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

type Child = ChildProcessByStdio<null, Readable, Readable>

/** A running service, and what it has printed so far. */
export interface StartedService {
  readonly child: Child
  readonly address: string
  readonly key: string
  readonly said: () => string
}

export type ServiceProgram = ReturnType<typeof createServiceProgram>

/** Built before the tests, by `scripts/service-under-test.mjs`. */
export const program = join(process.env['SERVICE_UNDER_TEST']!, 'main.js')

/** Runs the built service on a data directory of its own. */
export function createServiceProgram() {
  const dataDir = mkdtempSync(join(tmpdir(), 'desk-main-'))
  const children = new Set<Child>()

  function keep(child: Child): Child {
    children.add(child)
    return child
  }

  /** Without other flags, the database's code is not optimized: for a few queries, that takes longer than they do. */
  function run(args: string[], env: Record<string, string> = {}, flags = ['--liftoff-only']) {
    const child = keep(
      spawn(process.execPath, [...flags, program, ...args], {
        env: { ...process.env, DATA_DIR: dataDir, LOG: 'requests', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    )
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }))
    return { child, said: () => output, ended }
  }

  async function start(
    args = ['--port', '0', '--allow-private', '127.0.0.1'],
    env?: Record<string, string>,
    flags?: string[],
  ): Promise<StartedService> {
    const { child, said, ended } = run(args, env, flags)
    await Promise.race([
      ended,
      new Promise<void>((resolve) =>
        child.stdout.on('data', () => said().includes('Stop it with') && resolve()),
      ),
    ])
    const address = /http:\/\/localhost:\d+/.exec(said())?.[0]
    if (!address) throw new Error(said())
    const keyFile = /API key +in (\S+)/.exec(said())?.[1]
    return {
      child,
      said,
      address,
      key: keyFile ? (readFileSync(keyFile, 'utf8').trim().split(':')[1] ?? '') : '',
    }
  }

  return {
    dataDir,
    run,
    start,
    /** Has a process that the test spawned itself killed at the end, too. */
    keep,
    dispose() {
      for (const child of children) child.kill('SIGKILL')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
