import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it } from 'vitest'
import { createKeyVault } from './key-vault.ts'

const account = { email: 'editor@example.org', serviceAddress: 'https://service.example' }
const other = { ...account, email: 'other@example.org' }
const { subtle } = crypto
let indexedDb = new IDBFactory()
let clock = 0
const vault = (own: SubtleCrypto | undefined = subtle) => createKeyVault(indexedDb, own, () => (clock += 1))

beforeEach(() => {
  indexedDb = new IDBFactory()
  clock = 0
})

describe('the key vault', () => {
  it('returns what was stored, for that account alone', async () => {
    await vault().put(account, 'ключ-🔑')
    expect(await vault().get(account)).toBe('ключ-🔑')
    expect(await vault().get(other)).toBeUndefined()
  })

  it('creates no database just to find it empty', async () => {
    expect([await vault().latest(), await vault().get(account)]).toEqual([undefined, undefined])
    await vault().remove(account)
    expect(await indexedDb.databases()).toEqual([])
  })

  it('stores neither the API key as text nor an exportable key', async () => {
    const keys: boolean[] = []
    const watching = new Proxy(subtle, {
      get: (target, name: keyof SubtleCrypto) =>
        name === 'generateKey'
          ? (...args: Parameters<SubtleCrypto['generateKey']>) => (
              keys.push(args[1]),
              target.generateKey(...args)
            )
          : (target[name] as (...args: unknown[]) => unknown).bind(target),
    })
    await vault(watching).put(account, 'very-secret')
    expect(keys).toEqual([false])
    const entry = await rawEntry(indexedDb)
    expect(new TextDecoder().decode(entry.sealed)).not.toContain('very-secret')
    expect(JSON.stringify(entry)).not.toContain('very-secret')
  })

  it('knows whose key was stored last', async () => {
    await vault().put(account, '1')
    await vault().put(other, '2')
    expect(await vault().latest()).toEqual(other)
    await vault().remove(other)
    expect(await vault().latest()).toEqual(account)
  })

  it('works in a browser that does not list its databases, such as Firefox 125', async () => {
    Object.assign(indexedDb, { databases: undefined })
    expect(await vault().latest()).toBeUndefined()
    await vault().put(account, '1')
    expect([await vault().latest(), await vault().get(account)]).toEqual([account, '1'])
    await vault().remove(account)
    expect(await vault().get(account)).toBeUndefined()
  })

  it('explains why it can store nothing without encryption or storage', () => {
    expect(createKeyVault(indexedDb, undefined, () => 0).refusal).toMatch(/https/)
    expect(createKeyVault(undefined, subtle, () => 0).refusal).toMatch(/keeps no data/)
    expect(vault().refusal).toBeUndefined()
  })
})

function rawEntry(factory: IDBFactory): Promise<{ sealed: ArrayBuffer }> {
  return new Promise((resolve) => {
    const opening = factory.open('article-desk/keys')
    opening.addEventListener('success', () => {
      const all = opening.result.transaction('keys').objectStore('keys').getAll()
      all.addEventListener('success', () => resolve(all.result[0] as { sealed: ArrayBuffer }))
    })
  })
}
