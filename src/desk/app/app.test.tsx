import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createClient } from '../api/client.ts'
import type { Credentials } from '../api/credentials.ts'
import { findTrouble } from '../api/probe.ts'
import type { WorkerConnection } from '../worker-protocol/worker-connection.ts'
import { createMemoryLibrary } from '../testing/memory-library.ts'
import type { Library } from '../library/library.ts'
import { createCredentialStore } from '../session/credential-store.ts'
import { createKeyVault } from '../session/key-vault.ts'
import { createTabChannel, type TabChannel, type TabMessage } from '../session/tab-channel.ts'
import { createStubService, json, networkError, type StubService } from '../testing/stub-service.ts'
import { testWorkerApi } from '../testing/test-worker-api.ts'
import { App } from './app.tsx'

let service: StubService
let library: Library

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  history.replaceState(null, '', '/')
  service = createStubService({ address: location.origin })
  library = createMemoryLibrary({ now: Date.now })
})

it('says that the service was reset, on every screen, until the editor has read it', async () => {
  await library.openByNumber(17, 0)
  await library.noticeService('one')
  await library.noticeService('two')
  const user = openDesk()
  await signIn(user)
  expect(await screen.findByText(/^The service was reset/)).toBeVisible()
  expect(await screen.findByText(/Job 17, before the service was reset/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByText(/^The service was reset \(/)).toBeNull())
})

it('reads the library as soon as its link is pressed, not when the pointer passes over it', async () => {
  const view = vi.spyOn(library, 'prepareView')
  // The list of jobs reads it anyway.
  history.replaceState(null, '', '/jobs/new')
  const user = openDesk()
  await signIn(user)
  const link = await screen.findByRole('link', { name: 'Library' })
  await user.hover(link)
  expect(view).not.toHaveBeenCalled()
  await user.pointer({ keys: '[MouseLeft>]', target: link })
  expect(view).toHaveBeenCalledTimes(1)
})

describe('signing in', () => {
  it('goes to the jobs, or to the screen the editor asked for', async () => {
    history.replaceState(null, '', '/library')
    const user = openDesk()
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
    await signIn(user)
    const heading = await screen.findByRole('heading', { name: 'Library' })
    expect(heading).toBeVisible()
    await waitFor(() => expect(heading).toHaveFocus())
    expect(location.pathname).toBe('/library')
  })

  it('sends the key only to POST ping, and keeps nothing if it is refused', async () => {
    const user = openDesk()
    await signIn(user, 'not-the-key')
    expect(await screen.findByRole('alert')).toHaveTextContent('does not accept this e-mail and key')
    expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/v1.0/ping'])
    expect(kept()).toBe('[]')
    expect(document.body.innerHTML).not.toContain('not-the-key')
    await waitFor(() => expect(screen.getByLabelText('API key')).toHaveFocus())
  })

  it('focuses its first field, and splits a pasted line from the first-key file', async () => {
    const user = openDesk()
    const email = await screen.findByLabelText('E-mail')
    expect(email).toHaveFocus()
    await user.paste('editor@example.org:key:1\n')
    expect(email).toHaveValue('editor@example.org')
    expect(screen.getByLabelText('API key')).toHaveValue('key:1')
    expect(screen.getByLabelText('API key')).toHaveFocus()
    await user.clear(email)
    await user.click(email)
    await user.paste('editor@example.org')
    expect(email).toHaveValue('editor@example.org')
    expect(screen.getByLabelText('API key')).toHaveValue('key:1')
  })

  it.each(['', 'editor@example.org', 'Editor@example.org '])(
    'takes the key from that line if it was not pasted, with the e-mail %j',
    async (email) => {
      const user = openDesk()
      if (email) await user.type(await screen.findByLabelText('E-mail'), email)
      await user.type(await screen.findByLabelText('API key'), 'editor@example.org:key-1')
      await user.click(screen.getByRole('button', { name: 'Sign in' }))
      expect(await screen.findByRole('navigation', { name: 'Main' })).toBeVisible()
      const sent = service.requests.map(({ authorization }) => authorization)
      expect(new Set(sent)).toEqual(new Set([`Basic ${btoa('editor@example.org:key-1')}`]))
    },
  )

  it('leaves out spaces copied along with the key', async () => {
    const user = openDesk()
    await signIn(user, ' key-1 ')
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeVisible()
  })

  it('does not use the line of another account, nor show the key in it', async () => {
    const user = openDesk()
    await user.type(await screen.findByLabelText('E-mail'), 'other@example.org')
    await user.type(screen.getByLabelText('API key'), 'editor@example.org:key-1')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('does not accept this e-mail and key')
    expect(screen.getByLabelText('E-mail')).toHaveValue('other@example.org')
    expect(document.body.innerHTML).not.toContain('key-1')
  })

  it('takes the line where only the key is asked for again', async () => {
    history.replaceState(null, '', '/jobs/new')
    const user = openDesk()
    await signIn(user)
    service.accounts.set('editor@example.org', 'key-2')
    await user.click(await screen.findByRole('button', { name: 'Create job' }))
    const again = await screen.findByRole('region', { name: 'Sign in again to go on' })
    await user.type(within(again).getByLabelText('API key'), 'editor@example.org:key-2')
    expect(document.body.innerHTML).not.toContain('key-2')
    await user.click(within(again).getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(again).not.toBeInTheDocument())
  })

  it('says that it is signing in until the service has answered', async () => {
    const user = openDesk()
    let respond = () => {}
    service.failNext(() => new Promise((resolve) => (respond = () => resolve(json({}, 503)))))
    await signIn(user)
    expect(screen.getByRole('button', { name: 'Signing in' })).toHaveFocus()
    respond()
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible()
  })

  it('reports what is missing at its field, without a request', async () => {
    const user = openDesk()
    await user.click(await screen.findByRole('button', { name: 'Sign in' }))
    expect(screen.getByLabelText('E-mail')).toHaveFocus()
    expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('Enter the e-mail of your account.')
    await user.type(screen.getByLabelText('E-mail'), 'editor@example.org')
    await user.type(screen.getByLabelText('API key'), '{Enter}')
    // The focus was there before.
    expect(screen.getByRole('alert')).toHaveTextContent('Enter the API key of your account.')
    expect(service.requests).toEqual([])
  })

  it('opens "Other service" if the address is the problem', async () => {
    const user = openDesk()
    await user.click(await screen.findByText('Other service'))
    const address = screen.getByLabelText('Service address')
    expect(address).toHaveValue(location.origin)
    await user.clear(address)
    await user.type(address, 'https://elsewhere.example/api/v1.0')
    service.failNext(networkError(), networkError())
    await signIn(user)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Nothing answers at https://elsewhere.example.',
    )
    await waitFor(() => expect(address).toHaveFocus())

    await user.click(screen.getByText('Other service'))
    expect(address.closest('details')).not.toHaveAttribute('open')
    service.failNext(networkError(), networkError())
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(address).toHaveFocus())
    expect(address.closest('details')).toHaveAttribute('open')
  })

  it('keeps "Other service" open while the typed address still matches the page’s own', async () => {
    const user = openDesk()
    await user.click(await screen.findByText('Other service'))
    const address = screen.getByLabelText('Service address')
    await user.clear(address)
    await user.type(address, location.origin)
    expect(address.closest('details')).toHaveAttribute('open')
    await user.type(address, '/desk')
    expect(address).toHaveValue(`${location.origin}/desk`)
  })

  it('shows the key only when asked', async () => {
    const user = openDesk()
    const field = await screen.findByLabelText('API key')
    expect(field).toHaveAttribute('type', 'password')
    await user.click(screen.getByRole('button', { name: 'Show key' }))
    expect(field).toHaveAttribute('type', 'text')
  })

  it('uses the service’s spelling of the e-mail, so that one account has one library', async () => {
    const user = openDesk()
    service.failNext(json({ ping: 'pong', authenticated_user: 'Editor@Example.org' }))
    await signIn(user)
    expect(await screen.findByRole('button', { name: 'Editor@Example.org' })).toBeVisible()
  })

  it('stays signed in after a reload of the tab', async () => {
    const user = openDesk()
    await signIn(user)
    await screen.findByRole('navigation', { name: 'Main' })
    const kept = await store().restore()
    expect(kept?.apiKey).toBe('key-1')
  })
})

describe('signed in', () => {
  it('signs out, deletes the key and says that the library stays', async () => {
    const user = openDesk()
    await signIn(user)
    await user.click(await screen.findByRole('button', { name: 'editor@example.org' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    expect(await screen.findByText(/What editor@example.org collected stays here/)).toBeVisible()
    expect(kept()).not.toContain('key-1')
    expect(screen.getByLabelText('E-mail')).toHaveValue('editor@example.org')
    expect(screen.getByRole('heading', { name: 'Sign in' })).toHaveFocus()
  })

  it('asks for the key again after a 401 while the form stays, and continues', async () => {
    const user = openDesk()
    await signIn(user)
    await user.click(await screen.findByRole('link', { name: 'New job' }))
    await user.type(await screen.findByLabelText('Category'), 'Harbours')
    service.accounts.set('editor@example.org', 'key-2')
    await user.click(screen.getByRole('button', { name: 'Create job' }))
    const panel = await screen.findByRole('region', { name: 'Sign in again to go on' })
    expect(screen.getByLabelText('Category')).toHaveValue('Harbours')

    await user.type(within(panel).getByLabelText('API key'), 'key-3{Enter}')
    const refusal = 'The service does not accept this key for editor@example.org.'
    await waitFor(() => expect(within(panel).getByRole('alert')).toHaveTextContent(refusal))
    expect(within(panel).getByLabelText('API key')).toHaveFocus()
    await user.clear(within(panel).getByLabelText('API key'))
    await user.keyboard('{Enter}')
    expect(within(panel).getByText('Enter the API key of your account.')).toHaveAttribute('role', 'alert')
    await user.type(within(panel).getByLabelText('API key'), 'key-2{Enter}')
    await waitFor(() => expect(panel).not.toBeInTheDocument())
    expect(screen.getByRole('button', { name: 'Create job' })).toHaveFocus()
    expect(screen.getByLabelText('Category')).toHaveValue('Harbours')
    await user.click(screen.getByRole('button', { name: 'Create job' }))
    expect(await within(screen.getByRole('main')).findByText('Job 17')).toBeVisible()
  })

  it('says of a second wrong key the same again, and nothing else while it is checked', async () => {
    const user = openDesk()
    await signIn(user)
    await user.click(await screen.findByRole('link', { name: 'New job' }))
    service.accounts.set('editor@example.org', 'key-2')
    await user.click(await screen.findByRole('button', { name: 'Create job' }))
    const panel = await screen.findByRole('region', { name: 'Sign in again to go on' })
    await user.type(within(panel).getByLabelText('API key'), 'key-3{Enter}')
    const refusal = /^The service does not accept this key/
    const first = await within(panel).findByText(refusal)

    let respond: (response: Response) => void = () => {}
    service.failNext(() => new Promise((resolve) => (respond = resolve)))
    await user.keyboard('{Enter}')
    expect(within(panel).getByText(refusal)).toBe(first)
    respond(json({}, 401))
    // A live region announces a new element, but no text that is the same as before.
    await waitFor(() => expect(within(panel).getByText(refusal)).not.toBe(first))
  })

  it('has single keys for frequent actions, but not in fields', async () => {
    const user = openDesk()
    await signIn(user)
    await screen.findByRole('navigation', { name: 'Main' })
    await screen.findByRole('heading', { name: 'Jobs' })
    await user.keyboard('n')
    const category = await screen.findByLabelText('Category')
    await user.type(category, 'n?')
    expect(category).toHaveValue('n?')
    await user.click(screen.getByRole('link', { name: 'Library' }))
    await screen.findByRole('heading', { name: 'Library' })
    // In one turn, since a slow machine may take longer for two than a sequence may.
    for (const key of 'gj') fireEvent.keyDown(document.body, { key })
    await screen.findByRole('heading', { name: 'Jobs' })
    await user.keyboard('?')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  })

  it('moves the focus to the heading of the next screen and names the tab after it', async () => {
    const user = openDesk()
    await signIn(user)
    await user.click(await screen.findByRole('link', { name: 'Library' }))
    const heading = await screen.findByRole('heading', { name: 'Library' })
    await waitFor(() => expect(heading).toHaveFocus())
    expect(document.title).toBe('Library - Article Desk')
    expect(screen.getByRole('link', { name: 'Library' })).toHaveAttribute('aria-current', 'page')
  })

  it('warns that nothing is saved if the library is in memory, and that the network is gone', async () => {
    const user = openDesk()
    await signIn(user)
    expect(await screen.findByText(/Not saved on this device/)).toBeVisible()
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onTestFinished(() => network.mockRestore())
    dispatchEvent(new Event('offline'))
    expect(await screen.findByText(/You are offline. You can read the library/)).toBeVisible()
  })

  it.each([
    ['the same account', 'editor@example.org', '/skip-lists'],
    ['another account', 'other@example.org', '/jobs'],
  ])('goes back to %s after a sign-out in another tab, or else to the jobs', async (_, email, address) => {
    service.accounts.set('other@example.org', 'key-1')
    history.replaceState(null, '', '/skip-lists')
    let hear: (message: TabMessage) => void = () => {}
    const tabs: TabChannel = {
      send() {},
      listen(listener) {
        hear = listener
        return () => {}
      },
    }
    const user = openDesk(tabs)
    await signIn(user)
    await screen.findByRole('heading', { name: 'Skipped articles' })
    const account = { email: 'editor@example.org', serviceAddress: location.origin }
    act(() => hear({ kind: 'signed-out', account, isForgotten: false }))
    const field = await screen.findByLabelText('E-mail')
    await user.clear(field)
    await user.type(field, email)
    await user.type(screen.getByLabelText('API key'), 'key-1')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByRole('navigation', { name: 'Main' })
    await waitFor(() => expect(location.pathname).toBe(address))
  })

  it('explains that an address leads nowhere', async () => {
    history.replaceState(null, '', '/nowhere')
    const user = openDesk()
    await signIn(user)
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible()
  })
})

const kept = () => JSON.stringify([...Object.entries(sessionStorage), ...Object.entries(localStorage)])

const store = () =>
  createCredentialStore({
    tab: sessionStorage,
    device: localStorage,
    vault: createKeyVault(undefined, undefined, Date.now),
    now: Date.now,
  })

function openDesk(tabs = createTabChannel(undefined)) {
  const user = userEvent.setup()
  render(
    <App restored={undefined} store={store()} tabs={tabs} service={door} connectWorker={connectWorker} />,
  )
  return user
}

const door = {
  authenticate: (credentials: Credentials) =>
    createClient({
      serviceAddress: credentials.serviceAddress,
      fetch: (input, init) => service.fetch(input, init),
      now: Date.now,
      credentials: () => credentials,
    }).authenticate(),
  findTrouble: (failure: Parameters<typeof findTrouble>[0], serviceAddress: string) =>
    findTrouble(failure, {
      serviceAddress,
      fetch: (input, init) => service.fetch(input, init),
      pageAddress: location.href,
    }),
}

async function connectWorker(): Promise<WorkerConnection> {
  let credentials: Credentials | undefined
  const worker = testWorkerApi({ service, library, credentials: () => credentials })
  return {
    worker,
    async useCredentials(next) {
      credentials = next
    },
    close() {},
  }
}

async function signIn(user: ReturnType<typeof userEvent.setup>, apiKey = 'key-1') {
  await user.type(await screen.findByLabelText('E-mail'), 'editor@example.org')
  await user.type(screen.getByLabelText('API key'), apiKey)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
}
