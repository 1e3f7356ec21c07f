import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderApp } from '../testing/render-app.tsx'
import { createStubService, stubArticles } from '../testing/stub-service.ts'
import { testCredentials } from '../testing/test-worker-api.ts'

afterEach(() => void vi.restoreAllMocks())

function refuseWrites(errorName: string): void {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('disk', errorName)
  })
}

/** Opens job 5 on a device that has stopped saving. */
async function collect(errorName: string) {
  const service = createStubService()
  service.addJob(5, { state: 'success', articles: stubArticles(3) })
  const indexedDB = new IDBFactory()
  const app = renderApp({ service, at: '/jobs', signedIn: testCredentials, indexedDB })
  await screen.findByText('No jobs yet')
  refuseWrites(errorName)
  await app.user.type(screen.getByLabelText('Job number'), '5{Enter}')
  await screen.findAllByText(/Ready: 3 articles/)
  return { ...app, service }
}

describe('on a device that can no longer save', { timeout: 60_000 }, () => {
  it.each([
    ['QuotaExceededError', /3 articles are not saved on this device: no space is left/],
    ['UnknownError', /3 articles are not saved on this device: its storage does not answer/],
  ])(
    'after %s the articles can be read and exported, and every screen says that they are not saved',
    async (name, words) => {
      const { user } = await collect(name)
      expect(await screen.findByText(words)).toBeVisible()
      expect(await screen.findByRole('article', { name: 'Article 3' })).toBeVisible()
      const caution = (await screen.findByText('Not saved on this device')).closest<HTMLElement>(
        '[role=status]',
      )!
      await user.click(within(caution).getByRole('button', { name: 'Export' }))
      expect(await screen.findByText('The file will hold 3 articles.')).toBeVisible()
      await user.keyboard('{Escape}')
      await user.click(screen.getByRole('link', { name: 'Library' }))
      expect(screen.getByText(words)).toBeVisible()
    },
  )

  it('warns before the tab is closed while something is unsaved', async () => {
    const { user } = await collect('QuotaExceededError')
    const leave = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
    await waitFor(() => expect(leave()).toBe(true))
    vi.restoreAllMocks()
    await user.click(screen.getAllByRole('button', { name: 'Try again' })[0]!)
    await waitFor(() => expect(screen.queryByText(/not saved on this device/i)).not.toBeInTheDocument())
    expect(leave()).toBe(false)
  })

  it('asks before a sign-out loses what is unsaved', async () => {
    const { user } = await collect('QuotaExceededError')
    await screen.findByText(/3 articles are not saved on this device/)
    await signOut(user)
    await user.click(await screen.findByRole('button', { name: 'Sign out anyway' }))
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  })

  it('saves everything once there is room, so that a reload finds it without asking the service again', async () => {
    const { user, unmount, indexedDB, service } = await collect('QuotaExceededError')
    const caution = (await screen.findByText('Not saved on this device')).closest<HTMLElement>(
      '[role=status]',
    )!
    await user.click(within(caution).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/still not saved/)).toBeVisible()
    vi.restoreAllMocks()
    await user.click(within(caution).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText(/not saved on this device/i)).not.toBeInTheDocument())
    const asked = service.requests.length
    unmount()
    renderApp({ service, at: '/jobs/5', signedIn: testCredentials, indexedDB })
    expect(await screen.findByRole('article', { name: 'Article 3' })).toBeVisible()
    expect(service.requests).toHaveLength(asked)
  })
})

it('asks before the tab is closed or a sign-out loses a library in memory, and does not say then that it is kept', async () => {
  const service = createStubService()
  service.addJob(5, { state: 'success', articles: stubArticles(3) })
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  const indexedDB = { open: refuse, databases: refuse } as unknown as IDBFactory
  const { user } = renderApp({ service, at: '/jobs', signedIn: testCredentials, indexedDB })
  await user.type(await screen.findByLabelText('Job number'), '5{Enter}')
  await screen.findAllByText(/Ready: 3 articles/)
  expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
  await signOut(user)
  await user.click(await screen.findByRole('button', { name: 'Sign out anyway' }))
  expect(await screen.findByText('Your data was deleted from this device.')).toBeVisible()
})

async function signOut(user: UserEvent): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'editor@example.org' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
}
