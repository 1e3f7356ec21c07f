import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { shownTitles } from '../testing/job-articles.ts'
import { createMemoryLibrary } from '../testing/memory-library.ts'
import { renderDesk } from '../testing/render-desk.tsx'
import { stubArticles } from '../testing/stub-service.ts'
import { testWorkerApi, type TestWorkerApi } from '../testing/test-worker-api.ts'
import { createGate } from '../../testing/create-gate.ts'

let worker: TestWorkerApi
let release: () => void

/** A worker that takes its time to go through the whole library. */
beforeEach(() => {
  const device = createMemoryLibrary()
  const isHeld = new Promise<void>((resolve) => (release = resolve))
  const view: typeof device.view = async (...given) => {
    await isHeld
    return device.view(...given)
  }
  worker = testWorkerApi({ library: { ...device, view } })
})

const list = () => screen.findByRole('list', { name: 'Articles' })
const titles = async () => {
  await list()
  return shownTitles()
}
const search = () => screen.getByRole('searchbox', { name: 'Search library' })

it('shows the newest articles while the library is still being counted, and then all of them', async () => {
  await worker.collect(stubArticles(3))
  await worker.collect([...stubArticles(1, 9), ...stubArticles(1)])
  await worker.collect([])
  const { user } = renderDesk(worker, { at: '/library' })
  expect(await titles()).toEqual(['Article 9', 'Article 1'])
  const panel = within(screen.getByRole('region', { name: 'Articles of the library' }))
  expect(panel.queryByRole('status')).toBeNull()
  expect(screen.getByRole('button', { name: /^Select all/ })).toBeDisabled()
  const card = screen.getByRole('article', { name: 'Article 9' })

  await user.keyboard('j')
  await user.keyboard('v')
  expect(await within(card).findByText('Kept')).toBeVisible()

  act(release)
  await waitFor(async () => expect(await titles()).toEqual([9, 1, 2, 3].map((id) => `Article ${id}`)))
  expect(screen.getByRole('article', { name: 'Article 9' })).toBe(card)
  expect(card).toHaveTextContent('Kept')
  expect(screen.getByRole('button', { name: 'Select all 4 articles' })).toBeEnabled()
  expect(panel.getByRole('status')).toHaveTextContent('4 articles')
})

it('keeps the search that is typed meanwhile', async () => {
  await worker.collect(stubArticles(3))
  const { user } = renderDesk(worker, { at: '/library' })
  await list()
  await user.type(search(), '"article 2"')
  expect(search()).toHaveFocus()
  expect(search()).toHaveValue('"article 2"')
  act(release)
  await waitFor(async () => expect(await titles()).toEqual(['Article 2']))
  expect(search()).toHaveFocus()
})

it('shows only what matches if there are filters from the start', async () => {
  await worker.collect(stubArticles(3))
  const cards = vi.spyOn(worker.library, 'cards')
  renderDesk(worker, { at: '/library?q=%22article+2%22' })
  await screen.findByRole('heading', { name: 'Library' })
  expect(screen.queryByRole('article')).toBeNull()
  act(release)
  await waitFor(async () => expect(await titles()).toEqual(['Article 2']))
  expect(cards).not.toHaveBeenCalled()
})

it('announces how many articles match once it is known, not that all do until then', async () => {
  await worker.collect(stubArticles(3))
  await worker.library.annotate([{ ids: [2], set: { decision: 'keep' } }])
  act(release)
  const { user } = renderDesk(worker, { at: '/library' })
  const panel = within(await screen.findByRole('region', { name: 'Articles of the library' }))
  expect(await panel.findByRole('status')).toHaveTextContent('3 articles')
  const view = worker.library.view.bind(worker.library)
  const [isHeld, arrive] = createGate()
  vi.spyOn(worker.library, 'view').mockImplementation(async (...given) => {
    await isHeld
    return view(...given)
  })
  await user.click(await screen.findByRole('button', { name: 'Kept 1 article' }))
  expect(await screen.findByRole('button', { name: 'Remove filter Kept' })).toBeVisible()
  expect(panel.getByRole('status')).toHaveTextContent('3 articles')
  act(arrive)
  await waitFor(() => expect(panel.getByRole('status')).toHaveTextContent('1 of 3 matching'))
})

it.each([
  ['decision=reject', 'Nothing here matches'],
  ['read=yes', 'Nothing here matches'],
  ['quality=short', 'Nothing found so far'],
  ['q=nowhere', 'Nothing found so far'],
])('while it is indexed says of %s without articles: %s', async (params, words) => {
  const device = createMemoryLibrary()
  const view: typeof device.view = async (...given) => ({
    ...(await device.view(...given)),
    indexing: { done: 0, of: 3 },
  })
  worker = testWorkerApi({ library: { ...device, view } })
  await worker.collect(stubArticles(3))
  renderDesk(worker, { at: `/library?${params}` })
  expect(await screen.findByText(words)).toBeVisible()
})
