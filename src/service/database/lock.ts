import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile, readdir, readlink, rename, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { setTimeout as delay } from 'node:timers/promises'

export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError'

  constructor(directory: string, holder: Holder) {
    super(
      `${directory} is in use by process ${holder.pid} on ${holder.host} (since ${holder.since}). ` +
        'Two processes on one embedded database would lose data: stop that one first.',
    )
  }
}

export class DirectoryLostError extends Error {
  override readonly name = 'DirectoryLostError'

  constructor(directory: string) {
    super(
      `The lock on ${directory} is gone. Another process takes it over if this one is suspended for more than ` +
        `${silentMs / 1_000} s; so this one ends, because two would lose data.`,
    )
  }
}

export interface DirectoryLock {
  /** Resolves once another process may hold the directory; then this one must not write to it any more. */
  readonly lost: Promise<DirectoryLostError>
  release(): Promise<void>
}

interface Holder {
  readonly pid: number
  /** Distinguishes this process from a later one with the same pid; '' if the system gives no such information. */
  readonly identity: string
  readonly host: string
  /** Pids are unique only within it; '' if the system has none. Containers may share their host's name. */
  readonly pidNamespace: string
  readonly since: string
}

const prefix = 'lock-'
const attempts = 6
const heartbeatMs = 5_000
/** Processes elsewhere (on another host, or in another container on the same volume) only show by their heartbeat. */
const silentMs = 30_000
const heartbeatCheckMs = 200

/**
 * Locks a directory for this process until `release`, or until the process dies. PGlite itself takes no lock.
 *
 * Each process writes its own file FIRST and looks for others AFTER, so of two that start at once at least one sees the
 * other; one that sees a live process withdraws. No process ever moves or removes the file of a live one. A single lock
 * file taken over from the dead can't guarantee that: two processes could take it over from each other.
 *
 * @throws DirectoryInUseError naming the process that holds it
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const name = `${prefix}${process.pid}-${randomUUID()}.json`
  const path = join(directory, name)
  const mine: Holder = {
    pid: process.pid,
    identity: await identityOf(process.pid),
    host: hostname(),
    pidNamespace: await readlink('/proc/self/ns/pid').catch(() => ''),
    since: new Date().toISOString(),
  }
  const content = JSON.stringify(mine)
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Write and rename, so that nobody reads half of it.
      await writeFile(`${path}.new`, content, { mode: 0o600 })
      await rename(`${path}.new`, path)
    } catch (error) {
      // On a full disk, each restart would leave an empty file.
      await rm(`${path}.new`, { force: true })
      throw error
    }
    const other = await findLive(directory, name, mine)
    if (!other) break
    await rm(path, { force: true })
    if (
      attempt === attempts ||
      (other.silentForMs !== undefined && (await isRenewed(other.path, other.silentForMs)))
    )
      throw new DirectoryInUseError(directory, other.holder)
    // Two that saw each other have both withdrawn: the one that waits less wins.
    await delay(Math.random() * 100 * attempt)
  }

  let heartbeat: NodeJS.Timeout | undefined
  const lost = new Promise<DirectoryLostError>((resolve) => {
    heartbeat = setInterval(() => {
      // Write instead of setting the time, so that it is the file system's, whatever this machine's clock says.
      writeFile(path, content, { flag: 'r+' }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT' || !heartbeat) return
        clearInterval(heartbeat)
        resolve(new DirectoryLostError(directory))
      })
    }, heartbeatMs).unref()
  })
  return {
    lost,
    async release() {
      clearInterval(heartbeat)
      heartbeat = undefined
      await rm(path, { force: true })
    },
  }
}

interface LiveHolder {
  readonly holder: Holder
  readonly path: string
  /** Since its last heartbeat; undefined for a process of this machine, which we know is alive. */
  readonly silentForMs: number | undefined
}

async function findLive(directory: string, ownName: string, mine: Holder): Promise<LiveHolder | undefined> {
  const names = await readdir(directory)
  for (const name of names) {
    if (name === ownName || !name.startsWith(prefix) || !name.endsWith('.json')) continue
    const path = join(directory, name)
    const holder = await readHolder(path)
    if (!holder) continue
    if (!isElsewhere(holder, mine)) {
      if (await isLive(holder)) return { holder, path, silentForMs: undefined }
    } else {
      // Measured against our own file, which was just written, because the clocks of two machines differ.
      const silentForMs =
        ((await writtenAt(join(directory, ownName))) ?? 0) - ((await writtenAt(path)) ?? -Infinity)
      if (silentForMs < silentMs) return { holder, path, silentForMs }
    }
    await rm(path, { force: true })
  }
  return undefined
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder
  } catch {
    return undefined // withdrawn between the listing and the reading
  }
}

async function isLive(holder: Holder): Promise<boolean> {
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    // EPERM: a process of another user exists, though perhaps a later one with the same pid.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const identity = await identityOf(holder.pid)
  return identity === '' || holder.identity === '' || identity === holder.identity
}

const isElsewhere = (holder: Holder, mine: Holder): boolean =>
  holder.host !== mine.host || holder.pidNamespace !== mine.pidNamespace

/** Waits for the next heartbeat, or for so long that there will be none: a process that was killed left its file. */
async function isRenewed(path: string, silentForMs: number): Promise<boolean> {
  const silentAt = performance.now() + silentMs - silentForMs
  const before = await writtenAt(path)
  for (let at = before; at !== undefined && performance.now() < silentAt; at = await writtenAt(path)) {
    if (at !== before) return true
    await delay(heartbeatCheckMs)
  }
  return false
}

/** In the file system's time; undefined once the file is gone. */
const writtenAt = async (path: string): Promise<number | undefined> =>
  (await stat(path).catch(() => undefined))?.mtimeMs

/**
 * The process's start time in the system's units, since pids are reused. A process that has died but was not reaped (a
 * zombie without a thread that might still write) does not count.
 */
async function identityOf(pid: number): Promise<string> {
  try {
    if (process.platform === 'linux') {
      const [stats, boot] = await Promise.all([
        readFile(`/proc/${pid}/stat`, 'utf8'),
        readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      ])
      // The program name, in brackets, may contain spaces: parse from its end.
      const fields = stats.slice(stats.lastIndexOf(')') + 2).split(' ')
      const [state, threads, startedAt] = [fields[0], Number(fields[17]), fields[19]]
      return state === 'Z' && threads <= 1 ? 'dead' : `${boot.trim()} ${startedAt}`
    }
    if (process.platform === 'win32') return ''
    // It writes the time as is usual where it runs, and every process has to read the same.
    const env = { ...process.env, TZ: 'UTC', LC_ALL: 'C' }
    return (await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)], { env })).stdout.trim()
  } catch {
    return ''
  }
}
