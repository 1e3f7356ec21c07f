import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createAccounts } from '../accounts/accounts.ts'
import { createSettingsAccess } from '../accounts/settings-access.ts'
import { migrations } from '../migrations.ts'
import type { Command, RunCommand } from './command.ts'
import type { Configuration } from './configuration.ts'
import { defaultPort, linkAddress, readPrivateHost, UsageError } from './configuration.ts'
import { runInService } from './control.ts'
import { printable } from './error-message.ts'
import { settingsLink } from './settings-link.ts'
import { source } from './source.ts'

const commands: Readonly<Record<string, Command>> = { account, 'settings-link': settingsLink, source }

/** @throws UsageError, or the error of `parseArgs`, for a command line that can't be run */
export function readCommand([name = '', ...args]: string[]): RunCommand {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new UsageError(`There is no command ${JSON.stringify(name)}: --help lists them.`)
  return command(args)
}

/**
 * Runs a command where the database can be opened: in the service running on this directory, or else here.
 *
 * @throws UsageError, for a command line that can't be run before anything is opened or made
 * @throws DirectoryInUseError if a service running there does not respond
 */
export async function runAnywhere(
  typed: string[],
  configuration: Configuration,
  show: (line: string) => void,
): Promise<void> {
  const { databaseUrl, dataDir, cwd, contact } = configuration
  const { args, allowPrivateHosts } = takeAllowed(typed)
  const say = (line: string): void => show(printable(line))
  // Loading all that fetches takes longer than most commands, which a running service does.
  if (args[0] === 'source' && args[1] === 'try') {
    const { readTryArguments, trySource } = await import('./try-source.ts')
    return trySource({ ...readTryArguments(args.slice(2)), cwd, contact, allowPrivateHosts }, say)
  }
  const run = readCommand(args)
  const { reads, writes } = run
  const command = { args, cwd, input: reads === undefined ? undefined : await readFile(resolve(cwd, reads)) }
  const written: string[] = []
  const print = writes === undefined ? say : (line: string) => void written.push(printable(line))
  if (databaseUrl || !(await runInService(dataDir, command, print))) {
    const { openDatabase } = await import('../database/open-database.ts')
    const { openSources } = await import('../sources/open-sources.ts')
    const database = await openDatabase({ databaseUrl, dataDir, migrations })
    const sources = openSources(database, { contact, allowPrivateHosts })
    try {
      await run({
        database,
        sources,
        accounts: createAccounts(database),
        settingsAccess: createSettingsAccess(database),
        address: linkAddress(configuration, `http://localhost:${configuration.port || defaultPort}`),
        ...command,
        print,
      })
    } finally {
      await sources.close()
      await database.close()
    }
  }
  if (writes === undefined) return
  await writeFile(resolve(cwd, writes), written.join('\n'))
  say(`Written to ${writes}.`)
}

/** Removes every `--allow-private HOST` from a command line. A running service uses those given at its start. */
function takeAllowed(typed: string[]): { args: string[]; allowPrivateHosts: string[] } {
  const allowPrivateHosts: string[] = []
  const args: string[] = []
  for (let index = 0; index < typed.length; index += 1) {
    const given = /^--allow-private(?:=(.+))?$/.exec(typed[index] ?? '')
    if (!given) args.push(typed[index]!)
    else allowPrivateHosts.push(readPrivateHost(given[1] ?? typed[(index += 1)] ?? ''))
  }
  return { args, allowPrivateHosts }
}

/** `account add|remove EMAIL`, `account list`. */
function account([action, email, ...more]: string[]): RunCommand {
  if (action === 'list' && email === undefined)
    return async ({ accounts, print }) => {
      for (const { email, createdAt, keyChangedAt } of await accounts.list())
        print(`${email}\tsince ${day(createdAt)}\tkey of ${day(keyChangedAt)}`)
    }
  if (action === 'add' && email && more.length === 0)
    return async ({ accounts, print }) => {
      const added = await accounts.add(email)
      print(`E-mail   ${added.email}`)
      print(`API key  ${added.key}`)
      print('The key is not shown again; its owner can change it on the settings page.')
    }
  if (action === 'remove' && email && more.length === 0)
    return async ({ accounts, print }) => {
      await accounts.remove(email)
      print(`Removed ${email}, its key and its jobs.`)
    }
  throw new UsageError('Usage: account add EMAIL, account list, account remove EMAIL')
}

const day = (date: Date): string => date.toISOString().slice(0, 10)
