import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Account } from '../api/credentials.ts'
import { accountName } from '../api/credentials.ts'
import { accountOfTab, createCredentialStore, type CredentialStore } from './credential-store.ts'
import type { KeyVault } from './key-vault.ts'
import { memoryStorage } from './testing/memory-storage.ts'

const account = { email: 'editor@example.org', serviceAddress: 'https://service.example' }
const credentials = { ...account, apiKey: 'secret-1' }
const other = { ...credentials, email: 'other@example.org', apiKey: 'secret-2' }

let vault = memoryVault()
let device = memoryStorage()
let clock = 0
const now = () => (clock += 1)
const storeIn = (tab: Storage, vault: KeyVault) => createCredentialStore({ tab, device, vault, now })
const tab = (storage = memoryStorage()) => ({ storage, store: storeIn(storage, vault) })
const accountIn = (storage: Storage) =>
  accountOfTab(
    () => storage,
    () => device,
  )

beforeEach(() => {
  vault = memoryVault()
  device = memoryStorage()
  clock = 0
})

describe('the credential store', () => {
  it('keeps a key only for the tab unless asked to remember it', async () => {
    const first = tab()
    await first.store.keep(credentials, { remember: false })
    expect(await tab(first.storage).store.restore()).toEqual(credentials)
    expect(await tab().store.restore()).toBeUndefined()
    expect(await vault.latest()).toBeUndefined()
  })

  it('remembers across tabs, with the key in the vault and nowhere else', async () => {
    const first = tab()
    await first.store.keep(credentials, { remember: true })
    expect(dump(first.storage)).not.toContain('secret-1')
    expect(await tab().store.restore()).toEqual(credentials)
  })

  it('remembers even if the browser was killed before writing its other storage', async () => {
    await tab().store.keep(credentials, { remember: true })
    device = memoryStorage()
    expect(await tab().store.restore()).toEqual(credentials)
  })

  it('remembers even if storage fails at first, as after a crash', async () => {
    await tab().store.keep(credentials, { remember: true })
    let asked = 0
    const failingOnce = <T>(read: () => Promise<T>) =>
      (asked += 1) % 2 === 1 ? Promise.reject(new DOMException('', 'UnknownError')) : read()
    const atFirst: KeyVault = {
      ...vault,
      latest: () => failingOnce(() => vault.latest()),
      get: (account) => failingOnce(() => vault.get(account)),
    }
    expect(await storeIn(memoryStorage(), atFirst).restore()).toEqual(credentials)
  })

  it('leaves each tab its account after another account was remembered', async () => {
    const first = tab()
    await first.store.keep(credentials, { remember: true })
    await tab().store.keep(other, { remember: true })
    expect(await tab(first.storage).store.restore()).toEqual(credentials)
    expect(await tab().store.restore()).toEqual(other)
  })

  it('does not keep a key of another tab that signs out while it is taken over', async () => {
    const first = tab()
    await first.store.keep(credentials, { remember: false })
    let answer = (): void => {}
    const asked = new Promise<undefined>((resolve) => (answer = () => resolve(undefined)))
    const storage = memoryStorage()
    const second = storeIn(storage, { ...vault, get: () => asked })
    const adopting = second.adopt(credentials)
    await first.store.forget(account)
    second.forgetTab()
    answer()
    await adopting
    expect(dump(storage)).not.toContain('secret-1')
    expect(await tab(storage).store.restore()).toBeUndefined()
  })

  it('forgets what it remembered when the editor no longer wants it', async () => {
    await tab().store.keep(credentials, { remember: true })
    await tab().store.keep(credentials, { remember: false })
    expect(await tab().store.restore()).toBeUndefined()
  })

  it('remembers a renewed key like the previous one', async () => {
    await tab().store.keep(credentials, { remember: true })
    await tab().store.keep({ ...credentials, apiKey: 'secret-3' }, { remember: 'as-before' })
    expect((await tab().store.restore())?.apiKey).toBe('secret-3')
    await tab().store.keep(other, { remember: 'as-before' })
    expect((await tab().store.restore())?.email).toBe(account.email)
  })

  it('replaces a remembered key that can no longer be read, or removes it if the editor no longer wants it', async () => {
    const damaged: KeyVault = { ...vault, get: () => Promise.reject(new DOMException('', 'DataError')) }
    const renewed = { ...credentials, apiKey: 'secret-3' }
    await tab().store.keep(credentials, { remember: true })
    await storeIn(memoryStorage(), damaged).keep(renewed, { remember: true })
    expect(await tab().store.restore()).toEqual(renewed)
    await storeIn(memoryStorage(), damaged).keep(renewed, { remember: false })
    expect(await tab().store.restore()).toBeUndefined()
  })

  it('adopts another tab’s sign-in without touching what is remembered', async () => {
    await tab().store.keep(credentials, { remember: true })
    const second = tab()
    await second.store.adopt(credentials)
    expect(dump(second.storage)).not.toContain('secret-1')
    expect(await tab().store.restore()).toEqual(credentials)
  })

  it('deletes everything of an account on sign-out', async () => {
    const first = tab()
    await first.store.keep(credentials, { remember: true })
    await first.store.forget(account)
    expect(await tab(first.storage).store.restore()).toBeUndefined()
    expect(dump(first.storage)).toBe('{}')
    expect(await vault.latest()).toBeUndefined()
  })

  it('signs out tabs that were closed or on another site at the time, even after another sign-in', async () => {
    const [first, second] = [tab(), tab()]
    await first.store.keep(credentials, { remember: false })
    await second.store.keep(credentials, { remember: false })
    await first.store.forget(account)
    expect(accountIn(second.storage)).toBeUndefined()
    expect(await tab(second.storage).store.restore()).toBeUndefined()
    expect(dump(second.storage)).toBe('{}')
    await first.store.keep(credentials, { remember: false })
    expect(await tab(second.storage).store.restore()).toBeUndefined()
    expect(await tab(first.storage).store.restore()).toEqual(credentials)
  })

  it('leaves no trace of the account in a closed tab, even if another is remembered', async () => {
    const [first, second] = [tab(), tab()]
    await first.store.keep(credentials, { remember: false })
    await second.store.keep(credentials, { remember: false })
    await tab().store.keep(other, { remember: true })
    await first.store.forget(account)
    expect(await tab(second.storage).store.restore()).toEqual(other)
    expect(dump(second.storage)).not.toContain('secret-1')
    expect(accountIn(second.storage)?.email).toBe(other.email)
  })

  it('signs out closed tabs even if the clock was ahead at the sign-in', async () => {
    clock = 1_000
    const [first, second] = [tab(), tab()]
    await second.store.keep(credentials, { remember: false })
    await first.store.keep(credentials, { remember: false })
    clock = 0
    await first.store.forget(account)
    await tab().store.forget(account)
    expect(await tab(second.storage).store.restore()).toBeUndefined()
  })

  it('keeps an editor signed in after the clock was set back', async () => {
    clock = 1_000
    await tab().store.forget(account)
    clock = 0
    const { store, storage } = tab()
    await store.keep(credentials, { remember: false })
    expect(await tab(storage).store.restore()).toEqual(credentials)
  })

  it('ignores a remembered key that could not be removed, and removes it once it can', async () => {
    await tab().store.keep(other, { remember: true })
    await tab().store.keep(credentials, { remember: true })
    const failing = storeThatKeepsKeys()
    await atOnce(failing.forget(account))
    await tab().store.keep(credentials, { remember: 'as-before' })
    expect(await atOnce(failing.restore())).toBeUndefined()
    expect(await tab().store.restore()).toEqual(other)
    expect(await vault.get(account)).toBeUndefined()
    await tab().store.keep(credentials, { remember: true })
    expect(await tab().store.restore()).toEqual(credentials)
  })

  it('remembers an editor again whose key could not be removed on sign-out', async () => {
    await tab().store.keep(credentials, { remember: true })
    await atOnce(storeThatKeepsKeys().forget(account))
    await tab().store.keep(credentials, { remember: true })
    expect(await tab().store.restore()).toEqual(credentials)
  })

  it('leaves no account name on the device after a sign-out', async () => {
    await tab().store.forget(account)
    expect(dump(device)).not.toContain('editor')
  })

  it('keeps what is remembered when only the tab is signed out', async () => {
    const first = tab()
    await first.store.keep(credentials, { remember: true })
    first.store.forgetTab()
    expect(dump(first.storage)).toBe('{}')
    expect(await tab().store.restore()).toEqual(credentials)
  })

  it('signs in for this page only if nothing can be stored', async () => {
    const refusing = new Proxy(memoryStorage(), {
      get: () => () => {
        throw new DOMException('', 'QuotaExceededError')
      },
    })
    device = refusing
    const store = storeIn(refusing, vault)
    await expect(store.keep(credentials, { remember: true })).resolves.toBeUndefined()
    await expect(store.restore()).resolves.toBeUndefined()
    await expect(store.forget(account)).resolves.toBeUndefined()
  })

  it.each(['', 'null', '{', '[]', '{"email":1}', '{"email":"a"}'])(
    'treats %j in storage as signed out',
    async (text) => {
      const storage = memoryStorage()
      storage.setItem('article-desk/session', text)
      expect(await tab(storage).store.restore()).toBeUndefined()
      expect(accountIn(storage)).toBeUndefined()
    },
  )

  it('knows the tab’s account without the key, remembered or not, but not if storage is forbidden', async () => {
    for (const remember of [false, true]) {
      const storage = memoryStorage()
      await tab(storage).store.keep(credentials, { remember })
      expect(accountIn(storage)).toEqual(account)
      await tab(storage).store.forget(account)
      expect(accountIn(storage)).toBeUndefined()
    }
    const forbidden = () => {
      throw new DOMException('No', 'SecurityError')
    }
    expect(accountOfTab(forbidden, () => device)).toBeUndefined()
  })
})

function dump(storage: Storage): string {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  return JSON.stringify(Object.fromEntries(keys.map((key) => [key, storage.getItem(key)])))
}

function storeThatKeepsKeys(): CredentialStore {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const remove = () => Promise.reject(new DOMException('', 'UnknownError'))
  return storeIn(memoryStorage(), { ...vault, remove })
}

/** Without the waits before it tries again. */
async function atOnce<T>(attempt: Promise<T>): Promise<T> {
  await vi.runAllTimersAsync()
  return attempt
}

function memoryVault(): KeyVault {
  const entries = new Map<string, { account: Account; apiKey: string }>()
  return {
    refusal: undefined,
    put: async ({ email, serviceAddress }, apiKey) => {
      const own = { email, serviceAddress }
      entries.delete(accountName(own))
      entries.set(accountName(own), { account: own, apiKey })
    },
    get: async (of) => entries.get(accountName(of))?.apiKey,
    latest: async () => [...entries.values()].at(-1)?.account,
    remove: async (of) => void entries.delete(accountName(of)),
  }
}
