import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { blankRequest } from '../../contract/testing/blank-request.ts'
import { bulk, openArticles } from '../testing/job-articles.ts'
import { createMemoryLibrary } from '../testing/memory-library.ts'
import { renderDesk } from '../testing/render-desk.tsx'
import { stubArticles } from '../testing/stub-service.ts'
import { testWorkerApi, type TestWorkerApi } from '../testing/test-worker-api.ts'
import { createGate } from '../../testing/create-gate.ts'

let worker: TestWorkerApi

beforeEach(() => {
  worker = testWorkerApi()
})

const focused = () => document.activeElement

it('goes from the tools of a selection to the button that selects, however it is cleared', async () => {
  await worker.collect()
  const { user } = await openArticles(worker)
  await user.keyboard('jx')
  bulk().getByRole('button', { name: 'Keep 1 article' }).focus()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Select all 12 articles' })))
  await user.keyboard('x')
  await user.click(bulk().getByRole('button', { name: 'Clear selection' }))
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Select all 12 articles' })))
})

it('goes from the controls of the watch to the heading when the articles have come', async () => {
  worker.service.nextJobStates({ state: 'running' }, { state: 'success', articles: stubArticles(3) })
  await worker.createJob({ ...blankRequest, keywords: ['solar'] })
  await worker.checkJob('17')
  const { user } = renderDesk(worker, { at: '/jobs/17' })
  await user.click(await screen.findByRole('button', { name: 'Check now' }))
  expect(await screen.findByRole('button', { name: 'Copy ids 3 articles' })).toBeVisible()
  await waitFor(() => expect(focused()).toBe(screen.getByRole('heading', { name: 'solar' })))
})

it('stays beside the list when new articles of the library are shown', async () => {
  await worker.collect(stubArticles(2))
  const { user } = renderDesk(worker, { at: '/library' })
  await screen.findByRole('article', { name: 'Article 1' })
  worker.service.addJob(18, { state: 'success', articles: stubArticles(2, 90) })
  await worker.openJob(18)
  await worker.checkJob('18')
  await user.click(await screen.findByRole('button', { name: 'Show 2 new' }))
  expect(await screen.findByRole('article', { name: 'Article 90' })).toBeVisible()
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Hide filters' })))
})

it('goes back to the row whose near-duplicate was opened, if the list does not show that one', async () => {
  const text = 'The river has many names on its way from the spring down to the sea. '.repeat(9)
  await worker.collect([1, 2].map((id) => ({ id, title: `River ${id}`, text })))
  await worker.library.annotate([{ ids: [1], set: { decision: 'keep' } }])
  const { user } = renderDesk(worker, { at: '/library?decision=keep' })
  await user.click(await screen.findByRole('link', { name: /% in “River 2”/ }))
  expect(await screen.findByRole('heading', { name: 'River 2' })).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(focused()).toBe(screen.getByRole('link', { name: 'River 1' })))
})

it('goes to the heading from a filter that nothing matches, and that goes with its last choice', async () => {
  await worker.collect(stubArticles(2))
  const { user } = renderDesk(worker, { at: '/library?label=Energy' })
  await user.click(await screen.findByRole('button', { name: 'Energy 0 articles' }))
  expect(await screen.findByRole('article', { name: 'Article 1' })).toBeVisible()
  await waitFor(() => expect(focused()).toBe(screen.getByRole('heading', { name: 'Library' })))
})

it('stays on “Show all articles” until they are there', async () => {
  const device = createMemoryLibrary()
  const [shown, show] = createGate()
  const view: typeof device.view = async (spec, ...rest) => {
    if (!spec.query) await shown
    return device.view(spec, ...rest)
  }
  worker = testWorkerApi({ library: { ...device, view } })
  await worker.collect(stubArticles(2))
  const { user } = renderDesk(worker, { at: '/library?q=nowhere' })
  const showAll = await screen.findByRole('button', { name: 'Show all articles' })
  await user.click(showAll)
  await waitFor(() => expect(screen.getByRole('searchbox', { name: 'Search library' })).toHaveValue(''))
  expect(screen.getByText(/ has “nowhere” in its title or text\./)).toBeVisible()
  expect(showAll).toHaveFocus()
  act(show)
  expect(await screen.findByRole('article', { name: 'Article 1' })).toBeVisible()
  await waitFor(() => expect(focused()).toBe(screen.getByRole('heading', { name: 'Library' })))
})

it('goes to the heading of the section once the data is protected', async () => {
  let persisted = false
  const persist = () => Promise.resolve((persisted = true))
  const storage = { persist, persisted: () => Promise.resolve(persisted) }
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { storage }))
  const library = { ...worker.library, kept: 'on-device' as const }
  const { user } = renderDesk({ ...worker, library }, { at: '/preferences' })
  await user.click(await screen.findByRole('button', { name: 'Protect this data' }))
  expect(await screen.findByText(/^This data is protected:/)).toBeVisible()
  await waitFor(() => expect(focused()).toBe(screen.getByRole('heading', { name: 'Storage' })))
})

it('goes to the button before it when a backup is stopped', async () => {
  let stop = () => {}
  const makeBackup = () =>
    new Promise<Blob>((_, reject) => {
      stop = () => reject(new DOMException('stopped', 'AbortError'))
    })
  const abandonFiles = () => Promise.resolve(stop())
  const { user } = renderDesk({ ...worker, makeBackup, abandonFiles }, { at: '/preferences' })
  await user.click(await screen.findByRole('button', { name: 'Download backup' }))
  await user.click(await screen.findByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull())
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Restore a backup' })))
  expect(screen.getByText('Stopped. No file was saved.')).toBeVisible()
})

it('goes from an empty screen to the button that restores a backup', async () => {
  const { user } = renderDesk(worker, { at: '/library' })
  await user.click(await screen.findByRole('link', { name: 'Restore a backup' }))
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Restore a backup' })))
})

it('goes to the heading from a problem that is solved', async () => {
  const openJob = vi.spyOn(worker, 'openJob').mockRejectedValueOnce(new Error('disk'))
  const { user } = renderDesk(worker, { at: '/jobs/5' })
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(openJob).toHaveBeenCalledTimes(2))
  await waitFor(() => expect(focused()).toBe(screen.getByRole('heading', { level: 1 })))
})

it('mode is left with Escape before the article, but not while a dialog is open', async () => {
  await worker.collect()
  const { user } = await openArticles(worker, '/jobs/17/articles/2')
  await screen.findByRole('button', { name: 'Copy text' })
  await user.keyboard('fl')
  await screen.findByRole('dialog', { name: 'Labels' })
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('button', { name: 'Focus mode', pressed: true })).toBeVisible()
  await user.keyboard('{Escape}')
  expect(screen.getByRole('button', { name: 'Focus mode', pressed: false })).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Focus mode' })).toBeNull())
})
