import type { ChildProcess } from 'node:child_process'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
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

export interface Cluster {
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
  const url = (name: string): string => {
    if (!given) return `postgres://postgres@localhost/${name}?host=${encodeURIComponent(directory)}`
    const changed = new URL(given)
    changed.pathname = name
    return changed.href
  }
  const options = Object.entries({ listen_addresses: '', fsync: 'off', ...settings }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  )
  let server: ChildProcess | undefined
  let created = 0

  const cluster: Cluster = {
    async createDatabase() {
      const name = `desk_test_${process.pid}_${(created += 1)}`
      await query(given ?? url('postgres'), `create database ${name}`)
      return url(name)
    },
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
      await untilReachable(url('postgres'))
    },
    async remove() {
      await cluster.kill()
      rmSync(directory, { recursive: true, force: true })
    },
  }
  if (given) return cluster
  giveToServer(directory)
  makeFiles(join(directory, 'data'))
  await cluster.start()
  return cluster
}

/** A folder for all tests of a run, made and removed by `scripts/service-under-test.mjs`. */
const shared = process.env['POSTGRES_FILES']

/** The files of an empty server: made once, since a copy takes a tenth of the time of `initdb`. */
function makeFiles(data: string): void {
  if (!shared) return initialize(data)
  const made = join(shared, 'data')
  if (!existsSync(made)) {
    giveToServer(shared)
    const unfinished = join(shared, String(process.pid))
    initialize(unfinished)
    try {
      renameSync(unfinished, made)
    } catch (error) {
      // Another process made them meanwhile.
      if (!existsSync(made)) throw error
    }
  }
  execFileSync('cp', ['-R', made, data], asServer)
}

function initialize(data: string): void {
  execFileSync(
    'initdb',
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { stdio: 'ignore', ...asServer },
  )
}

function giveToServer(directory: string): void {
  if (isRoot) chownSync(directory, nobody, nobody)
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
