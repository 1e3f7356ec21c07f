import type { Accounts } from '../accounts/accounts.ts'
import type { SettingsAccess } from '../accounts/settings-access.ts'
import type { Database } from '../database/database.ts'
import type { Sources } from '../sources/sources.ts'

/** A command line as it was typed. */
export interface TypedCommand {
  readonly args: string[]
  /** Where it was typed; its paths are relative to this. */
  readonly cwd: string
  /** What the file holds that it `reads`. */
  readonly input?: Uint8Array | undefined
}

/** The context of a command, whether in its own process or inside the running service. */
export interface CommandContext extends Omit<TypedCommand, 'args'> {
  readonly database: Database
  readonly accounts: Accounts
  readonly settingsAccess: SettingsAccess
  readonly sources: Sources
  /** The service's base address for links, if known. */
  readonly address: string
  readonly print: (line: string) => void
}

/**
 * Reads the arguments of a command, before anything is opened for it.
 *
 * @throws UsageError, or the error of `parseArgs`
 */
export type Command = (args: string[]) => RunCommand

/** @throws UsageError, AccountError, SourceError or UnusableFileError, with a message for whoever typed the command */
export interface RunCommand {
  (context: CommandContext): Promise<void>
  /** A file that it needs, or into which what it prints is written: where it was typed, which a service may not see. */
  readonly reads?: string
  readonly writes?: string | undefined
}
