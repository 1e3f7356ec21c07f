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
const rememberedKey = 'article-desk/remembered'

/**
 * @param tab storage that ends with the tab
 * @param device storage that outlives it; it holds the mere fact that something is remembered, so that a first
 *   visit need not open a database to find out that nothing is
 */
export function createCredentialStore(
  tab: Storage | undefined,
  device: Storage | undefined,
  vault: KeyVault,
): CredentialStore {
  return {
    cannotRemember: vault.refusal,

    async restore() {
      try {
        const note = readNote(tab?.getItem(tabKey))
        if (note?.apiKey) return { ...note, apiKey: note.apiKey }
        const account = note ?? (device?.getItem(rememberedKey) ? await vault.latest() : undefined)
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
        const before = device?.getItem(rememberedKey) ? await vault.get(account) : undefined
        const wanted = remember === 'as-before' ? before !== undefined : remember
        if (wanted) await vault.put(account, apiKey)
        else if (before !== undefined) await vault.remove(account)
        remembered = wanted
      } catch {
        // The device would not remember: signed in for this tab is what is left, and it is enough to work.
      }
      if (remembered) write(device, rememberedKey, 'yes')
      write(tab, tabKey, JSON.stringify(remembered ? account : { ...account, apiKey }))
    },

    async adopt({ email, serviceAddress, apiKey }) {
      const account: Account = { email, serviceAddress }
      const remembered = await remembers(device, vault, account, apiKey)
      write(tab, tabKey, JSON.stringify(remembered ? account : { ...account, apiKey }))
    },

    async forget(account) {
      try {
        tab?.removeItem(tabKey)
        if (!device?.getItem(rememberedKey)) return
        await vault.remove(account)
        if (!(await vault.latest())) device.removeItem(rememberedKey)
      } catch {
        // Nothing could be read here, so nothing could be kept either.
      }
    },
  }
}

async function remembers(
  device: Storage | undefined,
  vault: KeyVault,
  account: Account,
  apiKey: string,
): Promise<boolean> {
  try {
    return Boolean(device?.getItem(rememberedKey)) && (await vault.get(account)) === apiKey
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
