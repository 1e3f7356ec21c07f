import type { Client } from '../api/client.ts'
import type { Library } from '../library/library.ts'

/** The dependencies of a worker. */
export interface WorkerDependencies {
  readonly library: Library
  readonly client: Client
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** From 0 to 1. */
  readonly random: () => number
  /** Undefined on plain http. */
  readonly locks: LockManager | undefined
}
