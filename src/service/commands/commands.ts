import { createAccounts } from '../accounts/accounts.ts'
import { createSettingsAccess } from '../accounts/settings-access.ts'
import { migrations } from '../create-service.ts'
import { openDatabase } from '../database/open-database.ts'
import { account } from './account.ts'
import type { Command, CommandContext } from './command.ts'
import type { Configuration } from './configuration.ts'
import { UsageError } from './configuration.ts'
import { runInService } from './control.ts'
import { settingsLink } from './settings-link.ts'
import { source } from './source.ts'

const commands: Readonly<Record<string, Command>> = { account, 'settings-link': settingsLink, source }

export const isCommand = (name: string | undefined): boolean =>
  name !== undefined && Object.hasOwn(commands, name)

/** @throws UsageError for a command that there is not */
export async function runCommand([name = '', ...args]: string[], context: CommandContext): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new UsageError(`There is no command ${JSON.stringify(name)}.`)
  await command(args, context)
}

/**
 * Runs a command where the database can be opened: in the service that runs on this directory, or else here.
 *
 * @throws DirectoryInUseError when a service that runs there does not answer
 */
export async function runAnywhere(
  args: string[],
  configuration: Configuration,
  print: (line: string) => void,
): Promise<void> {
  const { databaseUrl, dataDir, cwd } = configuration
  if (!databaseUrl && (await runInService(dataDir, args, cwd, print))) return
  const database = await openDatabase({ databaseUrl, dataDir, migrations })
  try {
    await runCommand(args, {
      database,
      accounts: createAccounts(database),
      settingsAccess: createSettingsAccess(database),
      address: `http://localhost:${process.env['PORT'] || 4400}`,
      cwd,
      print,
    })
  } finally {
    await database.close()
  }
}
