import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { card, decisionsOf, openArticles } from '../testing/job-articles.ts'
import { testWorkerApi } from '../testing/test-worker-api.ts'
import { createGate } from '../../testing/create-gate.ts'

let worker: ReturnType<typeof testWorkerApi>

beforeEach(async () => {
  worker = testWorkerApi()
  await worker.collect()
})

const field = async () => {
  const note = await screen.findByRole('textbox', { name: 'Note' })
  await waitFor(() => expect(note).toBeEnabled())
  return note
}
const noteOf = async (id: number) => (await worker.library.annotations([id]))[0]?.[1]?.note

/** At once: after a pause, keys would be for the page again. */
const press = (...keys: string[]) =>
  act(() => {
    for (const key of keys)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })

/** No article is read until the returned function is called. */
function holdArticles(): () => Promise<void> {
  const read = worker.library.article.bind(worker.library)
  const [held, release] = createGate()
  vi.spyOn(worker.library, 'article').mockImplementation(async (...which) => {
    await held
    return read(...which)
  })
  return () => act(async () => release())
}

it('is saved while it is typed, and indicated on the card', async () => {
  const { user } = await openArticles(worker, '/jobs/17/articles/1')
  await user.type(await field(), 'Ask vd about z')
  await waitFor(async () => expect(await noteOf(1)).toBe('Ask vd about z'))
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(within(card('Article 1')).getByRole('img', { name: 'Has a note' })).toBeVisible()
  expect(await decisionsOf(worker, [1])).toEqual([undefined])
})

it('is begun with its key, which is not part of it, and left with Escape', async () => {
  const { user } = await openArticles(worker, '/jobs/17/articles/1')
  const note = await field()
  await user.keyboard('NAsk')
  expect(note).toHaveFocus()
  expect(note).toHaveValue('Ask')
  await user.keyboard('{Escape}')
  expect(screen.getByRole('heading', { name: 'Article 1' })).toHaveFocus()
})

it('keeps the focus if Escape cancels the composition of a word', async () => {
  const { user } = await openArticles(worker, '/jobs/17/articles/1')
  const note = await field()
  await user.click(note)
  fireEvent.keyDown(note, { key: 'Escape', isComposing: true })
  expect(note).toHaveFocus()
})

it('is not lost by moving to the next article at once', async () => {
  const { user } = await openArticles(worker, '/jobs/17/articles/1')
  await user.type(await field(), 'Call')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByRole('heading', { name: 'Article 2' })
  await waitFor(async () => expect(await noteOf(1)).toBe('Call'))
  expect(await field()).toHaveValue('')
  expect(await noteOf(2)).toBeUndefined()
})

it('is not lost by closing the page', async () => {
  const { user } = await openArticles(worker, '/jobs/17/articles/1')
  await user.type(await field(), 'Call')
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(await noteOf(1)).toBe('Call')
  vi.restoreAllMocks()
})

it('is undone as a whole, however often it was saved while being typed', async () => {
  await worker.library.annotate([{ ids: [1], set: { note: 'Before' } }])
  const { user } = await openArticles(worker, '/jobs/17/articles/1')
  const note = await field()
  await user.type(note, ' and')
  await waitFor(async () => expect(await noteOf(1)).toBe('Before and'))
  await user.type(note, ' after')
  await user.keyboard('{Escape}')
  expect(screen.getByRole('heading', { name: 'Article 1' })).toHaveFocus()
  await waitFor(async () => expect(await noteOf(1)).toBe('Before and after'))
  await user.keyboard('z')
  expect(await screen.findByText('Undone: saved the note on 1 article')).toBeVisible()
  expect(await noteOf(1)).toBe('Before')
  expect(note).toHaveValue('Before')
})

it('begins with what was typed before the article was there', async () => {
  const { user, address } = await openArticles(worker)
  const release = holdArticles()
  await user.keyboard('jo')
  await waitFor(() => expect(address()).toBe('/jobs/17/articles/1'))
  press('N', 'v', 'b', 'x', 'Backspace')
  await release()
  await waitFor(async () => expect(await field()).toHaveFocus())
  await user.keyboard('d')
  expect(await field()).toHaveValue('vbd')
  await waitFor(async () => expect(await noteOf(1)).toBe('vbd'))
  expect(await decisionsOf(worker, [1, 2, 3])).toEqual([undefined, undefined, undefined])
})

it('is that of the article in the address, while the one before is still shown', async () => {
  const { user, address } = await openArticles(worker, '/jobs/17/articles/1')
  await field()
  const release = holdArticles()
  await user.keyboard('j')
  await waitFor(() => expect(address()).toBe('/jobs/17/articles/2'))
  press('N', 'b', 'a', 'd')
  await release()
  await screen.findByRole('heading', { name: 'Article 2' })
  await waitFor(async () => expect(await field()).toHaveFocus())
  expect(await field()).toHaveValue('bad')
  await waitFor(async () => expect(await noteOf(2)).toBe('bad'))
  expect(await noteOf(1)).toBeUndefined()
})

it('is no longer waited for after Escape, and keys are for the page again', async () => {
  const { user, address } = await openArticles(worker)
  const release = holdArticles()
  await user.keyboard('jo')
  await waitFor(() => expect(address()).toBe('/jobs/17/articles/1'))
  press('N', 'b', 'a', 'd', 'Escape', 'v')
  await release()
  await screen.findByRole('heading', { name: 'Article 2' })
  await waitFor(async () => expect(await decisionsOf(worker, [1])).toEqual(['keep']))
  expect(await field()).toHaveValue('')
  expect(await field()).not.toHaveFocus()
})
