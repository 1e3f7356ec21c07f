import type { ChildProcess } from 'node:child_process'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'

/** PostgreSQL refuses to run as root: this unprivileged user exists on every Unix. */
const nobody = 65_534
const isRoot = process.getuid?.() === 0
/** For `spawn`: the user that runs servers. */
export const asServer: { uid?: number; gid?: number } = isRoot ? { uid: nobody, gid: nobody } : {}

/** Whether tests have a PostgreSQL: a server given by the environment, or the programs to start one. */
export const hasPostgres =
  Boolean(process.env['DATABASE_URL_TEST']) ||
  ['initdb', 'postgres'].every((program) => spawnSync(program, ['--version']).status === 0)

/** Whether {@link createCluster} starts a server, which can then be stopped and has a socket. */
export const canStartPostgres = hasPostgres && !process.env['DATABASE_URL_TEST']

/**
 * @returns the address of a new, empty database, on the server that all tests of a run share, from
 *   `service-under-test.mjs`. What stops or changes a server needs a {@link createCluster} instead.
 */
export const createDatabase = (): Promise<string> => createDatabaseOn(process.env['SHARED_POSTGRES']!)

async function createDatabaseOn(server: string): Promise<string> {
  const url = new URL(server)
  url.pathname = `desk_test_${randomUUID().replaceAll('-', '')}`
  await query(server, `create database ${url.pathname.slice(1)}`)
  return url.href
}

export interface Cluster {
  /** The address of its own database. */
  readonly url: string
  /** @returns the address of a new, empty database */
  createDatabase(): Promise<string>
  /** Drops every connection at once and accepts no new ones, like a crash. */
  kill(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

/**
 * A throwaway server on a socket in its own directory, or a wrapper of the one in DATABASE_URL_TEST.
 *
 * @param settings for `postgresql.conf` of a throwaway server
 */
export async function createCluster(settings: Readonly<Record<string, string>> = {}): Promise<Cluster> {
  const given = process.env['DATABASE_URL_TEST']
  const directory = mkdtempSync(join(tmpdir(), 'desk-postgres-'))
  const url = given ?? `postgres://postgres@localhost/postgres?host=${encodeURIComponent(directory)}`
  const options = Object.entries({ listen_addresses: '', fsync: 'off', ...settings }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  )
  let server: ChildProcess | undefined

  const cluster: Cluster = {
    url,
    createDatabase: () => createDatabaseOn(url),
    async kill() {
      if (!server || server.exitCode !== null) return
      const ended = once(server, 'exit')
      server.kill('SIGQUIT')
      await ended
    },
    async start() {
      server = spawn('postgres', ['-D', join(directory, 'data'), '-k', directory, ...options], {
        stdio: 'ignore',
        ...asServer,
      })
      await untilReachable(url)
    },
    async remove() {
      await cluster.kill()
      rmSync(directory, { recursive: true, force: true })
    },
  }
  if (given) return cluster
  if (isRoot) chownSync(directory, nobody, nobody)
  execFileSync(
    'initdb',
    ['-D', join(directory, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { stdio: 'ignore', ...asServer },
  )
  await cluster.start()
  return cluster
}

export async function query(connectionString: string, sql: string): Promise<void> {
  const client = new Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** Waits for a minute at least: on a busy machine a server may take long to start. */
export async function untilReachable(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    try {
      return await query(url, 'select 1')
    } catch {
      await delay(100)
    }
  }
  throw new Error('The database did not start.')
}
