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

export const usage = `Usage: npm run service -- [options]              run the service
       npm run service -- COMMAND

  --port N                   the port (or PORT); else 4400, or the next free one
  --host HOST                the address to listen on; else 127.0.0.1, this machine alone
  --desk DIR                 serve the built desk too
  --service URL              the desk alone, its calls passed on to a service elsewhere

  settings-link EMAIL        a link that opens the settings page of an account once
  account add EMAIL          make an account, with a random API key
  account list               all accounts
  account remove EMAIL       remove an account with its jobs
  source add folder PATH --category NAME
                             take in the articles of a folder (.md, .txt, .html, .json, .jsonl)

Environment: DATA_DIR (./data), DATABASE_URL (PostgreSQL instead of the embedded database), ACCOUNT_EMAIL (of the first
account), LOG (off, errors, requests), TRUST_PROXY (yes behind a proxy that sets X-Forwarded-For),
REQUESTS_PER_MINUTE (of one account, 6000).`

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
  const { databaseUrl, dataDir } = configuration
  if (!databaseUrl && (await runInService(dataDir, args, print))) return
  const database = await openDatabase({ databaseUrl, dataDir, migrations })
  try {
    await runCommand(args, {
      database,
      accounts: createAccounts(database),
      settingsAccess: createSettingsAccess(database),
      address: `http://localhost:${process.env['PORT'] || 4400}`,
      cwd: process.cwd(),
      print,
    })
  } finally {
    await database.close()
  }
}
