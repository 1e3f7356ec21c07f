import type { Database, Query } from '../database/database.ts'
import { isHeldUp } from '../database/unavailable.ts'

/** Runs a transaction once all earlier ones have ended. `work` is repeated if another process was in its way. */
export type SaveInTurn = <T>(work: (tx: Query) => Promise<T>) => Promise<T>

/** Half a minute of waiting for locks: others may save texts that take seconds. */
const maxTries = 10

/**
 * For the transactions in which this process saves texts. Only one gets past the lock at a time, so the others wait here:
 * waiting for the lock, each would keep a connection from the rest of the service, and run out of time.
 */
export function createSaveInTurn(database: Database): SaveInTurn {
  let last: Promise<unknown> = Promise.resolve()

  /** What could not be saved would be given up, and fetched again a minute later. */
  async function save<T>(work: (tx: Query) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await database.transaction(work)
      } catch (error) {
        if (tries === maxTries || !isHeldUp(error)) throw error
      }
    }
  }

  return (work) => {
    const turn = last.then(() => save(work))
    last = turn.catch(() => undefined)
    return turn
  }
}

/** An arbitrary number that no other program on the same PostgreSQL server is likely to use. */
const savingLock = 4_400_175

/**
 * Until the transaction ends, no other process saves texts of sources, or changes which categories their articles have:
 * two with copies of a text would both find none, and one would overwrite what the other saves meanwhile. Taken after the
 * rows of a source and before those of articles, or two transactions would wait for each other.
 */
export async function lockSaving(tx: Query): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [savingLock])
}
