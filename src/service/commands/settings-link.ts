import { settingsPath } from '../../contract/paths.ts'
import { linkMinutes } from '../accounts/settings-access.ts'
import type { Command, CommandContext } from './command.ts'
import { UsageError } from './configuration.ts'

/** `settings-link EMAIL`: lets an editor who has no key set one. */
export const settingsLink: Command = ([email, ...more]) => {
  if (!email || more.length > 0) throw new UsageError('Give one e-mail: settings-link EMAIL')
  return async (context) => {
    const account = await context.accounts.find(email)
    if (!account) throw new UsageError(`${email} has no account. Make one: account add ${email}`)
    context.print(`Opens the settings of ${account.email} once, within ${linkMinutes} minutes:`)
    context.print(await makeSettingsLink(context, account.id))
  }
}

export async function makeSettingsLink(
  { settingsAccess, address }: Pick<CommandContext, 'settingsAccess' | 'address'>,
  accountId: number,
): Promise<string> {
  return `${address}${settingsPath}?token=${await settingsAccess.createLink(accountId)}`
}
