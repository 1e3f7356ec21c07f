import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Backup } from '../features/storage/backup.tsx'
import { WorkerProvider } from '../worker-client/worker-context.tsx'
import type { Library } from '../library/library.ts'
import { createMemoryLibrary } from '../testing/memory-library.ts'
import { UpdatesContext } from '../offline/updates-context.ts'
import { openUpdates } from '../offline/updates.ts'
import { createFakeWorkers } from '../testing/fake-workers.ts'
import { testWorkerApi } from '../testing/test-worker-api.ts'
import { createQueryClient } from './query-client.ts'
import { UnsavedNotice } from './unsaved-notice.tsx'
import { UpdateNotice } from './update-notice.tsx'

let reloads: number

beforeEach(() => {
  reloads = 0
  vi.stubGlobal('location', { reload: () => (reloads += 1) })
})
afterEach(() => void vi.unstubAllGlobals())

const ready = 'A new version of Article Desk is ready.'

it('reloads the page only when the editor says so', async () => {
  const { user, workers } = await openTab()
  workers.deploy()
  await user.click(await screen.findByRole('button', { name: 'Reload now' }))
  await waitFor(() => expect(reloads).toBe(1))
})

it('reloads together with the tab in which the editor said so', async () => {
  const { workers } = await openTab()
  workers.deploy()
  expect(await screen.findByText(ready)).toBeVisible()
  expect(reloads).toBe(0)
  workers.takeOverElsewhere()
  await waitFor(() => expect(reloads).toBe(1))
})

it('does not reload while something is typed, unless told to', async () => {
  const { user, workers } = await openTab({ typed: 'solar' })
  workers.deploy()
  workers.takeOverElsewhere()
  expect(await screen.findByText(ready)).toBeVisible()
  expect(reloads).toBe(0)
  await user.click(screen.getByRole('button', { name: 'Reload now' }))
  expect(reloads).toBe(1)
  // The browser may have asked before leaving, and the editor stayed.
  const button = await screen.findByRole('button', { name: 'Reload now' })
  expect(button).toBeEnabled()
  await user.click(button)
  expect(reloads).toBe(2)
})

it('does not reload together with another tab while the library is in memory', async () => {
  const { workers } = await openTab({ library: createMemoryLibrary({ now: Date.now }) })
  workers.deploy()
  workers.takeOverElsewhere()
  expect(await screen.findByText(ready)).toBeVisible()
  expect(reloads).toBe(0)
})

it('offers no reload while something is unsaved here, and holds other tabs back', async () => {
  const full: Library = {
    ...libraryOnDevice(),
    unsaved: () => Promise.resolve({ reason: 'quota', articles: [], hasChanges: true }),
  }
  const held: string[] = []
  const { workers } = await openTab({ library: full, held })
  workers.deploy()
  expect(await screen.findByText(/can load it once everything here is saved/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Reload now' })).toBeNull()
  expect(held).toEqual([`article-desk/unsaved/${libraryOnDevice().name}`])
  workers.takeOverElsewhere()
  expect(reloads).toBe(0)
})

it('waits for a file in progress, and then reloads only on request, so that its outcome can be read', async () => {
  let fail = () => {}
  const broken: Library = {
    ...libraryOnDevice(),
    backupParts: () => new Promise((_, reject) => (fail = () => reject(new Error('disk')))),
  }
  const held: string[] = []
  const { user, workers } = await openTab({ library: broken, held })
  await user.click(screen.getByRole('button', { name: 'Download backup' }))
  workers.deploy()
  expect(await screen.findByText(/You can load it once the file is done/)).toBeVisible()
  expect(held).toEqual([`article-desk/unsaved/${libraryOnDevice().name}`])
  expect(asksBeforeLeaving()).toBe(true)
  workers.takeOverElsewhere()
  await waitFor(() => {
    fail()
    expect(screen.getByText('The backup could not be created')).toBeVisible()
  })
  expect(asksBeforeLeaving()).toBe(false)
  expect(reloads).toBe(0)
  await user.click(await screen.findByRole('button', { name: 'Reload now' }))
  expect(reloads).toBe(1)
})

it('explains that it cannot reload while another tab has unsaved work', async () => {
  const { user, workers } = await openTab({ held: ['article-desk/unsaved/another account'] })
  workers.deploy()
  await user.click(await screen.findByRole('button', { name: 'Reload now' }))
  expect(await screen.findByText(/Another tab has unsaved changes/)).toBeVisible()
  expect(reloads).toBe(0)
})

const asksBeforeLeaving = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

const libraryOnDevice = (): Library => ({ ...createMemoryLibrary({ now: Date.now }), kept: 'on-device' })

interface Tab {
  readonly typed?: string
  readonly library?: Library
  /** Names of the locks held by any tab. */
  readonly held?: string[]
}

const locksIn = (held: string[]) => ({
  query: () => Promise.resolve({ held: held.map((name) => ({ name })) }),
  request: (name: string) => Promise.resolve(void held.push(name)),
})

/** Opens a tab of the first version, controlled by its worker. */
async function openTab({ typed, library = libraryOnDevice(), held = [] }: Tab = {}) {
  const workers = createFakeWorkers()
  workers.deploy()
  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: locksIn(held) } }))
  const open = () =>
    openUpdates({
      container: workers.container,
      fetch: () => Promise.reject(new TypeError('no network in this test')),
      now: Date.now,
    })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WorkerProvider worker={testWorkerApi({ library })}>
        <UpdatesContext value={open}>
          <input aria-label="Keywords" defaultValue={typed} />
          <Backup />
          <UnsavedNotice />
          <UpdateNotice />
        </UpdatesContext>
      </WorkerProvider>
    </QueryClientProvider>,
    { wrapper: MemoryRouter },
  )
  await waitFor(() => expect(workers.registered).toHaveLength(1))
  return { user: userEvent.setup(), workers }
}
