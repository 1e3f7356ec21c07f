import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { packIds } from '../../../../contract/ids.ts'
import { renderDesk } from '../../../testing/render-desk.tsx'
import { testWorkerApi } from '../../../testing/test-worker-api.ts'

it('says at the name if the device could not save the list, and saves it unchanged once there is room', async () => {
  const worker = testWorkerApi()
  const { user } = renderDesk(worker, { at: '/skip-lists' })
  await user.click(await screen.findByRole('button', { name: 'New list' }))
  await user.type(await screen.findByLabelText('Name'), 'Solar')
  await user.type(screen.getByLabelText('Article ids'), '1 2')
  const full = vi.spyOn(worker.library, 'saveList').mockRejectedValue(new Error('disk'))
  await user.click(screen.getByRole('button', { name: 'Create list' }))
  await waitFor(() =>
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription(
      'This device could not save it. Nothing was changed; free up space and try again.',
    ),
  )
  full.mockRestore()
  await user.click(screen.getByRole('button', { name: 'Create list' }))
  expect(await screen.findByText('Created the list “Solar” with 2 ids')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('is what "Undo" in its message is about, not what another tab has done since', async () => {
  const worker = testWorkerApi()
  const { user } = renderDesk(worker, { at: '/skip-lists' })
  await user.click(await screen.findByRole('button', { name: 'New list' }))
  await user.type(await screen.findByLabelText('Name'), 'Solar')
  const saveList = worker.library.saveList.bind(worker.library)
  vi.spyOn(worker.library, 'saveList').mockImplementation(async (list) => {
    const saved = await saveList(list)
    await saveList({ name: 'Of another tab' })
    return saved
  })
  await user.click(screen.getByRole('button', { name: 'Create list' }))
  await screen.findByText(/^Created the list/)
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Not undone: something has changed since')).toBeVisible()
  expect(await worker.library.lists()).toMatchObject([{ name: 'Of another tab' }, { name: 'Solar' }])
})

it('goes to the name if there is none', async () => {
  const { user } = renderDesk(testWorkerApi(), { at: '/skip-lists' })
  await user.click(await screen.findByRole('button', { name: 'New list' }))
  await user.click(await screen.findByRole('button', { name: 'Create list' }))
  expect(await screen.findByLabelText('Name')).toHaveAccessibleDescription('Give the list a name.')
  expect(screen.getByLabelText('Name')).toHaveFocus()
})

it('says so aloud if the name is missing on Enter, which leaves the focus where it is', async () => {
  const { user } = renderDesk(testWorkerApi(), { at: '/skip-lists' })
  await user.click(await screen.findByRole('button', { name: 'New list' }))
  await user.type(await screen.findByLabelText('Name'), '{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('Give the list a name.')
})

it('is created by Ctrl+Enter in the field of ids, where Enter begins a new line', async () => {
  const worker = testWorkerApi()
  const { user } = renderDesk(worker, { at: '/skip-lists' })
  await user.click(await screen.findByRole('button', { name: 'New list' }))
  await user.type(await screen.findByLabelText('Name'), 'Solar')
  await user.type(screen.getByLabelText('Article ids'), '1{Enter}2{Control>}{Enter}{/Control}')
  expect(await screen.findByText('Created the list “Solar” with 2 ids')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('says nothing of the ids before the first has been read', async () => {
  const worker = testWorkerApi()
  const { user } = renderDesk(worker, { at: '/skip-lists' })
  await user.click(await screen.findByRole('button', { name: 'New list' }))
  vi.spyOn(worker, 'readIds').mockReturnValue(new Promise(() => {}))
  await user.type(await screen.findByLabelText('Article ids'), '1')
  expect(screen.getByLabelText('Article ids')).toHaveValue('1')
  expect(screen.queryByText('No ids')).toBeNull()
})

it('is left unchanged by "Cancel"', async () => {
  const worker = testWorkerApi()
  await worker.library.saveList({ name: 'Solar', ids: packIds([1]) })
  const { user } = renderDesk(worker, { at: '/skip-lists' })
  await user.click(await screen.findByRole('button', { name: 'Actions for Solar' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Rename or add ids' }))
  await user.type(await screen.findByLabelText('Name'), ' power')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await worker.library.lists()).toMatchObject([{ name: 'Solar', count: 1 }])
})

it('keeps a name given in another tab while only ids are added here', async () => {
  const worker = testWorkerApi()
  const { id } = await worker.library.saveList({ name: 'Solar', ids: packIds([1]) })
  const { user } = renderDesk(worker, { at: '/skip-lists' })
  await user.click(await screen.findByRole('button', { name: 'Actions for Solar' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Rename or add ids' }))
  await user.type(await screen.findByLabelText('Article ids'), '2 3')
  await worker.library.saveList({ id, name: 'Solar 2026', add: [] })
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('Solar 2026'))
  await user.click(screen.getByRole('button', { name: 'Save list' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await worker.library.lists()).toMatchObject([{ name: 'Solar 2026', count: 3 }])
})

it('is offered where the ids of an empty list would be, and passes the focus to their heading', async () => {
  const worker = testWorkerApi()
  await worker.library.saveList({ name: 'Solar', ids: packIds([]) })
  const { user } = renderDesk(worker, { at: '/skip-lists' })
  await user.click(await screen.findByRole('button', { name: 'Solar' }))
  await user.click(await screen.findByRole('button', { name: 'Add ids to this list' }))
  await user.type(await screen.findByLabelText('Article ids'), '1 2')
  await user.click(screen.getByRole('button', { name: 'Save list' }))
  expect(await screen.findByText('Changed the list “Solar”, now with 2 ids')).toBeVisible()
  // The message may be there before the list has been read again.
  await waitFor(() => expect(screen.queryByText('This list is empty')).toBeNull())
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Solar' })).toHaveFocus())
})
