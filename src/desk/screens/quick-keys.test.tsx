import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { Link } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Library } from '../library/library.ts'
import { paths } from '../paths.ts'
import { card, choice, decisionsOf as readDecisions, openArticles } from '../testing/job-articles.ts'
import { createMemoryLibrary } from '../testing/memory-library.ts'
import { renderDesk } from '../testing/render-desk.tsx'
import { testWorkerApi } from '../testing/test-worker-api.ts'
import { createGate } from '../../testing/create-gate.ts'

let worker: ReturnType<typeof testWorkerApi>
/** What a pause in typing does. */
let pause: () => void

beforeEach(async () => {
  // Only at will: on a busy machine, what keys wait for takes longer than the pause that drops them.
  pause = () => {}
  const usual = setTimeout
  vi.stubGlobal('setTimeout', (run: () => void, ms?: number) => {
    if (ms !== 1_000) return usual(run, ms)
    pause = run
    return 0
  })
  worker = testWorkerApi()
  await worker.collect()
})

afterEach(() => vi.unstubAllGlobals())

const decisionsOf = (...ids: number[]) => readDecisions(worker, ids)

/** Without time for the worker to respond in between. */
function press(keys: string): void {
  for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key })
}

it('decide on the article that an undo returns to, in the list', async () => {
  await openArticles(worker)
  press('jvvzd')
  await waitFor(() => expect(choice('Rejected')).toHaveAccessibleName('Rejected 1'))
  expect(await decisionsOf(1, 2, 3)).toEqual(['keep', 'reject', undefined])
  expect(card('Article 3')).toHaveAttribute('data-current')
})

it('decide on the article that an undo returns to, in the reader', async () => {
  await openArticles(worker, '/jobs/17/articles/1')
  await screen.findByRole('button', { name: 'Copy text' })
  press('vzzd')
  await waitFor(async () => expect(await decisionsOf(1, 2)).toEqual(['reject', undefined]))
})

it('make again what an undo has just taken back', async () => {
  await openArticles(worker)
  press('jvzvd')
  await waitFor(async () => expect(await decisionsOf(1, 2, 3)).toEqual(['keep', 'reject', undefined]))
})

it('go on in the list at the article that was asked for in the reader, drawn or not', async () => {
  await openArticles(worker, '/jobs/17/articles/1')
  await screen.findByRole('button', { name: 'Copy text' })
  press('j')
  await act(async () => fireEvent.keyDown(document.body, { key: 'Escape' }))
  press('d')
  await waitFor(async () => expect(await decisionsOf(1, 2)).toEqual([undefined, 'reject']))
})

it('undo one step after the other, however slowly and whether or not the editor pauses', async () => {
  const release = holdLibrary((device, held) => ({ undo: (meant) => held.then(() => device.undo(meant)) }))
  await worker.collect()
  await openArticles(worker)
  press('jvvzz')
  pause()
  release()
  await waitFor(async () => expect(await decisionsOf(1, 2)).toEqual([undefined, undefined]))
})

it('move on from the article that an undo returns to', async () => {
  await openArticles(worker)
  press('jvzjv')
  await waitFor(async () => expect(await decisionsOf(1, 2)).toEqual([undefined, 'keep']))
})

it('open the article that an undo returns to', async () => {
  const { address } = await openArticles(worker)
  press('jvz')
  fireEvent.keyDown(document.activeElement!, { key: 'Enter' })
  await waitFor(() => expect(address()).toBe('/jobs/17/articles/1'))
})

it('are typed into the field that they come to', async () => {
  await openArticles(worker)
  press('jvz/third')
  await waitFor(() => expect(screen.getByLabelText('Search these articles')).toHaveValue('third'))
  expect(await decisionsOf(1, 2)).toEqual([undefined, undefined])
})

it('label an article in a dialog that may still be on its way, and then decide on it', async () => {
  const { user } = await openArticles(worker)
  await user.keyboard('jlbakerx{Backspace}s{Enter}{Enter}v')
  await waitFor(async () => expect(await decisionsOf(1)).toEqual(['keep']))
  const [[, annotation] = []] = await worker.library.annotations([1])
  expect(annotation?.labels).toEqual(['bakers'])
})

it('wait for what a search finds once it was left with Enter', async () => {
  const found = await searchSlowly('"article 7"')
  press('v')
  act(found)
  await waitFor(async () => expect(await decisionsOf(1, 7)).toEqual([undefined, 'keep']))
})

it('go on with a search that has found nothing', async () => {
  const found = await searchSlowly('nowhere')
  press('v')
  act(found)
  const field = screen.getByLabelText('Search these articles')
  await waitFor(() => expect(field).toHaveValue('nowherev'))
  expect(field).toHaveFocus()
  expect(await decisionsOf(1)).toEqual([undefined])
})

it('press a button or choose in a menu at once, whatever the list waits for', async () => {
  const found = await searchSlowly('"article 7"')
  const [button] = screen.getAllByRole('button', { name: /^Export/ })
  button?.focus()
  expect(fireEvent.keyDown(button!, { key: 'Enter' })).toBe(true)
  expect(fireEvent.keyDown(screen.getByRole('combobox', { name: 'Order' }), { key: 'l' })).toBe(true)
  act(found)
})

it('decide on a selection once, and then on the next article, while its articles are still read', async () => {
  const release = holdLibrary((device, held) => ({
    decisions: (...given) => held.then(() => device.decisions(...given)),
  }))
  await worker.collect()
  renderDesk(worker, { at: '/jobs/17' })
  await screen.findByRole('article', { name: 'Article 1' })
  press('jxjxvd')
  await waitFor(async () => expect(await decisionsOf(1, 2, 3)).toEqual(['keep', 'keep', 'reject']))
  act(release)
})

it('are for the library from the moment that its address is there, not for the screen still shown', async () => {
  const { address } = await openBesideLink()
  press('jv')
  pressAtOnce(['/', 'z', 'o', 'o'], followLink)
  const field = await screen.findByLabelText('Search library')
  await waitFor(() => expect(field).toHaveValue('zoo'))
  expect(address()).toMatch(/^\/library/)
  expect(await decisionsOf(1)).toEqual(['keep'])
})

it('do not open an article of a screen that is left', async () => {
  await openBesideLink()
  press('j')
  expect(pressAtOnce(['Enter'], followLink)).toEqual([false])
})

it('are dropped with the list that they waited for', async () => {
  const found = await searchSlowly('"article 7"', 'jv/')
  press('z')
  act(() => screen.getByRole('link', { name: 'Collect more' }).click())
  await screen.findByRole('heading', { name: 'New job' })
  act(found)
  expect(await decisionsOf(1)).toEqual(['keep'])
})

it('are for the reader from the moment that an article is opened', async () => {
  await openArticles(worker)
  press('j')
  pressAtOnce(['o', 'f'])
  expect(await screen.findByRole('button', { name: 'Focus mode', pressed: true })).toBeVisible()
})

async function openBesideLink() {
  const desk = renderDesk(worker, { at: '/jobs/17', beside: <Link to={paths.library}>Library</Link> })
  await screen.findByRole('article', { name: 'Article 1' })
  return desk
}

const followLink = () => screen.getByRole('link', { name: 'Library' }).click()

/** Before anything is drawn, also of what is done before. @returns of each key whether the browser may act on it */
function pressAtOnce(keys: readonly string[], before?: () => void): unknown[] {
  const passed: unknown[] = []
  act(() => {
    before?.()
    for (const key of keys) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      passed.push(document.activeElement?.dispatchEvent(event))
    }
  })
  return passed
}

/** Searches with the keys given, and leaves the search with Enter. @returns lets it find something */
async function searchSlowly(query: string, keys = 'j/'): Promise<() => void> {
  const found = holdLibrary((device, held) => ({
    find: (...given) => held.then(() => device.find(...given)),
  }))
  await worker.collect()
  await openArticles(worker)
  press(keys)
  const field = screen.getByLabelText('Search these articles')
  fireEvent.change(field, { target: { value: query } })
  fireEvent.keyDown(field, { key: 'Enter' })
  return found
}

/** Some calls of the worker's library wait. @returns lets them go on */
function holdLibrary(heldCalls: (device: Library, held: Promise<void>) => Partial<Library>): () => void {
  const device = createMemoryLibrary()
  const [held, release] = createGate()
  worker = testWorkerApi({ library: { ...device, ...heldCalls(device, held) } })
  return release
}
