import type { Database, Query } from '../database/database.ts'
import { isHeldUp } from '../database/unavailable.ts'

/** Runs a transaction once all earlier ones have ended, and repeats it as `repeatIfHeldUp` does. */
export type SaveInTurn = <T>(work: (tx: Query) => Promise<T>) => Promise<T>

/** Half a minute of waiting for locks: others may save texts that take seconds. */
const maxTries = 10

/**
 * Repeats a statement or a transaction if others were in its way. A refresh that ends instead is given up for a minute,
 * and what it has fetched but not saved is fetched again.
 */
export async function repeatIfHeldUp<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries === maxTries || !isHeldUp(error)) throw error
    }
  }
}

/**
 * For the transactions in which this process saves texts. Only one gets past the lock at a time, so the others wait here:
 * waiting for the lock, each would keep a connection from the rest of the service, and run out of time.
 */
export function createSaveInTurn(database: Database): SaveInTurn {
  let last: Promise<unknown> = Promise.resolve()

  return (work) => {
    const turn = last.then(() => repeatIfHeldUp(() => database.transaction(work)))
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
