import type { Accounts } from '../accounts/accounts.ts'
import type { SettingsAccess } from '../accounts/settings-access.ts'
import type { Database } from '../database/database.ts'
import type { Sources } from '../sources/sources.ts'

/** The context of a command, whether in its own process or inside the running service. */
export interface CommandContext {
  readonly database: Database
  readonly accounts: Accounts
  readonly settingsAccess: SettingsAccess
  readonly sources: Sources
  /** The service's base address for links, if known. */
  readonly address: string
  /** Where the command was typed; its paths are relative to this. */
  readonly cwd: string
  readonly print: (line: string) => void
}

/**
 * Reads the arguments of a command, before anything is opened for it.
 *
 * @throws UsageError, or the error of `parseArgs`
 */
export type Command = (args: string[]) => RunCommand

/** @throws UsageError, AccountError, SourceError or UnusableFileError, with a message for whoever typed the command */
export type RunCommand = (context: CommandContext) => Promise<void>
