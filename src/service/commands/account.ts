import type { Command } from './command.ts'
import { UsageError } from './configuration.ts'

/** `account add|remove EMAIL`, `account list`. */
export const account: Command = async ([action, email, ...more], { accounts, print }) => {
  if (action === 'list' && email === undefined) {
    for (const { email, createdAt, keyChangedAt } of await accounts.list())
      print(`${email}\tsince ${day(createdAt)}\tkey of ${day(keyChangedAt)}`)
  } else if (action === 'add' && email && more.length === 0) {
    const added = await accounts.add(email)
    print(`E-mail   ${added.email}`)
    print(`API key  ${added.key}`)
    print('The key is not shown again; its owner can change it on the settings page.')
  } else if (action === 'remove' && email && more.length === 0) {
    await accounts.remove(email)
    print(`Removed ${email}, its key and its jobs.`)
  } else throw new UsageError('Usage: account add EMAIL, account list, account remove EMAIL')
}

const day = (date: Date): string => date.toISOString().slice(0, 10)
