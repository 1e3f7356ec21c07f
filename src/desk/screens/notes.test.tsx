import { act, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { collectArticles, decisionsOf, openArticles } from '../testing/job-articles.ts'
import { testWorkerApi } from '../testing/test-worker-api.ts'

let worker: ReturnType<typeof testWorkerApi>

// Their code loads on the first visit; here that must not count against the screen's speed.
beforeAll(() => Promise.all([import('./job.tsx'), import('./job-article.tsx')]))

beforeEach(async () => {
  worker = testWorkerApi()
  await collectArticles(worker)
})

const note = () => screen.findByRole('textbox', { name: 'Note' })
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
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  vi.spyOn(worker.library, 'article').mockImplementation(async (...which) => {
    await held
    return read(...which)
  })
  return () => act(async () => release())
}

it('begins with what was typed before the article was there', async () => {
  const { user, address } = await openArticles(worker)
  const release = holdArticles()
  await user.keyboard('jo')
  await waitFor(() => expect(address()).toBe('/jobs/17/articles/1'))
  press('N', 'v', 'b', 'x', 'Backspace')
  await release()
  await waitFor(async () => expect(await note()).toHaveFocus())
  await user.keyboard('d')
  expect(await note()).toHaveValue('vbd')
  await waitFor(async () => expect(await noteOf(1)).toBe('vbd'))
  expect(await decisionsOf(worker, [1, 2, 3])).toEqual([undefined, undefined, undefined])
})

it('is that of the article in the address, while the one before is still shown', async () => {
  const { user, address } = await openArticles(worker, '/jobs/17/articles/1')
  await waitFor(async () => expect(await note()).toBeEnabled())
  const release = holdArticles()
  await user.keyboard('j')
  await waitFor(() => expect(address()).toBe('/jobs/17/articles/2'))
  press('N', 'b', 'a', 'd')
  await release()
  await screen.findByRole('heading', { name: 'Article 2' })
  await waitFor(async () => expect(await note()).toHaveFocus())
  expect(await note()).toHaveValue('bad')
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
  expect(await note()).toHaveValue('')
  expect(await note()).not.toHaveFocus()
})
