import { MutationCache, QueryCache } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderApp } from '../testing/render-app.tsx'
import { createStubService, json, networkError, stubArticles } from '../testing/stub-service.ts'
import { createCredentialStore } from './credential-store.ts'
import { createKeyVault } from './key-vault.ts'

const apiKey = 'k3y-of-the-editor'
const encoded = btoa(`editor@example.org:${apiKey}`)

/** Everything that was logged or stored anywhere, with the name of the place. */
let seen: { place: string; text: string }[]

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  seen = []
  const note = (place: string, ...values: unknown[]) =>
    seen.push({ place, text: values.map(textOf).join(' ') })

  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, method).mockImplementation((...values: unknown[]) => void note('console', ...values))
  // Everything that enters a cache passes here: keys and options when added, then states and variables.
  tap(QueryCache.prototype, 'add', (query) => note('query', query.queryKey, query.options))
  tap(QueryCache.prototype, 'notify', (event) => note('state of a query', event.query.state))
  tap(MutationCache.prototype, 'add', (mutation) => note('mutation', mutation.options))
  tap(MutationCache.prototype, 'notify', (event) => note('state of a mutation', event.mutation?.state))
  for (const method of ['pushState', 'replaceState'] as const) {
    const real = history[method].bind(history)
    vi.spyOn(history, method).mockImplementation((state, title, address) => {
      note('history', state, address)
      real(state, title, address)
    })
  }
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    void (blob as Blob).text().then((text) => note('export', text))
    return 'blob:export'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
})

afterEach(() => void vi.restoreAllMocks())

/** Records calls of a method without changing what it does. */
function tap<T extends object, Name extends keyof T & string>(
  target: T,
  name: Name,
  hear: (value: T[Name] extends (value: infer V) => unknown ? V : never) => void,
): void {
  const real = target[name] as (...values: unknown[]) => unknown
  vi.spyOn(target as Record<string, (...values: unknown[]) => unknown>, name).mockImplementation(function (
    this: unknown,
    ...values
  ) {
    hear(values[0] as never)
    return real.apply(this, values)
  })
}

/** An error as a log would print it, with its causes; anything else as JSON. */
function textOf(value: unknown): string {
  if (value instanceof Error) return `${value.stack} ${textOf(value.cause)} ${JSON.stringify(value)}`
  if (typeof value === 'string') return value
  const known = new Set<unknown>()
  return JSON.stringify(value, (_, inner: unknown) => {
    if (inner instanceof Error) return textOf(inner)
    if (typeof inner === 'object' && inner !== null) {
      if (known.has(inner)) return '(again)'
      known.add(inner)
    }
    return inner
  })
}

async function everythingIn(indexedDB: IDBFactory): Promise<string> {
  const found: unknown[] = []
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.addEventListener('success', () => resolve(opening.result))
      opening.addEventListener('error', () => reject(opening.error ?? new Error(name)))
    })
    for (const table of database.objectStoreNames) {
      const request = database.transaction(table).objectStore(table).getAll()
      found.push(
        await new Promise((resolve) => request.addEventListener('success', () => resolve(request.result))),
      )
    }
    database.close()
  }
  return JSON.stringify(found)
}

it('keeps the key out of addresses, logs, errors, the library, exports, the cache and the page', async () => {
  const service = createStubService({ accounts: { 'editor@example.org': apiKey } })
  service.nextJobStates({ state: 'running' })
  const indexedDB = new IDBFactory()
  const store = createCredentialStore({
    tab: sessionStorage,
    device: localStorage,
    vault: createKeyVault(indexedDB, crypto.subtle, Date.now),
    now: Date.now,
  })
  const { user } = renderApp({ service, at: '/jobs/new', indexedDB, store })
  const page = () =>
    seen.push({
      place: 'page',
      text: `${document.documentElement.outerHTML} ${document.title} ${location.href} ${document.cookie}`,
    })

  // Sign in: first without a response, then remembered.
  await user.type(await screen.findByLabelText('E-mail'), 'editor@example.org')
  await user.type(screen.getByLabelText('API key'), apiKey)
  await user.clear(screen.getByLabelText('Service address'))
  await user.type(screen.getByLabelText('Service address'), service.address)
  service.failNext(networkError(), networkError())
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByRole('alert')
  page()
  await user.click(screen.getByLabelText('Remember me on this device'))
  await user.click(screen.getByRole('button', { name: 'Sign in' }))

  // A job, from its exact request to an export, with the service unreachable, broken and busy in between.
  await user.type(await screen.findByLabelText('Keywords'), 'solar,')
  await user.click(screen.getByText('Request'))
  page()
  await user.click(screen.getByRole('button', { name: 'Create job' }))
  await within(screen.getByRole('main')).findByText('Job 17')
  service.failNext(
    networkError(),
    // Some services repeat what they were sent.
    json({ detail: `down for ${apiKey}, Basic ${encoded}` }, 500),
    json({}, 429, { 'Retry-After': '1' }),
    new Response(`<p>${apiKey}`),
  )
  await screen.findAllByText(/Can't/)
  page()
  // Not before: on a busy machine it would be ready before the faults.
  service.addJob(17, { state: 'success', articles: stubArticles(3) })
  await screen.findAllByText('Ready: 3 articles')
  await user.click(await screen.findByRole('button', { name: /^Export/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Export' }))
  await user.click(await dialog.findByRole('button', { name: 'Export 3 articles' }))
  await waitFor(() => expect(seen.map(({ place }) => place)).toContain('export'))

  // The key is refused and entered again.
  // Hidden until the dialog has closed, which may come after the file.
  await user.click(await screen.findByRole('link', { name: 'New job' }))
  service.failNext(json({ detail: 'Wrong e-mail or key.' }, 401))
  await user.click(await screen.findByRole('button', { name: 'Create job' }))
  const again = await screen.findByRole('region', { name: 'Sign in again to go on' })
  await user.type(within(again).getByLabelText('API key'), apiKey)
  page()
  await user.click(within(again).getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(again).not.toBeInTheDocument())
  page()

  seen.push({ place: 'IndexedDB', text: await everythingIn(indexedDB) })
  seen.push({ place: 'localStorage', text: JSON.stringify(Object.entries(localStorage)) })
  seen.push({ place: 'sessionStorage', text: JSON.stringify(Object.entries(sessionStorage)) })
  seen.push({ place: 'address', text: service.requests.map(({ path }) => path).join(' ') })
  seen.push({ place: 'body', text: JSON.stringify(service.requests.map(({ body }) => body)) })

  const places = new Set(seen.map(({ place }) => place))
  for (const place of ['query', 'state of a query', 'state of a mutation', 'history', 'page'])
    expect(places).toContain(place)
  expect(
    service.requests.every(({ authorization }) => authorization === `Basic ${encoded}` || !authorization),
  ).toBe(true)
  const leaks = seen.filter(({ text }) => text?.includes(apiKey) || text?.includes(encoded))
  expect(leaks.map(({ place, text }) => `${place}: ${text.slice(0, 300)}`)).toEqual([])
})
