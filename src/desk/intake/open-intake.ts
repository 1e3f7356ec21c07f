import type { Account, Credentials } from '../api/credentials.ts'
import type { Intake } from './intake.ts'

/** An intake that is open for one account, wherever it runs. */
export interface OpenIntake {
  readonly intake: Intake
  /**
   * Hands over the key of a session, or takes it back with undefined. It is kept in memory alone; another account's key
   * is refused, since its articles would land in this one's library.
   */
  useCredentials(credentials: Credentials | undefined): Promise<void>
  close(): void
}

export interface OpenIntakeOptions {
  readonly account: Account
  readonly credentials?: Credentials | undefined
  /** A newer desk has been here: nothing can be written until the page is reloaded. */
  readonly onNewerSchema?: (() => void) | undefined
}
