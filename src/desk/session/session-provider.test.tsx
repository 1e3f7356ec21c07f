import { IDBFactory } from 'fake-indexeddb'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Credentials } from '../api/credentials.ts'
import { createCredentialStore, type CredentialStore } from './credential-store.ts'
import { createKeyVault } from './key-vault.ts'
import { useSession } from './session-context.tsx'
import { SessionProvider, type Authenticator } from './session-provider.tsx'
import type { TabChannel, TabMessage } from './tab-channel.ts'
import { memoryStorage } from './testing/memory-storage.ts'

const editor: Credentials = {
  email: 'editor@example.org',
  serviceAddress: 'https://service.example',
  apiKey: '1',
}
const other: Credentials = { ...editor, email: 'other@example.org' }

let listeners: ((message: TabMessage) => void)[] = []

beforeEach(() => {
  listeners = []
})

describe('the tabs of one browser', () => {
  it('sign a new tab in with the account in use', () => {
    openTab(editor)
    expect(openTab(undefined).who()).toBe('editor@example.org')
  })

  it('sign a new tab in with one account, if two are in use', async () => {
    openTab(editor)
    openTab(other)
    const adopted: Credentials[] = []
    const adopt = async (credentials: Credentials) => void adopted.push(credentials)
    const third = openTab(undefined, { store: { ...noStore, adopt } })
    expect(adopted.map(({ email }) => email)).toEqual([third.who()])
  })

  it('sign out together, but only those of that account', async () => {
    const tabs = [openTab(editor), openTab(editor), openTab(other)]
    await act(async () => tabs[0]?.session().signOut())
    expect(tabs.map((tab) => tab.who())).toEqual([undefined, undefined, 'other@example.org'])
  })

  it('resume together after one has signed in again', async () => {
    const first = openTab(editor)
    const second = openTab(editor)
    act(() => first.session().requireSignIn())
    act(() => second.session().requireSignIn())
    await act(() => first.session().signIn({ ...editor, apiKey: '2' }, { remember: false }))
    expect(second.session().needsSignIn).toBe(false)
  })

  it('keep their account when another account signs in elsewhere', async () => {
    const first = openTab(editor)
    act(() => first.session().requireSignIn())
    const second = openTab(other)
    await act(() => second.session().signIn(other, { remember: false }))
    expect(first.who()).toBe('editor@example.org')
    expect(first.session().needsSignIn).toBe(true)
  })

  it('are not signed in again by another tab once they have signed out', async () => {
    openTab(other)
    const first = openTab(editor)
    await act(() => first.session().signOut())
    openTab(undefined)
    expect(first.who()).toBeUndefined()
  })

  it('are not signed in by one that is still forgetting its key', async () => {
    let forgotten = () => {}
    const forget = () => new Promise<void>((resolve) => (forgotten = resolve))
    const first = openTab(editor, { store: { ...noStore, forget } })
    let signingOut: Promise<void> | undefined
    act(() => {
      signingOut = first.session().signOut()
    })
    const second = openTab(undefined)
    forgotten()
    await act(async () => signingOut)
    expect([first.who(), second.who()]).toEqual([undefined, undefined])
  })

  it('keep the remembered key if they hear of an earlier sign-out late', async () => {
    const vault = createKeyVault(new IDBFactory(), crypto.subtle, Date.now)
    const storeOfTab = () =>
      createCredentialStore({ tab: memoryStorage(), device: localStorage, vault, now: Date.now })
    const first = openTab(editor, { store: storeOfTab() })
    const blocked: TabMessage[] = []
    const wake = listeners.length
    const second = openTab(editor, { store: storeOfTab() })
    const hear = listeners[wake]!
    listeners[wake] = (message) => void blocked.push(message)
    await act(() => first.session().signOut())
    await act(() => first.session().signIn(editor, { remember: true }))
    await act(async () => blocked.forEach(hear))
    expect(second.who()).toBeUndefined()
    // Let the work started by the message finish: the vault works through calls in order.
    await vault.put(other, '9')
    expect(await vault.get(editor)).toBe(editor.apiKey)
  })
})

describe('a sign-in in progress', () => {
  it.each([
    ['while the service is asked', 'authenticate'],
    ['while the key is stored', 'keep'],
  ] as const)('does not undo a sign-out %s', async (_, slow) => {
    let respond = () => {}
    const waiting = () => new Promise<void>((resolve) => (respond = resolve))
    const vault = createKeyVault(new IDBFactory(), crypto.subtle, Date.now)
    const real = createCredentialStore({ tab: memoryStorage(), device: localStorage, vault, now: Date.now })
    const tab = openTab(editor, {
      store: {
        ...real,
        keep: async (...given) => {
          if (slow === 'keep') await waiting()
          await real.keep(...given)
        },
      },
      service: {
        ...trustingService,
        authenticate: async ({ email }) => {
          if (slow === 'authenticate') await waiting()
          return email
        },
      },
    })
    const elsewhere = openTab(editor)
    act(() => tab.session().requireSignIn())
    let signingIn: Promise<void> | undefined
    await act(async () => {
      signingIn = tab.session().signIn(editor, { remember: true })
    })
    await act(() => elsewhere.session().signOut())
    respond()
    await act(async () => signingIn)
    expect([tab.who(), elsewhere.who()]).toEqual([undefined, undefined])
    expect(await real.restore()).toBeUndefined()
  })
})

function openTab(
  restored: Credentials | undefined,
  { store = noStore, service = trustingService }: { store?: CredentialStore; service?: Authenticator } = {},
) {
  const tabs = channel()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SessionProvider restored={restored} store={store} tabs={tabs} service={service}>
      {children}
    </SessionProvider>
  )
  const { result } = renderHook(() => useSession(), { wrapper })
  return { session: () => result.current, who: () => result.current.account?.email }
}

/** Like BroadcastChannel: all but the sender receive a message. */
function channel(): TabChannel {
  let own: ((message: TabMessage) => void) | undefined
  return {
    send: (message) => {
      for (const listener of listeners) if (listener !== own) listener(message)
    },
    listen(listener) {
      own = listener
      listeners.push(listener)
      return () => (listeners = listeners.filter((each) => each !== listener))
    },
  }
}

const noStore: CredentialStore = {
  cannotRemember: undefined,
  restore: () => Promise.resolve(undefined),
  keep: () => Promise.resolve(),
  adopt: () => Promise.resolve(),
  forget: () => Promise.resolve(),
  forgetTab: () => {},
}

const trustingService = {
  authenticate: ({ email }: Credentials) => Promise.resolve(email),
  findTrouble: () => Promise.resolve('down' as const),
}
