import { AsyncLocalStorage } from 'node:async_hooks'
import type { PoolClient, QueryConfig } from 'pg'
import type { Database, Query, QueryResult, TransactionOptions } from './database.ts'
import { trackUnconfirmed } from './unavailable.ts'

/** In milliseconds. */
export interface Timeouts {
  readonly lock: number
  readonly statement: number
  /** Measured by the client, for a server that has stopped responding; Infinity for the embedded one. */
  readonly query: number
}

export interface Connections {
  readonly connect: () => Promise<PoolClient>
  /** Whether what is set on a session is lost after a transaction. */
  readonly isPooled: (client: PoolClient) => boolean
}

/** What is set on each session, or behind a pooler for each transaction. */
export const sessionSettings = ({ lock, statement }: Timeouts, scope: 'session' | 'local'): string =>
  [
    `lock_timeout = ${lock}`,
    `statement_timeout = ${statement}`,
    // JIT compilation takes longer than any of our queries.
    'jit = off',
    // The only form in which the driver reads dates: those in another would be null.
    'datestyle = ISO',
    // Else a backslash, as in our regular expressions, would be an escape.
    'standard_conforming_strings = on',
    // As for `begin`, for statements alone.
    `default_transaction_isolation = 'read committed'`,
  ]
    .map((setting) => `set ${scope} ${setting}`)
    .join('; ')

export interface Queries extends Pick<Database, 'query' | 'transaction'> {
  /** Inside a transaction, runs work whose queries are not part of the transaction. */
  outside<T>(work: () => T): T
}

/** Queries and transactions on a pool of connections. */
export function createQueries({ connect, isPooled }: Connections, timeouts: Timeouts): Queries {
  const inTransaction = new AsyncLocalStorage<true>()

  async function transact<T>(
    client: PoolClient,
    work: (tx: Query) => Promise<T>,
    { statementTimeoutMs: limit }: TransactionOptions = {},
  ): Promise<T> {
    const patienceMs =
      limit === 'unlimited'
        ? longestMs
        : limit && Math.min(limit + timeouts.query - timeouts.statement, longestMs)
    const query: Query['query'] = (text, values) => ask(client, text, values, patienceMs)
    let broken: Error | undefined
    try {
      await client.query(isPooled(client) ? `${begin}; ${sessionSettings(timeouts, 'local')}` : begin)
      // For this transaction only: behind a pooler the connection may serve another session next.
      if (limit === 'unlimited') await query('set local lock_timeout = 0')
      if (limit !== undefined)
        await query(`set local statement_timeout = ${limit === 'unlimited' ? 0 : limit}`)
      const result = await inTransaction.run(true, () => work({ query }))
      const { command } = await trackUnconfirmed(client.query('commit'))
      // `work` swallowed the error of a failed statement: the server silently turns COMMIT into ROLLBACK.
      if (command !== 'COMMIT') throw new Error('The transaction had failed and was undone.')
      return result
    } catch (error) {
      // A server that did not respond won't respond to ROLLBACK either; it rolls back when the connection is closed.
      if (isUseless(error)) broken = error
      else await client.query('rollback').catch((failure: Error) => (broken = failure))
      throw error
    } finally {
      client.release(broken)
    }
  }

  return {
    transaction: async (work, options) => transact(await connect(), work, options),

    outside: (work) => inTransaction.exit(work),

    async query(text, values) {
      // With one embedded connection this would always deadlock; with PostgreSQL only sometimes. Failing at once on
      // both shows the mistake in the first test.
      if (inTransaction.getStore()) throw new Error('Inside a transaction ask `tx`, not the database.')
      const client = await connect()
      if (isPooled(client)) return transact(client, (tx) => tx.query(text, values))
      let failure: Error | undefined
      try {
        return await trackUnconfirmed(ask(client, text, values))
      } catch (error) {
        failure = error as Error
        throw error
      } finally {
        client.release(failure)
      }
    },
  }
}

/** Whatever level is usual on the server: whoever waited for a lock has to see what its holder committed. */
const begin = 'begin isolation level read committed'

/** The longest delay a timer supports. */
const longestMs = 2 ** 31 - 1

/** Whether to discard the connection: its server is silent, or has become a read-only replica. */
const isUseless = (error: unknown): error is Error =>
  error instanceof Error &&
  (error.message === 'Query read timeout' || (error as NodeJS.ErrnoException).code === '25006')

async function ask<Row>(
  client: PoolClient,
  text: string,
  values?: unknown[],
  timeoutMs?: number,
): Promise<QueryResult<Row>> {
  const question: QueryConfig & { query_timeout?: number } = { text }
  if (values) question.values = values
  if (timeoutMs !== undefined) question.query_timeout = timeoutMs
  const { rows, rowCount } = await client.query(question)
  return { rows: rows as Row[], rowCount: rowCount ?? 0 }
}
