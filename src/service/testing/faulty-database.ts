import type { Database, Query } from '../database/database.ts'

/** Called for every query before it is sent to the database, and again when it has been answered. */
export type Interrupt = (text: string, moment: 'before' | 'after') => void | Promise<void>

/** A real database that fails when `interrupt` throws: before a query reaches it, or before its answer arrives. */
export function interruptDatabase(database: Database, interrupt: Interrupt): Database {
  const wrap = (asked: Query): Query['query'] =>
    async function query(text, values) {
      await interrupt(text, 'before')
      const answer = await asked.query<never>(text, values)
      await interrupt(text, 'after')
      return answer
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
