import type { Account, Credentials } from '../api/credentials.ts'
import type { KeyVault } from './key-vault.ts'

export interface KeepOptions {
  /** `as-before` if the same account signs in again: the question was already answered. */
  readonly remember: boolean | 'as-before'
}

/** The only place that stores credentials: for this tab, or on the device if the editor asked for it. */
export interface CredentialStore {
  readonly cannotRemember: string | undefined
  /** The credentials of this tab, else those of the account remembered last. Never rejects. */
  restore(): Promise<Credentials | undefined>
  keep(credentials: Credentials, options: KeepOptions): Promise<void>
  /** Takes over another tab's credentials for this tab, without changing what the device remembers. */
  adopt(credentials: Credentials): Promise<void>
  /** Never rejects: signing out must not stop half-way. */
  forget(account: Account): Promise<void>
}

/** A remembered key is only in the vault; the tab then only notes its account, so that each tab keeps its own. */
type TabNote = Account & { readonly apiKey?: string }

const tabKey = 'article-desk/session'

/** The account this tab was signed in with last, without its key. */
export function accountOfTab(tab: () => Storage): Account | undefined {
  try {
    const { email, serviceAddress } = readNote(tab().getItem(tabKey)) ?? {}
    return email === undefined || serviceAddress === undefined ? undefined : { email, serviceAddress }
  } catch {
    return undefined
  }
}

/**
 * Remembered keys are only in the vault: the browser writes its other storage seconds later and loses it if killed
 * before.
 *
 * @param tab storage that ends with the tab
 */
export function createCredentialStore(tab: Storage | undefined, vault: KeyVault): CredentialStore {
  return {
    cannotRemember: vault.refusal,

    async restore() {
      try {
        const note = readNote(tab?.getItem(tabKey))
        if (note?.apiKey) return { ...note, apiKey: note.apiKey }
        const account = note ?? (await retried(() => vault.latest()))
        const apiKey = account && (await retried(() => vault.get(account)))
        if (!account || !apiKey) return undefined
        write(tab, tabKey, JSON.stringify(account))
        return { ...account, apiKey }
      } catch {
        return undefined
      }
    },

    async keep({ email, serviceAddress, apiKey }, { remember }) {
      const account: Account = { email, serviceAddress }
      let remembered = false
      try {
        const before = await vault.get(account)
        const wanted = remember === 'as-before' ? before !== undefined : remember
        if (wanted) await vault.put(account, apiKey)
        else if (before !== undefined) await vault.remove(account)
        remembered = wanted
      } catch {
        // The device can't remember it. Signed in for this tab remains, which is enough to work.
      }
      write(tab, tabKey, JSON.stringify(remembered ? account : { ...account, apiKey }))
    },

    async adopt({ email, serviceAddress, apiKey }) {
      const account: Account = { email, serviceAddress }
      const remembered = await remembers(vault, account, apiKey)
      write(tab, tabKey, JSON.stringify(remembered ? account : { ...account, apiKey }))
    },

    async forget(account) {
      try {
        tab?.removeItem(tabKey)
        await vault.remove(account)
      } catch {
        // If it can't be read, it couldn't have been stored either.
      }
    },
  }
}

/** After a crash, the browser's storage may fail until the processes of the crashed browser have ended. */
async function retried<T>(read: () => Promise<T>): Promise<T> {
  for (const waitMs of [50, 200, 500])
    try {
      return await read()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  return read()
}

async function remembers(vault: KeyVault, account: Account, apiKey: string): Promise<boolean> {
  try {
    return (await vault.get(account)) === apiKey
  } catch {
    return false
  }
}

function readNote(text: string | null | undefined): TabNote | undefined {
  if (!text) return undefined
  const note: Partial<TabNote> | null = JSON.parse(text)
  if (typeof note?.email !== 'string' || typeof note.serviceAddress !== 'string') return undefined
  const { email, serviceAddress, apiKey } = note
  return { email, serviceAddress, ...(typeof apiKey === 'string' && { apiKey }) }
}

function write(storage: Storage | undefined, key: string, value: string): void {
  try {
    storage?.setItem(key, value)
  } catch {
    // Storage is full or forbidden: the session then ends with the page, which is safe.
  }
}
