import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMemoryLibrary } from '../../../testing/memory-library.ts'
import { renderDesk } from '../../../testing/render-desk.tsx'
import { stubArticles } from '../../../testing/stub-service.ts'
import { testWorkerApi, type TestWorkerApi } from '../../../testing/test-worker-api.ts'

let worker: TestWorkerApi

beforeEach(() => {
  worker = testWorkerApi()
})

/** Opens the library with job 17 and job 18. */
async function openLibrary() {
  await worker.collect(stubArticles(2))
  await worker.collect(stubArticles(2, 18))
  const desk = renderDesk(worker, { at: '/library?job=18' })
  await screen.findByRole('list', { name: 'Articles' })
  return desk
}

describe('a saved view', () => {
  const name = () => screen.getByLabelText('Name of the view')

  it('is used, renamed, deleted and restored', async () => {
    const { user, address } = await openLibrary()
    await user.click(await screen.findByRole('button', { name: 'Save this view' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(screen.getByRole('alert')).toHaveTextContent('Give the view a name.')
    await user.type(screen.getByLabelText('Name of the view'), 'Water{Enter}')
    await waitFor(() => expect(screen.getByRole('link', { name: 'Water' })).toHaveFocus())
    expect(await screen.findByRole('link', { name: 'Water' })).toHaveAttribute('aria-current', 'true')

    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await user.click(screen.getByRole('link', { name: 'Water' }))
    await waitFor(() => expect(address()).toBe('/library?job=18'))

    await user.click(screen.getByRole('button', { name: 'Actions for Water' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
    await user.keyboard('Streams and rivers{Enter}')
    await waitFor(() => expect(screen.getByRole('link', { name: 'Streams and rivers' })).toHaveFocus())
    expect(await screen.findByRole('link', { name: 'Streams and rivers' })).toBeVisible()

    await user.click(screen.getByRole('button', { name: 'Actions for Streams and rivers' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await waitFor(() =>
      expect(screen.queryByRole('link', { name: 'Streams and rivers' })).not.toBeInTheDocument(),
    )
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Undone: deleted the view “Streams and rivers”')).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Streams and rivers' })).not.toHaveFocus()
  })

  it('is replaced only by a button that says so, cannot be given another’s name, and gives the focus back on Escape', async () => {
    for (const view of ['Water', 'Energy'])
      await worker.library.saveNamed({ kind: 'view', name: view, value: { address: 'job=17' } })
    const { user } = await openLibrary()
    await user.click(await screen.findByRole('button', { name: 'Actions for Energy' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
    await user.clear(name())
    await user.type(name(), 'water{Enter}')
    expect(name()).toHaveAccessibleDescription('Another view has this name.')
    fireEvent.keyDown(name(), { key: 'Escape', isComposing: true })
    expect(name()).toHaveValue('water')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.getByRole('link', { name: 'Energy' })).toHaveFocus())

    await user.click(screen.getByRole('button', { name: 'Save this view' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save this view' })).toHaveFocus())
    await user.keyboard('{Enter}')
    await user.type(name(), 'water')
    expect(name()).toHaveAccessibleDescription('There is a view Water: it will be replaced.')
    await user.click(screen.getByRole('button', { name: 'Replace' }))
    expect(await screen.findByRole('link', { name: 'water' })).toHaveAttribute('aria-current', 'true')
    expect(await worker.library.named('view')).toMatchObject([
      { name: 'Energy', value: { address: 'job=17' } },
      { name: 'water', value: { address: 'job=18' } },
    ])
  })

  it('stays in its field if it could not be saved, and in the list if it could not be deleted', async () => {
    const device = createMemoryLibrary()
    const refuse = () => Promise.reject(new Error('no worker'))
    worker = testWorkerApi({ library: { ...device, saveNamed: refuse, deleteNamed: refuse } })
    await device.saveNamed({ kind: 'view', name: 'Energy', value: { address: 'job=17' } })
    const { user } = await openLibrary()
    await user.click(await screen.findByRole('button', { name: 'Save this view' }))
    await user.type(name(), 'Water{Enter}')
    await waitFor(() => expect(name()).toHaveAccessibleDescription(/^This device could not save it/))
    expect(name()).toHaveValue('Water')
    await user.click(screen.getByRole('button', { name: 'Actions for Energy' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    expect(await screen.findByText('Not deleted: this device could not save the change.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Energy' })).toBeVisible()
  })

  it('leaves the focus, and the name of another view, alone if it is saved late', async () => {
    const device = createMemoryLibrary()
    const late: (() => void)[] = []
    const saveNamed: typeof device.saveNamed = async (...named) => {
      await new Promise<void>((resolve) => late.push(resolve))
      return device.saveNamed(...named)
    }
    worker = testWorkerApi({ library: { ...device, saveNamed } })
    for (const view of ['Water', 'Energy'])
      await device.saveNamed({ kind: 'view', name: view, value: { address: 'job=17' } })
    const { user } = await openLibrary()
    const rename = async (view: string, next: string) => {
      await user.click(await screen.findByRole('button', { name: `Actions for ${view}` }))
      await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
      await user.clear(name())
      await user.type(name(), next)
    }
    await rename('Water', 'Rivers{Enter}')
    await rename('Energy', 'Pow')
    late.shift()!()
    expect(await screen.findByRole('link', { name: 'Rivers' })).toBeVisible()
    await user.keyboard('er{Enter}')
    await user.click(screen.getByLabelText('Search library'))
    await user.keyboard('wa')
    late.shift()!()
    expect(await screen.findByRole('link', { name: 'Power' })).toBeVisible()
    await user.keyboard('ter')
    expect(screen.getByLabelText('Search library')).toHaveValue('water')
  })
})
