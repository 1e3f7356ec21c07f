import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Credentials } from '../api/credentials.ts'
import type { CredentialStore } from './credential-store.ts'
import { useSession } from './session-context.tsx'
import { SessionProvider } from './session-provider.tsx'
import type { TabChannel, TabMessage } from './tab-channel.ts'

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
  it('sign a new tab in as the one that is there', () => {
    openTab(editor)
    expect(openTab(undefined).who()).toBe('editor@example.org')
  })

  it('sign out together, those of that account alone', async () => {
    const tabs = [openTab(editor), openTab(editor), openTab(other)]
    await act(async () => tabs[0]?.session().signOut())
    expect(tabs.map((tab) => tab.who())).toEqual([undefined, undefined, 'other@example.org'])
  })

  it('go on together after one has signed in again', async () => {
    const first = openTab(editor)
    const second = openTab(editor)
    act(() => first.session().requireSignIn())
    act(() => second.session().requireSignIn())
    await act(() => first.session().signIn({ ...editor, apiKey: '2' }, { remember: false }))
    expect(second.session().needsSignIn).toBe(false)
  })

  it('keep their account when another signs in elsewhere', async () => {
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
})

function openTab(restored: Credentials | undefined) {
  const tabs = channel()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SessionProvider restored={restored} store={noStore} tabs={tabs} service={trustingService}>
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
}

const trustingService = {
  authenticate: ({ email }: Credentials) => Promise.resolve(email),
  findTrouble: () => Promise.resolve('down' as const),
}
