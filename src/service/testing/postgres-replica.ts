import type { ChildProcess } from 'node:child_process'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asServer, query, untilReachable } from './postgres-cluster.ts'

export interface Replica {
  /** The directory of its socket. */
  readonly host: string
  /** Makes it a primary. */
  promote(): Promise<void>
  /** Stops replaying, as if it lagged behind, until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
  kill(): Promise<void>
  /** After `kill`. */
  start(): Promise<void>
  remove(): Promise<void>
}

/** A server that streams everything from the primary of this address. */
export async function startReplica(primaryUrl: string): Promise<Replica> {
  const directory = mkdtempSync(join(tmpdir(), 'desk-replica-'))
  if (asServer.uid !== undefined) chownSync(directory, asServer.uid, asServer.uid)
  const data = join(directory, 'data')
  const host = new URL(primaryUrl).searchParams.get('host')!
  execFileSync(
    'pg_basebackup',
    ['-h', host, '-U', 'postgres', '-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'],
    { stdio: 'ignore', ...asServer },
  )
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(directory)}`
  let server: ChildProcess
  const replica: Replica = {
    host: directory,
    promote: () => query(url, 'select pg_promote()'),
    pause: () => query(url, 'select pg_wal_replay_pause()'),
    resume: () => query(url, 'select pg_wal_replay_resume()'),
    async kill() {
      if (server.exitCode !== null) return
      const ended = once(server, 'exit')
      server.kill('SIGQUIT')
      await ended
    },
    async start() {
      server = spawn(
        'postgres',
        ['-D', data, '-k', directory, '-c', 'listen_addresses=', '-c', 'fsync=off'],
        { stdio: 'ignore', ...asServer },
      )
      await untilReachable(url)
    },
    async remove() {
      await replica.kill()
      rmSync(directory, { recursive: true, force: true })
    },
  }
  await replica.start()
  return replica
}
