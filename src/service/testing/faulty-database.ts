import type { Database, Query } from '../database/database.ts'

/** Called for every query before it is sent to the database, and again when its result has come. */
export type Interrupt = (text: string, moment: 'before' | 'after') => void | Promise<void>

/** A real database that fails when `interrupt` throws: before a query reaches it, or before its result arrives. */
export function interruptDatabase(database: Database, interrupt: Interrupt): Database {
  const wrap = (asked: Query): Query['query'] =>
    async function query(text, values) {
      await interrupt(text, 'before')
      const result = await asked.query<never>(text, values)
      await interrupt(text, 'after')
      return result
    }
  return {
    kind: database.kind,
    close: () => database.close(),
    connections: () => database.connections(),
    withStartupLock: (work) => database.withStartupLock(work),
    listen: (channel, onNotice) => database.listen(channel, onNotice),
    query: wrap(database),
    transaction: (work, options) => database.transaction((tx) => work({ query: wrap(tx) }), options),
  }
}
