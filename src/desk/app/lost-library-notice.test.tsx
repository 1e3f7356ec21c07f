import { screen } from '@testing-library/react'
import { IDBObjectStore } from 'fake-indexeddb'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openRawDatabase } from '../library/store/testing/raw-database.ts'
import { deviceAlone } from '../testing/device-alone.ts'
import { renderApp } from '../testing/render-app.tsx'
import { createStubService, stubArticles } from '../testing/stub-service.ts'
import { testCredentials } from '../testing/test-worker-api.ts'
import { type ChannelWorker, startChannelWorker } from '../testing/worker-channel.ts'
import { connectSupervised } from '../worker-client/supervised-worker.ts'

const service = createStubService()
service.addJob(5, { state: 'success', articles: stubArticles(3) })

const notice = /^This browser has deleted the library it kept: 3 articles/

const open = (at: string, indexedDB?: IDBFactory) =>
  renderApp({ service, at, signedIn: testCredentials, ...(indexedDB && { indexedDB }) })

/** A job is noted before its articles come. */
async function noted(articles: number): Promise<void> {
  await expect.poll(() => Object.values(localStorage).join()).toContain(`{"articles":${articles},`)
}

/** Leaves a device on which three articles were collected. */
async function collected() {
  const { indexedDB, unmount } = open('/jobs/5')
  await screen.findByText(/^Ready: 3 articles/)
  await noted(3)
  unmount()
  return indexedDB
}

it('says nothing while the library is there', async () => {
  const device = await collected()
  open('/jobs/5', device)
  expect(await screen.findByText(/^Ready: 3 articles/)).toBeVisible()
  await expect(screen.findByText(notice, {}, { timeout: 500 })).rejects.toThrow('Unable to find an element')
})

it('says what the browser has deleted, and can collect its jobs again', async () => {
  await collected()
  const { user, indexedDB, unmount } = open('/jobs')
  expect(await screen.findByText(notice)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Collect 1 job again' }))
  await expect.poll(() => screen.queryByText(notice)).toBeNull()
  unmount()

  open('/jobs/5', indexedDB)
  expect(await screen.findByText(/^Ready: 3 articles/)).toBeVisible()
  expect(screen.queryByText(notice)).toBeNull()
})

it('knows the number of a job that had brought nothing when the browser deleted the library', async () => {
  service.addJob(7, { state: 'running' })
  const first = open('/jobs/7')
  await noted(0)
  first.unmount()
  const { user } = open('/jobs')
  const lost = /^This browser has deleted the library it kept: 1 job without articles/
  expect(await screen.findByText(lost)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Collect 1 job again' }))
  await expect.poll(() => screen.queryByText(lost)).toBeNull()
  expect(await screen.findByRole('link', { name: /Job 7\b/ })).toBeVisible()
})

it('stays until it is dismissed, whatever has been collected since', async () => {
  await collected()
  service.addJob(6, { state: 'success', articles: stubArticles(1) })
  const first = open('/jobs/6')
  expect(await screen.findByText(/^Ready: 1 article/)).toBeVisible()
  first.unmount()
  const second = open('/jobs', first.indexedDB)
  expect(await screen.findByText(notice)).toBeVisible()
  await second.user.click(screen.getByRole('button', { name: 'Dismiss' }))
  await expect.poll(() => screen.queryByText(notice)).toBeNull()
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  second.unmount()
  open('/jobs/6', first.indexedDB)
  await noted(1)
  expect(screen.queryByText(notice)).toBeNull()
})

it('stays if an open job brings the articles back by itself, since the decisions are still gone', async () => {
  await collected()
  const { user } = open('/jobs/5')
  expect(await screen.findByText(/^Ready: 3 articles/)).toBeVisible()
  expect(await screen.findByText(notice)).toBeVisible()
  const gone = vi.waitUntil(() => !screen.queryByText(notice), { timeout: 500 })
  await expect(gone).rejects.toThrow('Timed out')
  await user.click(screen.getByRole('button', { name: 'Collect 1 job again' }))
  await expect.poll(() => screen.queryByText(notice)).toBeNull()
})

it('also appears if the library is lost while it is open', async () => {
  const { indexedDB, user } = open('/jobs/5')
  await screen.findByText(/^Ready: 3 articles/)
  await noted(3)
  const databases = await indexedDB.databases()
  const { name = '', version = 1 } = databases.find((it) => it.name?.includes(testCredentials.email)) ?? {}
  const emptied = await openRawDatabase(indexedDB, name, version, {})
  const tables = [...emptied.objectStoreNames]
  const emptying = emptied.transaction(tables, 'readwrite')
  for (const table of tables) emptying.objectStore(table).clear()
  await new Promise((resolve) => emptying.addEventListener('complete', resolve))
  emptied.close()

  await user.click(screen.getByRole('link', { name: 'Jobs' }))
  service.addJob(8, { state: 'success', articles: stubArticles(1) })
  await user.type(await screen.findByLabelText('Job number'), '8{Enter}')
  expect(await screen.findByText(notice)).toBeVisible()
})

it('does not mistake an unreadable library for a lost one', async () => {
  const device = await collected()
  const get = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'get')?.value as IDBObjectStore['get']
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
    // Opening the library tries this.
    if (key === '') return get.call(this, key)
    throw new DOMException('disk', 'UnknownError')
  })
  onTestFinished(() => void vi.restoreAllMocks())
  open('/jobs/5', device)
  expect(await screen.findByText(/^The storage of this device does not answer/)).toBeVisible()
  expect(screen.queryByText(notice)).toBeNull()
})

it('says nothing of what a full device never saved', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('disk', 'QuotaExceededError')
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const { indexedDB, unmount } = open('/jobs/5')
  expect(await screen.findByText(/^3 articles are not saved on this device/)).toBeVisible()
  unmount()
  vi.restoreAllMocks()
  open('/jobs/5', indexedDB)
  expect(await screen.findByText(/^Ready: 3 articles/)).toBeVisible()
  await noted(3)
  expect(screen.queryByText(notice)).toBeNull()
})

it('says nothing if the editor deleted the library', async () => {
  const device = await collected()
  const { user, unmount } = open('/preferences', device)
  await user.click(await screen.findByRole('button', { name: 'Forget this device' }))
  await user.click(await screen.findByRole('button', { name: 'Forget' }))
  expect(await screen.findByText('Your data was deleted from this device.')).toBeVisible()
  expect(Object.keys(localStorage).filter((key) => key.startsWith('article-desk/library/'))).toEqual([])
  unmount()
})

it('says what is lost with the worker where the library was only in memory, and can collect it again', async () => {
  const workers: ChannelWorker[] = []
  const { user } = renderApp({
    service,
    at: '/jobs/5',
    signedIn: testCredentials,
    connectWorker: (options) =>
      connectSupervised({
        ...options,
        tickMs: 20,
        async start() {
          const worker = await startChannelWorker({
            ...deviceAlone,
            fetch: service.fetch,
            indexedDB: undefined,
          })
          workers.push(worker)
          return worker
        },
      }),
  })
  await screen.findByText(/^Ready: 3 articles/)
  workers[0]?.crash()
  // A dead worker is noticed once it owes a reply.
  await user.click(screen.getByRole('link', { name: 'Jobs' }))
  const lost = /^The library that this tab kept in memory is lost: 3 articles/
  expect(await screen.findByText(lost)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Collect 1 job again' }))
  await expect.poll(() => screen.queryByText(lost)).toBeNull()
  expect(await screen.findByText(/^Ready: 3 articles/)).toBeVisible()
})
