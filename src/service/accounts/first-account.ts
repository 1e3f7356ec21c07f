import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Account } from './account.ts'
import type { Accounts } from './accounts.ts'

export interface FirstAccount extends Account {
  /** Undefined if the key has been changed, or its file is gone. */
  readonly key: string | undefined
  /** Undefined if there is no directory to keep it in. */
  readonly keyFile: string | undefined
}

/**
 * Creates an account if there is none yet, so that a newcomer can sign in. Its key is kept in a file that only the
 * owner may read, so that the terminal can show it for as long as it is valid.
 *
 * @param dataDir undefined to write no key file
 * @returns undefined if there are other accounts but not this one
 */
export async function ensureFirstAccount(
  accounts: Accounts,
  email: string,
  dataDir: string | undefined,
): Promise<FirstAccount | undefined> {
  const keyFile = dataDir === undefined ? undefined : join(resolve(dataDir), 'first-account-key.txt')
  if ((await accounts.list()).length === 0) {
    const added = await accounts.add(email)
    if (keyFile) await writePrivately(keyFile, `${added.email}:${added.key}\n`)
    return { ...added, keyFile }
  }
  const kept = keyFile ? await readFile(keyFile, 'utf8').catch(() => '') : ''
  const [keptEmail = '', key = ''] = kept.trimEnd().split(':')
  const known = await accounts.find(keptEmail || email)
  if (!known) return undefined
  const isValid = key !== '' && (await accounts.authenticate(keptEmail, key)) !== undefined
  return { ...known, key: isValid ? key : undefined, keyFile: isValid ? keyFile : undefined }
}

async function writePrivately(path: string, text: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
  // Written atomically, and never readable by others: an existing file would keep its mode.
  await writeFile(`${path}.new`, text, { mode: 0o600 })
  await chmod(`${path}.new`, 0o600)
  await rename(`${path}.new`, path)
}
