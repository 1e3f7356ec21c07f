import { act, screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { packIds, unpackIds } from '../../contract/ids.ts'
import { renderDesk } from '../testing/render-desk.tsx'
import { stubArticles } from '../testing/stub-service.ts'
import { testWorkerApi } from '../testing/test-worker-api.ts'
import { createGate } from '../../testing/create-gate.ts'

it('adds the selection to an existing list or to a new one', async () => {
  const worker = testWorkerApi()
  await worker.collect(stubArticles(3))
  const { id } = await worker.library.saveList({ name: 'Solar', ids: packIds([2, 900]) })
  const { user } = renderDesk(worker, { at: '/jobs/17' })
  await user.click(await screen.findByRole('button', { name: 'Select all 3 articles' }))
  await user.click(await screen.findByRole('button', { name: 'Add 3 articles to a list' }))
  await user.click(await screen.findByRole('button', { name: 'Add 3 articles' }))
  expect(await screen.findByText('The list “Solar” now holds 4 ids')).toBeVisible()
  expect(unpackIds(await worker.library.listIds(id))).toEqual([2, 900, 1, 3])

  await user.click(screen.getByRole('button', { name: 'Add 3 articles to a list' }))
  await user.click(await screen.findByRole('radio', { name: 'A new list' }))
  await user.type(screen.getByLabelText('Name of the new list'), 'solar{Enter}')
  expect(screen.getByLabelText('Name of the new list')).toHaveAccessibleDescription(
    'Another list has this name.',
  )
  await user.type(screen.getByLabelText('Name of the new list'), ' 2{Enter}')
  expect(await screen.findByText('The list “solar 2” now holds 3 ids')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Add 3 articles to a list' }))
  const full = vi.spyOn(worker.library, 'saveList').mockRejectedValue(new Error('disk'))
  await user.click(await screen.findByRole('button', { name: 'Add 3 articles' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('This device could not save it.')
  full.mockRestore()
})

it.each([
  ['by its own "Undo"', (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Undo' }))],
  ['by the key', (user: UserEvent) => user.keyboard('z')],
])('says so in the place of the step before until it is undone itself, %s', async (_, undo) => {
  const worker = testWorkerApi()
  await worker.collect(stubArticles(3))
  const { user } = renderDesk(worker, { at: '/jobs/17' })
  await screen.findByRole('article', { name: 'Article 1' })
  await user.keyboard('jv')
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible()
  await user.keyboard('x')
  await user.click(await screen.findByRole('button', { name: 'Add 1 article to a list' }))
  await user.type(await screen.findByLabelText('Name of the new list'), 'Solar{Enter}')
  expect(await screen.findByText('The list “Solar” now holds 1 id')).toBeVisible()
  await undo(user)
  expect(await screen.findByText('Undone: created the list “Solar”')).toBeVisible()
  expect(screen.queryByText('The list “Solar” now holds 1 id')).toBeNull()
  expect(await worker.library.lists()).toEqual([])
})

it('says which ids it leaves out', async () => {
  const worker = testWorkerApi()
  const unsafeArticle = { id: 2 ** 53 + 2, title: 'Big', text: 'x' }
  await worker.collect([...stubArticles(2), unsafeArticle])
  await worker.library.saveList({ name: 'Solar', ids: packIds([]) })
  const { user } = renderDesk(worker, { at: '/jobs/17' })
  await user.click(await screen.findByRole('button', { name: 'Select all 3 articles' }))
  await user.click(await screen.findByRole('button', { name: 'Add 3 articles to a list' }))
  await user.click(await screen.findByRole('button', { name: 'Add 3 articles' }))
  expect(
    await screen.findByText("The list “Solar” now holds 2 ids; 1 id left out: can't be sent back exactly"),
  ).toBeVisible()
})

it('asks for the name of a new list only once it is known that there is no other', async () => {
  const worker = testWorkerApi()
  await worker.collect(stubArticles(3))
  await worker.library.saveList({ name: 'Solar', ids: packIds([]) })
  const [reading, read] = createGate()
  const library = { ...worker.library, lists: () => reading.then(() => worker.library.lists()) }
  const { user } = renderDesk({ ...worker, library }, { at: '/jobs/17' })
  await user.click(await screen.findByRole('button', { name: 'Select all 3 articles' }))
  await user.click(await screen.findByRole('button', { name: 'Add 3 articles to a list' }))
  await act(async () => void (await import('../features/skipped-articles/add-to-list.tsx')))
  expect(screen.queryByLabelText('Name of the new list')).toBeNull()
  read()
  expect(await screen.findByRole('radio', { name: 'Solar (no ids)' })).toHaveFocus()
})
