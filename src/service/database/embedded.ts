import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { PoolConfig } from 'pg'
import type { DirectoryLostError } from './lock.ts'
import { lockDirectory } from './lock.ts'
import type { Migration } from './migrations.ts'
import { imageName } from './migrations.ts'

/**
 * Opens PGlite, a whole PostgreSQL in WebAssembly, in its own thread: in this one every query would block all other
 * requests. The driver talks to it over a stream, like to any server.
 *
 * Data survives the death of the process but not a power cut: nothing is fsynced.
 *
 * @param dataDir undefined for a database in memory
 * @param migrations those that will be run on it: a new database may already have their tables
 * @throws DirectoryInUseError
 */
export async function openEmbedded(dataDir: string | undefined, migrations: readonly Migration[] = []) {
  const path = dataDir === undefined ? undefined : join(resolve(dataDir), 'database')
  if (path) await mkdir(path, { recursive: true, mode: 0o700 })
  const lock = path ? await lockDirectory(path) : undefined
  let worker: Worker | undefined
  let sessions = 0
  let lost: DirectoryLostError | undefined
  void lock?.lost.then((error) => {
    lost = error
    void worker?.terminate()
  })

  /** A thread that crashed (out of memory, say) is replaced when the driver next connects. */
  function connect(): WorkerStream {
    if (!worker) {
      const started = startWorker(path, migrations)
      // Wait until it has ended, or two threads would have the directory open.
      started.once('exit', () => {
        if (worker === started && !lost) worker = undefined
      })
      worker = started
    }
    sessions += 1
    const stream = new WorkerStream(worker, sessions)
    if (lost) stream.destroy(endedError(lost))
    return stream
  }

  const poolConfig: PoolConfig = {
    // PGlite has a single session. Closing it when idle would gain nothing.
    max: 1,
    idleTimeoutMillis: 0,
    user: 'postgres',
    database: 'postgres',
    // Otherwise the driver would ask for what PGSSLMODE names, which is meant for servers.
    ssl: false,
    stream: connect,
  }
  return {
    poolConfig,
    lost: lock?.lost,
    async close(): Promise<void> {
      if (worker && !lost) {
        const ended = once(worker, 'exit')
        worker.postMessage('close')
        await ended
      }
      await lock?.release()
    },
  }
}

// The worker is plain JavaScript, because Node loads it without our tools' loaders.
function startWorker(path: string | undefined, migrations: readonly Migration[]): Worker {
  const worker = new Worker(new URL('./embedded-worker.mjs', import.meta.url), {
    workerData: {
      path: path && join(path, 'pgdata'),
      images: [imageName(migrations), 'empty-database'].map((name) =>
        fileURLToPath(new URL(name, import.meta.url)),
      ),
    },
  })
  // Streams report it once the thread has ended; unhandled, it would end the process.
  worker.on('error', () => undefined)
  return worker
}

const endedError = (cause: unknown) => new Error('The embedded database ended.', { cause })

interface WorkerReply {
  readonly session: number
  readonly bytes: Uint8Array
}

/** Acts as a socket for the driver. Replies come in the order of the queries. */
class WorkerStream extends Duplex {
  readonly #worker: Worker
  readonly #session: number
  #cause: unknown
  /** The thread may still be busy with a query of an earlier stream, whose reply must not be taken for ours. */
  readonly #receive = ({ session, bytes }: WorkerReply): void => {
    if (session === this.#session) this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  }
  readonly #noteCause = (cause: unknown): void => {
    this.#cause = cause
  }
  readonly #fail = (): void => {
    this.destroy(endedError(this.#cause))
  }

  constructor(worker: Worker, session: number) {
    super()
    this.#worker = worker
    this.#session = session
    worker.on('message', this.#receive)
    worker.once('error', this.#noteCause)
    worker.once('exit', this.#fail)
  }

  connect(): void {
    process.nextTick(() => this.emit('connect'))
  }

  setNoDelay(): void {}

  setKeepAlive(): void {}

  // The pool unrefs idle connections; passing that on to the worker lets a finished process exit.
  ref(): this {
    this.#worker.ref()
    return this
  }

  unref(): this {
    this.#worker.unref()
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#worker.postMessage({ session: this.#session, bytes: Uint8Array.from(chunk) })
    done()
  }

  // Sends Parse, Bind, Execute and Sync together: sent separately, an error in the first would be reported late.
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), '', done)
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#worker.off('message', this.#receive)
    this.#worker.off('error', this.#noteCause)
    this.#worker.off('exit', this.#fail)
    done(error)
  }
}
