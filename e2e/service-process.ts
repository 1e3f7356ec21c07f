import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../src/service/testing/free-port.ts'

const main = path.resolve('dist/service/main.js')

/** A service, and an account that it has. */
export interface RunningService {
  readonly address: string
  readonly email: string
  readonly apiKey: string
}

/** The built service as a separate process with its own data directory, as `npm start` runs it. */
export interface ServiceProcess extends RunningService {
  readonly dataDir: string
  readonly pid: number
  /** What it has printed so far, its log included. */
  printed(): string
  /** Kills the process at once, as a crash would. */
  kill(): Promise<void>
  /** Restarts it on the same address and data; if `desk` is given, it serves that folder from then on. */
  restart(desk?: string): Promise<void>
  /** Restarts it and kills it after that time, whether it was ready by then or not. */
  restartUntilKilled(ms: number): Promise<void>
  /** Ends the process and deletes its data. */
  dispose(): Promise<void>
}

export interface ServiceOptions {
  /** A folder of articles to import before the start. */
  readonly importFolder?: string
  /** A host on this machine that the service may collect from. */
  readonly allowPrivate?: string
  /** Overrides the usual limit per account. */
  readonly requestsPerMinute?: number
  /** PostgreSQL to use, with or without an existing account that has this key. */
  readonly databaseUrl?: string
  readonly key?: string | undefined
  /** Its replicas, to read from. */
  readonly databaseReadUrl?: string | undefined
  /** Another service: this process then serves the desk alone. Needs the `key` of an account there. */
  readonly remote?: string | undefined
  /** Starts in less time, with slower queries: its database's code is not optimized. For a few articles. */
  readonly isSmall?: boolean
  /** Logs every request; by default the service is silent. */
  readonly isLogging?: boolean
}

export async function startService({
  importFolder,
  allowPrivate,
  requestsPerMinute,
  databaseUrl,
  databaseReadUrl,
  key,
  remote,
  isLogging,
  isSmall,
}: ServiceOptions = {}): Promise<ServiceProcess> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'article-desk-e2e-'))
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    LOG: isLogging ? 'requests' : 'off',
    NODE_ENV: 'production',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...(databaseReadUrl && { DATABASE_READ_URL: databaseReadUrl }),
    ...(requestsPerMinute && { REQUESTS_PER_MINUTE: String(requestsPerMinute) }),
  }
  if (importFolder) {
    const args = [main, 'source', 'add', 'folder', importFolder, '--category', 'Archive']
    const added = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
    if (added.status !== 0) throw new Error(`The folder could not be imported: ${added.stderr}`)
  }
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  let deskFolder = 'dist/desk'
  let printed = ''
  let child = launch()
  await bannerOf(child)

  function launch(): ChildProcess {
    const started = spawn(
      process.execPath,
      [
        ...(isSmall ? ['--liftoff-only'] : []),
        main,
        '--desk',
        deskFolder,
        '--port',
        String(port),
        ...(allowPrivate === undefined ? [] : ['--allow-private', allowPrivate]),
        ...(remote === undefined ? [] : ['--service', remote]),
      ],
      { env },
    )
    for (const stream of [started.stdout, started.stderr])
      stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    return started
  }

  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const closed = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGKILL')
    await closed
  }

  return {
    address,
    email: 'editor@localhost',
    apiKey: key ?? keyIn(dataDir),
    dataDir,
    get pid() {
      return child.pid ?? 0
    },
    printed: () => printed,
    kill,
    async restart(desk = deskFolder) {
      deskFolder = desk
      child = launch()
      await bannerOf(child)
    },
    async restartUntilKilled(ms) {
      child = launch()
      await delay(ms)
      await kill()
    },
    async dispose() {
      await kill()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Waits for the complete banner. */
function bannerOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const onData = (chunk: Buffer) => {
      printed += chunk.toString()
      if (printed.includes('Stop it with Ctrl+C')) resolve()
    }
    child.stdout?.on('data', onData)
    child.stderr?.on('data', onData)
    child.once('close', () => reject(new Error(`The service ended: ${printed}`)))
  })
}

/** The banner shows the key only on a terminal. */
const keyIn = (dataDir: string): string =>
  readFileSync(path.join(dataDir, 'first-account-key.txt'), 'utf8').trim().split(':')[1] ?? ''
