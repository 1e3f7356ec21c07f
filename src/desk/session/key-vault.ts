import type { Account } from '../api/credentials.ts'
import { accountName, accountOf } from '../api/credentials.ts'

/** Stores API keys on the device, encrypted with a key that the browser uses but never reveals. */
export interface KeyVault {
  /** Why this device can't store a key; undefined if it can. */
  readonly refusal: string | undefined
  put(account: Account, apiKey: string): Promise<void>
  get(account: Account): Promise<string | undefined>
  /** The account whose key was stored last. */
  latest(): Promise<Account | undefined>
  remove(account: Account): Promise<void>
}

interface Entry {
  readonly name: string
  readonly account: Account
  readonly putAt: number
  readonly key: CryptoKey
  readonly iv: Uint8Array<ArrayBuffer>
  readonly sealed: ArrayBuffer
}

/**
 * Each entry has its own non-extractable AES-GCM key: a copy of the browser's files alone doesn't yield the API key as
 * text, and no script can read the AES key. It doesn't protect from somebody who can use this browser profile, nor from
 * script running in the page, which could decrypt as the desk does.
 *
 * @param subtle undefined on plain http, where browsers don't offer it
 */
export function createKeyVault(
  indexedDb: IDBFactory | undefined,
  subtle: SubtleCrypto | undefined,
  now: () => number,
): KeyVault {
  const refusal = !subtle
    ? 'Not possible here: without https the browser offers no encryption.'
    : !indexedDb
      ? 'Not possible here: the browser keeps no data for this page.'
      : undefined

  const onEntries = async <T>(mode: IDBTransactionMode, ask: (entries: IDBObjectStore) => IDBRequest<T>) => {
    if (!indexedDb) throw new Error(refusal)
    const database = await openVault(indexedDb)
    try {
      const transaction = database.transaction(storeName, mode, { durability: 'strict' })
      const request = ask(transaction.objectStore(storeName))
      await finished(transaction)
      return request.result
    } finally {
      database.close()
    }
  }

  /** Avoids creating a database on a first visit just to find it empty, where the browser lists its databases. */
  const exists = async () =>
    indexedDb !== undefined &&
    ((await indexedDb.databases?.())?.some(({ name }) => name === databaseName) ?? true)

  return {
    refusal,
    async put(account, apiKey) {
      if (!subtle) throw new Error(refusal)
      const key = await subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const sealed = await subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(apiKey))
      const name = accountName(account)
      const entry: Entry = { name, account: accountOf(account), putAt: now(), key, iv, sealed }
      await onEntries('readwrite', (entries) => entries.put(entry))
    },
    async get(account) {
      if (!subtle || !(await exists())) return undefined
      const entry: Entry | undefined = await onEntries('readonly', (entries) =>
        entries.get(accountName(account)),
      )
      if (!entry) return undefined
      const opened = await subtle.decrypt({ name: 'AES-GCM', iv: entry.iv }, entry.key, entry.sealed)
      return new TextDecoder().decode(opened)
    },
    async latest() {
      if (!(await exists())) return undefined
      const entries: Entry[] = await onEntries('readonly', (store) => store.getAll())
      return entries.sort((a, b) => b.putAt - a.putAt)[0]?.account
    },
    async remove(account) {
      if (await exists()) await onEntries('readwrite', (entries) => entries.delete(accountName(account)))
    },
  }
}

const databaseName = 'article-desk/keys'
const storeName = 'keys'

function openVault(indexedDb: IDBFactory): Promise<IDBDatabase> {
  const opening = indexedDb.open(databaseName, 1)
  opening.addEventListener('upgradeneeded', () =>
    opening.result.createObjectStore(storeName, { keyPath: 'name' }),
  )
  return new Promise((resolve, reject) => {
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(opening.error ?? new Error('The key vault did not open')))
  })
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('Not stored')))
  })
}
