import type { Account, Credentials } from '../api/credentials.ts'
import { accountName, accountOf } from '../api/credentials.ts'
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
  /** Forgets who was signed in in this tab. What the device remembers is left to the tab that signed out. */
  forgetTab(): void
}

export interface CredentialStorages {
  /** Storage that ends with the tab. */
  readonly tab: Storage | undefined
  /** Storage that all tabs share. */
  readonly device: Storage | undefined
  readonly vault: KeyVault
  readonly now: () => number
}

/** A remembered key is only in the vault; the tab then only notes its account, so that each tab keeps its own. */
type TabNote = Account & { readonly at: number; readonly apiKey?: string | undefined }

/** What the device notes of a sign-out, for tabs that were closed then, and for a vault that failed. */
interface SignOutNote {
  /** Tabs that were signed in before this are signed out. */
  readonly at: number
  /** The vault may still hold the key: it is not used, and is removed when that is possible. */
  readonly keyRemains: boolean
}

const tabKey = 'article-desk/session'

/** The account this tab is signed in with, without its key. */
export function accountOfTab(tab: () => Storage, device: () => Storage): Account | undefined {
  try {
    const note = noteOfTab(tab(), device())
    return note && accountOf(note)
  } catch {
    return undefined
  }
}

/**
 * Remembered keys are only in the vault: the browser writes its other storage seconds later and loses it if killed
 * before.
 */
export function createCredentialStore({ tab, device, vault, now }: CredentialStorages): CredentialStore {
  /** @param apiKey undefined if the vault has it */
  const writeTab = ({ email, serviceAddress }: Account, apiKey?: string) => {
    // Later than the last sign-out even if the clock was set back.
    const at = Math.max(now(), (readSignOut(device, { email, serviceAddress })?.at ?? 0) + 1)
    write(tab, tabKey, JSON.stringify({ email, serviceAddress, at, apiKey }))
  }

  /** The remembered key, unless its account has signed out. */
  const remembered = async (account: Account): Promise<string | undefined> =>
    readSignOut(device, account)?.keyRemains ? undefined : vault.get(account)

  /** Rejects if the key can't be removed; it is not used then. */
  const removeKey = async (account: Account, at: number) => {
    writeSignOut(device, account, { at, keyRemains: true })
    await retried(() => vault.remove(account))
    writeSignOut(device, account, { at, keyRemains: false })
  }

  const latestRemembered = async (): Promise<Account | undefined> => {
    const account = await retried(() => vault.latest())
    if (!account) return undefined
    const signOut = readSignOut(device, account)
    if (!signOut?.keyRemains) return account
    await removeKey(account, signOut.at)
    return latestRemembered()
  }

  return {
    cannotRemember: vault.refusal,

    async restore() {
      try {
        const note = noteOfTab(tab, device)
        // It may hold a key, which must not outlive a sign-out in another tab.
        if (!note) remove(tab, tabKey)
        if (note?.apiKey) return { ...accountOf(note), apiKey: note.apiKey }
        const account = note ?? (await latestRemembered())
        if (!account) return undefined
        const apiKey = await retried(() => remembered(account))
        if (!apiKey) return undefined
        writeTab(account)
        return { ...accountOf(account), apiKey }
      } catch {
        return undefined
      }
    },

    async keep({ apiKey, ...account }, { remember }) {
      const { at: signedOutAt, keyRemains } = readSignOut(device, account) ?? { at: 0, keyRemains: false }
      let isRemembered = false
      try {
        // Null if it can't be read: it is replaced or removed all the same.
        const before = await remembered(account).catch(() => null)
        const wanted = remember === 'as-before' ? typeof before === 'string' : remember
        if (wanted) {
          await vault.put(account, apiKey)
          if (keyRemains) writeSignOut(device, account, { at: signedOutAt, keyRemains: false })
        } else if (before !== undefined) await removeKey(account, signedOutAt)
        isRemembered = wanted
      } catch {
        // The device can't remember it. Signed in for this tab remains, which is enough to work.
      }
      writeTab(account, isRemembered ? undefined : apiKey)
    },

    async adopt({ apiKey, ...account }) {
      const signedOutAt = readSignOut(device, account)?.at
      const isRemembered = await remembered(account).then(
        (key) => key === apiKey,
        () => false,
      )
      // The other tab may have signed out meanwhile: the note of this one would outlive that.
      if (readSignOut(device, account)?.at !== signedOutAt) return
      writeTab(account, isRemembered ? undefined : apiKey)
    },

    async forget(account) {
      // Later than this tab's sign-in even if the clock was set back, and never before an earlier sign-out.
      const at = Math.max(now(), readNote(read(tab, tabKey))?.at ?? 0, readSignOut(device, account)?.at ?? 0)
      remove(tab, tabKey)
      // If it fails, the note of the sign-out keeps the key from being used.
      await removeKey(account, at).catch(() => {})
    },

    forgetTab: () => remove(tab, tabKey),
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

/** Undefined if the account has signed out since, which a tab that was closed then didn't hear of. */
function noteOfTab(tab: Storage | undefined, device: Storage | undefined): TabNote | undefined {
  const note = readNote(tab?.getItem(tabKey))
  return note && note.at > (readSignOut(device, note)?.at ?? -1) ? note : undefined
}

function readNote(text: string | null | undefined): TabNote | undefined {
  const { email, serviceAddress, at = 0, apiKey } = (parse(text) ?? {}) as Partial<TabNote>
  if (typeof email !== 'string' || typeof serviceAddress !== 'string') return undefined
  return { email, serviceAddress, at, apiKey }
}

/** Named by a hash: after "Forget this device" no e-mail may be left. */
function signOutKey(account: Account): string {
  let hash = 0
  for (const character of accountName(account)) hash = (Math.imul(hash, 31) + character.codePointAt(0)!) >>> 0
  return `article-desk/signed-out/${hash}`
}

const readSignOut = (device: Storage | undefined, account: Account): SignOutNote | undefined =>
  parse(read(device, signOutKey(account))) as SignOutNote | undefined

const writeSignOut = (device: Storage | undefined, account: Account, note: SignOutNote): void =>
  write(device, signOutKey(account), JSON.stringify(note))

/** Undefined for damaged notes and for null. */
function parse(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function read(storage: Storage | undefined, key: string): string | null | undefined {
  try {
    return storage?.getItem(key)
  } catch {
    return undefined
  }
}

function write(storage: Storage | undefined, key: string, value: string): void {
  try {
    storage?.setItem(key, value)
  } catch {
    // Storage is full or forbidden: the session then ends with the page, which is safe.
  }
}

function remove(storage: Storage | undefined, key: string): void {
  try {
    storage?.removeItem(key)
  } catch {
    // Where it is forbidden, nothing was stored.
  }
}
