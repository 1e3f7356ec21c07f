import type { Accounts } from '../accounts/accounts.ts'
import type { SettingsAccess } from '../accounts/settings-access.ts'
import type { Database } from '../database/database.ts'
import type { Sources } from '../sources/sources.ts'

/** What a command works with, whether in a process of its own or inside the running service. */
export interface CommandContext {
  readonly database: Database
  readonly accounts: Accounts
  readonly settingsAccess: SettingsAccess
  readonly sources: Sources
  /** Where the service is, as far as is known: the begin of every link. */
  readonly address: string
  /** Where the command was typed, since its paths are meant from there. */
  readonly cwd: string
  readonly print: (line: string) => void
}

/** @throws UsageError, AccountError: words for the person who typed the command */
export type Command = (args: string[], context: CommandContext) => Promise<void>
