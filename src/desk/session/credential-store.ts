import type { Account, Credentials } from '../api/credentials.ts'
import type { KeyVault } from './key-vault.ts'

export interface KeepOptions {
  /** `as-before` where the same account signs in again: it was asked once and need not be asked again. */
  readonly remember: boolean | 'as-before'
}

/** The only place where credentials are kept: for this tab, or on the device where the editor asked for it. */
export interface CredentialStore {
  readonly cannotRemember: string | undefined
  /** What is kept for this tab, else the account remembered last. Never rejects. */
  restore(): Promise<Credentials | undefined>
  keep(credentials: Credentials, options: KeepOptions): Promise<void>
  /** Takes over what another tab has: for this tab, without changing what the device remembers. */
  adopt(credentials: Credentials): Promise<void>
  /** Never rejects: signing out must not fail half-way. */
  forget(account: Account): Promise<void>
}

/** A remembered key lies in the vault alone; the tab then only notes whose it is, so that each tab keeps its account. */
type TabNote = Account & { readonly apiKey?: string }

const tabKey = 'article-desk/session'

/**
 * What is remembered is in the vault alone: the device's other storage is written seconds later, and a browser that was
 * killed before would have forgotten it.
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
        const account = note ?? (await vault.latest())
        const apiKey = account && (await vault.get(account))
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
        // The device would not remember: signed in for this tab is what is left, and it is enough to work.
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
        // Nothing could be read here, so nothing could be kept either.
      }
    },
  }
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
    // Full or forbidden: the session then ends with the page, which is safe.
  }
}
