import type { Client } from '../api/client.ts'
import type { Library } from '../library/library.ts'
import type { LatestAnswers } from './latest-answers.ts'
import type { SendingLocks } from './sending-locks.ts'

/** The dependencies of a worker. */
export interface WorkerParts {
  readonly library: Library
  readonly client: Client
  readonly answers: LatestAnswers
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** From 0 to 1. */
  readonly random: () => number
  readonly locks: SendingLocks
}
