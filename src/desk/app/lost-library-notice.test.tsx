import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../testing/render-app.tsx'
import { createStubService, stubArticles } from '../testing/stub-service.ts'
import { testCredentials } from '../testing/test-worker-api.ts'

const service = createStubService()
service.addJob(5, { state: 'success', articles: stubArticles(3) })

const notice = /^This browser has deleted the library it kept: 3 articles/

const open = (at: string, indexedDB?: IDBFactory) =>
  renderApp({ service, at, signedIn: testCredentials, ...(indexedDB && { indexedDB }) })

/** Leaves a device on which three articles were collected. */
async function collected() {
  const { indexedDB, unmount } = open('/jobs/5')
  await screen.findByText(/^Ready: 3 articles/)
  await expect.poll(() => Object.keys(localStorage).join()).toContain('article-desk/library/')
  unmount()
  return indexedDB
}

it('says nothing of a library that is there', async () => {
  const device = await collected()
  open('/jobs/5', device)
  expect(await screen.findByText(/^Ready: 3 articles/)).toBeVisible()
  await expect(screen.findByText(notice, {}, { timeout: 500 })).rejects.toThrow('Unable to find an element')
})

it('says what the browser has deleted, and collects its jobs again', async () => {
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

it('says it until it is dismissed, whatever was collected since', async () => {
  await collected()
  service.addJob(6, { state: 'success', articles: stubArticles(1) })
  const first = open('/jobs/6')
  expect(await screen.findByText(/^Ready: 1 article/)).toBeVisible()
  first.unmount()
  const second = open('/jobs', first.indexedDB)
  expect(await screen.findByText(notice)).toBeVisible()
  await second.user.click(screen.getByRole('button', { name: 'Dismiss' }))
  await expect.poll(() => screen.queryByText(notice)).toBeNull()
  second.unmount()
  open('/jobs/6', first.indexedDB)
  expect(await screen.findByText(/^Ready: 1 article/)).toBeVisible()
  expect(screen.queryByText(notice)).toBeNull()
})

it('is silent where the editor deleted the library', async () => {
  const device = await collected()
  const { user, unmount } = open('/preferences', device)
  await user.click(await screen.findByRole('button', { name: 'Forget this device' }))
  await user.click(await screen.findByRole('button', { name: 'Forget' }))
  expect(await screen.findByText('Your data was deleted from this device.')).toBeVisible()
  expect(Object.keys(localStorage).filter((key) => key.startsWith('article-desk/library/'))).toEqual([])
  unmount()
})
