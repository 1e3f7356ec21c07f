import { AsyncLocalStorage } from 'node:async_hooks'
import type { ClientBase, PoolClient, PoolConfig, QueryConfig } from 'pg'
import { Pool, types } from 'pg'
import type { Answer, Database, Query, TransactionOptions } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { createListener } from './listener.ts'
import type { Migration } from './migrations.ts'
import { migrate } from './migrations.ts'

export interface DatabaseOptions {
  /** A `postgres://` URL; if unset, the embedded database is used. */
  readonly databaseUrl?: string | undefined
  /** Where the embedded database is kept; if unset, it is in memory and lost on close. */
  readonly dataDir?: string | undefined
  /** Run at start, in this order, each once (see `migrate`). */
  readonly migrations?: readonly Migration[]
  /** For PostgreSQL only. */
  readonly timeouts?: Timeouts
  /** Called for connections that break while idle; the pool replaces them. */
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
  const { timeouts = usualTimeouts } = options
  const embedded = options.databaseUrl ? undefined : await openEmbedded(options.dataDir)
  const pool = new Pool({
    ...(embedded ? embedded.poolConfig : postgresConfig(options.databaseUrl, timeouts)),
    types: { getTypeParser: parserOf },
  })
  pool.on('error', (error) => options.onError?.(error))
  // The pool only reports idle connections. One that breaks inside a transaction fails its query, but without a
  // listener its 'error' event would also end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const close = async (): Promise<void> => {
    if (!pool.ended) await pool.end()
    await embedded?.close()
  }
  try {
    const database = createDatabase(pool, embedded ? 'embedded' : 'postgres', timeouts, close)
    await migrate(database, options.migrations ?? [])
    return database
  } catch (error) {
    await close()
    throw error
  }
}

/** In milliseconds. */
export interface Timeouts {
  readonly lock: number
  readonly statement: number
  /** Measured on our side, for a server that has stopped answering. */
  readonly query: number
}

/** Each is shorter than the next, and all fit within a request's time limit, so that clients learn what went wrong. */
const usualTimeouts: Timeouts = { lock: 3_000, statement: 10_000, query: 20_000 }

const postgresConfig = (
  databaseUrl: string | undefined,
  { lock, statement, query }: Timeouts,
): PoolConfig => ({
  connectionString: databaseUrl,
  max: 10,
  connectionTimeoutMillis: 5_000,
  query_timeout: query,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  application_name: 'article-desk',
  // Not as connection parameters: a pooler in between would refuse them.
  onConnect: async (client: ClientBase) => {
    // JIT compilation takes longer than any of our queries.
    await client.query(`set lock_timeout = ${lock}; set statement_timeout = ${statement}; set jit = off`)
  },
})

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

/** An arbitrary number, unlikely to be used by another program on the same PostgreSQL, and not the migrations'. */
const startLock = 4_400_174

function createDatabase(
  pool: Pool,
  kind: Database['kind'],
  timeouts: Timeouts,
  close: () => Promise<void>,
): Database {
  const inTransaction = new AsyncLocalStorage<true>()

  async function transaction<T>(
    work: (tx: Query) => Promise<T>,
    { statementTimeoutMs: limit }: TransactionOptions = {},
  ): Promise<T> {
    const client = await pool.connect()
    const patienceMs =
      limit === 'unlimited' ? longestMs : limit && limit + timeouts.query - timeouts.statement
    const query: Query['query'] = (text, values) => ask(client, text, values, patienceMs)
    let broken: Error | undefined
    try {
      await client.query('begin')
      // For this transaction only: behind a pooler the connection may serve another session next.
      if (limit === 'unlimited') await query('set local lock_timeout = 0')
      if (limit !== undefined)
        await query(`set local statement_timeout = ${limit === 'unlimited' ? 0 : limit}`)
      const result = await inTransaction.run(true, () => work({ query }))
      const { command } = await client.query('commit')
      // `work` swallowed the error of a failed statement: the server silently turns COMMIT into ROLLBACK.
      if (command !== 'COMMIT') throw new Error('The transaction had failed and was undone.')
      return result
    } catch (error) {
      // A server that did not answer won't answer ROLLBACK either; it rolls back when the connection is closed.
      if (isUnanswered(error)) broken = error
      else await client.query('rollback').catch((failure: Error) => (broken = failure))
      throw error
    } finally {
      client.release(broken)
    }
  }

  return {
    kind,
    close,
    transaction,
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, 'waited-for': pool.waitingCount }),
    async withStartupLock(work) {
      // The directory lock already excludes other processes, and the single connection would deadlock with itself.
      if (kind === 'embedded') return work()
      // Held by a transaction, not a session: behind a pooler, sessions are shared.
      return transaction(
        async (tx) => {
          await tx.query('select pg_advisory_xact_lock($1)', [startLock])
          return inTransaction.exit(work)
        },
        { statementTimeoutMs: 'unlimited' },
      )
    },
    listen(channel, onNotice) {
      return kind === 'embedded'
        ? { close: async () => undefined }
        : createListener(pool.options, channel, onNotice)
    },
    async query(text, values) {
      // With one embedded connection this would always deadlock; with PostgreSQL only sometimes. Failing at once on
      // both shows the mistake in the first test.
      if (inTransaction.getStore()) throw new Error('Inside a transaction ask `tx`, not the database.')
      return ask(pool, text, values)
    },
  }
}

/** The longest delay a timer supports. */
const longestMs = 2 ** 31 - 1

const isUnanswered = (error: unknown): error is Error =>
  error instanceof Error && error.message === 'Query read timeout'

async function ask<Row>(
  asked: Pool | PoolClient,
  text: string,
  values?: unknown[],
  timeoutMs?: number,
): Promise<Answer<Row>> {
  const question: QueryConfig & { query_timeout?: number } = { text }
  if (values) question.values = values
  if (timeoutMs !== undefined) question.query_timeout = timeoutMs
  const { rows, rowCount } = await asked.query(question)
  return { rows: rows as Row[], rowCount: rowCount ?? 0 }
}
