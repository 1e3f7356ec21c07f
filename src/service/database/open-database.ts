import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, types } from 'pg'
import type { ClientConfig } from 'pg'
import type { Database, Reader } from './database.ts'
import { describeError } from './describe-error.ts'
import { openEmbedded } from './embedded.ts'
import { createListener } from './listener.ts'
import type { Migration } from './migrations.ts'
import { migrate } from './migrations.ts'
import type { Queries, Timeouts } from './queries.ts'
import { createQueries, sessionSettings } from './queries.ts'
import type { Servers } from './servers.ts'
import { createServers } from './servers.ts'

/** Where the database is. Each address may name several hosts (see `createServers`). */
export interface DatabaseLocation {
  /** A `postgres://` URL; if unset, the embedded database is used. */
  readonly databaseUrl?: string | undefined
  /** Replicas of it, to read from. */
  readonly databaseReadUrl?: string | undefined
  /** A direct address, if `databaseUrl` names a pooler, which doesn't pass on notices. */
  readonly databaseListenUrl?: string | undefined
  /** Where the embedded database is kept; if unset, it is in memory and lost on close. */
  readonly dataDir?: string | undefined
}

export interface DatabaseOptions extends DatabaseLocation {
  /** Run at start, in this order, each once (see `migrate`). */
  readonly migrations?: readonly Migration[]
  /** For PostgreSQL only. */
  readonly timeouts?: Timeouts
  /** Called for connections that break while idle, which the pool replaces, and for a replica that fails. */
  readonly onError?: (error: Error) => void
}

/**
 * Opens PostgreSQL, or the embedded database if no address is given, and runs pending migrations. Both speak the same
 * protocol through the same driver, so there is one dialect, one code path and one set of types: `int8` (so `count(*)`
 * too) is a number, `timestamptz` a Date. A long array is best given as its own literal (`{1,2,3}`, cast in the query):
 * the driver takes 0.6 s to serialise a million elements, a plain `join` 0.1 s.
 *
 * @throws DirectoryInUseError if another process holds the embedded directory
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const opened = options.databaseUrl
    ? openPostgres(options.databaseUrl, options)
    : await openEmbeddedDatabase(options)
  try {
    await migrate(opened, options.migrations ?? [])
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

async function openEmbeddedDatabase({ dataDir, migrations, onError }: DatabaseOptions): Promise<Database> {
  const embedded = await openEmbedded(dataDir, migrations)
  const pool = new Pool({ ...embedded.poolConfig, types: ourTypes })
  pool.on('error', (error) => onError?.(error))
  // The pool only reports idle connections. One that breaks inside a transaction fails its query, but without a
  // listener its 'error' event would also end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return {
    // Without a query timeout: giving up on a thread that is slow or suspended would not stop it.
    ...createQueries(
      { connect: () => pool.connect(), isPooled: () => false },
      { ...usualTimeouts, query: Infinity },
    ),
    kind: 'embedded',
    // The directory lock already excludes other processes, and the single connection would deadlock with itself.
    withStartupLock: (work) => work(),
    listen: () => ({ close: async () => undefined }),
    connections: () => countConnections(pool),
    lost: embedded.lost,
    async close() {
      await endPool(pool)
      await embedded.close()
    },
  }
}

/** Each is shorter than the next, and all fit within a request's time limit, so that clients learn what went wrong. */
const usualTimeouts: Timeouts = { lock: 3_000, statement: 10_000, query: 20_000 }

/** An arbitrary number, unlikely to be used by another program on the same PostgreSQL, and not the migrations'. */
const startLock = 4_400_174
const startLockRetryMs = 100

function openPostgres(databaseUrl: string, options: DatabaseOptions): Database {
  const { timeouts = usualTimeouts, databaseReadUrl, databaseListenUrl, onError } = options
  const config: ClientConfig = {
    connectionTimeoutMillis: 5_000,
    query_timeout: timeouts.query,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'article-desk',
    types: ourTypes,
  }

  function open(servers: Servers) {
    const pool = new Pool({
      ...config,
      max: 10,
      // Keep connections: the first searches of a new one take twice as long, until it has mapped the server's memory.
      idleTimeoutMillis: 600_000,
      // The pool's own limit, which includes the wait for a free connection.
      Client: servers.Client,
      // Set by a query, because a pooler would refuse them as connection parameters.
      onConnect: async (client) => {
        await servers.check(client)
        if (!servers.isPooled(client)) await client.query(sessionSettings(timeouts, 'session'))
      },
    })
    pool.on('error', (error) => onError?.(error))
    async function connect() {
      for (let left = servers.count - 1; ; left -= 1) {
        try {
          return await pool.connect()
        } catch (error) {
          if (left <= 0 || pool.ending) throw error
        }
      }
    }
    return { pool, queries: createQueries({ connect, isPooled: servers.isPooled }, timeouts) }
  }

  const servers = createServers(databaseUrl, 'writable')
  const primary = open(servers)
  const replica = databaseReadUrl ? open(createServers(databaseReadUrl, 'any')) : undefined
  const { transaction } = primary.queries
  return {
    ...primary.queries,
    kind: 'postgres',
    reader: replica && createReader(replica.queries, primary.queries, onError),
    async withStartupLock(work) {
      for (;;) {
        // Held by a transaction, not a session: behind a pooler, sessions are shared.
        const done = await transaction(async (tx) => {
          const { rows } = await tx.query<{ isOurs: boolean }>(
            'select pg_try_advisory_xact_lock($1) as "isOurs"',
            [startLock],
          )
          return rows[0]!.isOurs && { result: await primary.queries.outside(work) }
        })
        if (done) return done.result
        // Wait outside a transaction: waiting processes could hold all sessions of the pooler, and the work needs one.
        await sleep(startLockRetryMs)
      }
    },
    listen: (channel, onNotice) =>
      createListener(
        databaseListenUrl ? createServers(databaseListenUrl, 'writable') : servers,
        config,
        channel,
        onNotice,
      ),
    connections: () => countConnections(primary.pool),
    async close() {
      await Promise.all([endPool(primary.pool), replica && endPool(replica.pool)])
    },
  }
}

/** How long a replica that didn't respond is skipped. Then one reader tries it again; the others don't wait. */
const skipReplicaMs = 5_000

/** Reads from the replica; where that fails, from the primary. The first of several failures in a row is reported. */
function createReader(replica: Queries, primary: Queries, onError?: (error: Error) => void): Reader {
  let skippedUntil = -Infinity
  let isFailing = false

  async function read<T>(work: (from: Queries) => Promise<T>): Promise<T> {
    if (performance.now() < skippedUntil) return work(primary)
    const isRetry = isFailing
    if (isRetry) skippedUntil = performance.now() + skipReplicaMs
    try {
      const result = await work(replica)
      if (isRetry) {
        isFailing = false
        skippedUntil = -Infinity
      }
      return result
    } catch (error) {
      // The query took longer than its caller allows, as it would on the primary.
      if (codeOf(error) === '57014') throw error
      // A replica cancels a statement that blocks replay; it is still usable for the next one.
      if (codeOf(error) !== '40001') {
        skippedUntil = performance.now() + skipReplicaMs
        if (!isFailing) onError?.(new Error(`The replica can’t be read from: ${describeError(error)}.`))
        isFailing = true
      }
      return work(primary)
    }
  }

  return {
    kind: 'postgres',
    query: (text, values) => read((from) => from.query(text, values)),
    transaction: (work, options) => read((from) => from.transaction(work, options)),
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

const countConnections = (pool: Pool): ReturnType<Database['connections']> => ({
  open: pool.totalCount,
  idle: pool.idleCount,
  'waited-for': pool.waitingCount,
})

async function endPool(pool: Pool): Promise<void> {
  if (!pool.ended) await pool.end()
}

/** The only place that maps types, by OID; by default the driver reads `int8` as a string. */
const readers = new Map<number, (text: string) => unknown>([
  [20, readInt8],
  [1016, readInt8Array],
])

const parserOf = ((oid: Parameters<typeof types.getTypeParser>[0], format?: 'text') =>
  readers.get(oid) ?? types.getTypeParser(oid, format)) as typeof types.getTypeParser

function readInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database holds an integer past 2^53: ${text}`)
  return value
}

function readInt8Array(text: string): number[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(readInt8)
}

const ourTypes = { getTypeParser: parserOf }
