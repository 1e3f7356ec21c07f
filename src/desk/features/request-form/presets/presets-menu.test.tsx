import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { json } from '../../../testing/stub-service.ts'
import { createFormDesk, type FormDesk } from '../testing/form-desk.tsx'

let desk: FormDesk

beforeEach(() => {
  desk = createFormDesk()
})

describe('a preset', () => {
  it('is saved under a name, used with an undo, renamed and deleted', async () => {
    const user = await desk.open()
    await user.type(screen.getByLabelText('Keywords'), 'bread{Enter}')
    await user.type(screen.getByLabelText('Article ids'), '7')
    await user.click(screen.getByRole('checkbox', { name: 'Articles you already have' }))
    await user.click(screen.getByRole('button', { name: 'Presets' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Save this request' }))
    expect(await screen.findByLabelText('Name')).toHaveValue('bread')
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus())
    await user.keyboard('Ours')
    expect(screen.getByLabelText('Name')).toHaveValue('Ours')
    await user.clear(screen.getByLabelText('Name'))
    await user.type(screen.getByLabelText('Name'), '{Enter}')
    expect(screen.getByRole('alert')).toHaveTextContent('Give it a name.')
    await user.type(screen.getByLabelText('Name'), 'bread weekly{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    await user.click(screen.getByRole('button', { name: 'Clear form' }))
    await user.type(screen.getByLabelText('Category'), 'Sport')
    expect(screen.getByRole('checkbox', { name: 'Articles you already have' })).toBeChecked()
    await user.click(screen.getByRole('button', { name: 'Presets' }))
    await user.click(await screen.findByRole('menuitem', { name: 'bread weekly' }))
    expect(screen.getByText('bread')).toBeVisible()
    expect(screen.getByLabelText('Category')).toHaveValue('')
    expect(screen.getByRole('checkbox', { name: 'Articles you already have' })).not.toBeChecked()
    expect(await screen.findByText('1 id will be skipped')).toBeVisible()

    await user.click(screen.getByRole('button', { name: 'Presets' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Rename or delete' }))
    const name = await screen.findByLabelText('Name of bread weekly')
    await user.clear(name)
    await user.type(name, 'Daily')
    fireEvent.keyDown(name, { key: 'Enter', isComposing: true })
    expect(name).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Renamed “bread weekly” to “Daily”')).toBeVisible()
    await user.click(screen.getByRole('button', { name: /^Delete/ }))
    expect(await screen.findByText(/^Deleted the preset/)).toBeVisible()
    expect(await desk.worker.library.named('preset')).toEqual([])
    await desk.worker.library.undo()
    expect(await desk.worker.library.named('preset')).toMatchObject([{ name: 'Daily' }])
    expect(desk.created()).toEqual([])
  })

  it('may have the name of another, as after a restore, or of a command', async () => {
    const save = (name: string, category: string) =>
      desk.worker.library.saveNamed({ kind: 'preset', name, value: { keywords: [], category } })
    await save('Weekly', 'Food')
    await save('Weekly', 'Food')
    await save('Save this request', '')
    const user = await desk.open()
    await user.click(screen.getByRole('button', { name: 'Presets' }))
    expect(await screen.findAllByRole('menuitem', { name: 'Weekly' })).toHaveLength(2)
    expect(screen.getAllByRole('menuitem', { name: 'Save this request' })).toHaveLength(2)
    await save('Alpha', '')
    expect(await screen.findByRole('menuitem', { name: 'Alpha' })).toBeVisible()
    expect(screen.getAllByRole('menuitem', { name: 'Weekly' })).toHaveLength(2)
    await user.click(screen.getAllByRole('menuitem', { name: 'Weekly' })[0]!)
    expect(screen.getByLabelText('Category')).toHaveValue('Food')
  })

  it('is run at once, and keeps what is in the form for later', async () => {
    const value = { keywords: ['solar'], category: 'Energy', removeSignature: true }
    await desk.worker.library.saveNamed({ kind: 'preset', name: 'Weekly', value })
    const user = await desk.open()
    await user.type(screen.getByLabelText('Category'), 'Sport')
    await user.click(screen.getByRole('button', { name: 'Presets' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Run “Weekly” now' }))
    await waitFor(() => expect(desk.created()).toHaveLength(1))
    expect(await desk.worker.library.jobs()).toMatchObject([
      { request: { keywords: ['solar'], category: 'Energy', removeSignature: true } },
    ])
    await waitFor(async () => expect((await desk.worker.library.draft())?.category).toBe('Sport'))
  })

  it('is not run while its number of articles can’t be read, but filled in with the error', async () => {
    const value = { keywords: ['solar'], articleCount: 'ten' }
    await desk.worker.library.saveNamed({ kind: 'preset', name: 'Weekly', value })
    const user = await desk.open()
    await user.click(screen.getByRole('button', { name: 'Presets' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Run “Weekly” now' }))
    const number = screen.getByLabelText('Number of articles')
    await waitFor(() => expect(number).toHaveValue('ten'))
    expect(number).toHaveAccessibleDescription('Enter a whole number, such as 50, or leave it blank.')
    expect(screen.getByRole('alert')).toHaveTextContent('The preset was not run')
    expect(desk.created()).toEqual([])
  })

  /** Opens the dialog of two presets; the name of "Weekly" is cleared. */
  async function renaming() {
    const value = { keywords: ['solar'] }
    await desk.worker.library.saveNamed({ kind: 'preset', name: 'Daily', value })
    await desk.worker.library.saveNamed({ kind: 'preset', name: 'Weekly', value })
    const user = await desk.open()
    await user.click(screen.getByRole('button', { name: 'Presets' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Rename or delete' }))
    const name = await screen.findByLabelText('Name of Weekly')
    await user.clear(name)
    return { user, name }
  }

  it('cannot be given the name of another', async () => {
    const { user, name } = await renaming()
    await user.type(name, 'Daily')
    await user.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(name).toHaveFocus())
    expect(name).toHaveAccessibleDescription('Another preset has this name.')
    expect(screen.getByRole('alert')).toHaveTextContent('Another preset has this name.')
    await user.type(name, ' 2')
    await user.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await desk.worker.library.named('preset')).toMatchObject([{ name: 'Daily' }, { name: 'Daily 2' }])
  })

  it('is renamed when the dialog is closed with Escape, unless its name is taken', async () => {
    const { user, name } = await renaming()
    await user.type(name, 'Daily{Escape}')
    expect(name).toHaveFocus()
    expect(name).toHaveAccessibleDescription('Another preset has this name.')
    await user.type(name, ' 2{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await desk.worker.library.named('preset')).toMatchObject([{ name: 'Daily' }, { name: 'Daily 2' }])
    await waitFor(() => expect(screen.getByRole('button', { name: 'Presets' })).toHaveFocus())
  })

  it('leaves the focus at the name that Enter saves, once, and at the one after a preset that is deleted', async () => {
    const { user, name } = await renaming()
    const save = vi.spyOn(desk.worker.library, 'saveNamed')
    await user.type(name, 'Ours{Enter}')
    expect(name).toHaveFocus()
    await user.tab()
    expect(await screen.findByText('Renamed “Weekly” to “Ours”')).toBeVisible()
    expect(save).toHaveBeenCalledTimes(1)
    screen.getByRole('button', { name: 'Delete Daily' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByLabelText('Name of Daily')).toBeNull())
    expect(screen.getByLabelText('Name of Ours')).toHaveFocus()
  })

  it('says that it was deleted, with an undo, also if the button was pressed twice', async () => {
    const { user } = await renaming()
    await user.dblClick(screen.getByRole('button', { name: 'Delete Weekly' }))
    expect(await screen.findByText('Deleted the preset “Weekly”')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByLabelText('Name of Weekly')).toBeVisible()
  })

  it('keeps the name that another tab has given it', async () => {
    const { user } = await renaming()
    const { library } = desk.worker
    const [daily] = await library.named('preset')
    await act(() => library.saveNamed({ ...daily!, name: 'Hourly' }))
    const save = vi.spyOn(library, 'saveNamed')
    const name = await screen.findByLabelText('Name of Hourly')
    expect(name).toHaveValue('Hourly')
    await user.click(name)
    await user.tab()
    expect(save).not.toHaveBeenCalled()
  })

  it('that could not be deleted says so, and "Done" closes', async () => {
    await desk.worker.library.saveNamed({ kind: 'preset', name: 'Daily', value: { keywords: ['solar'] } })
    vi.spyOn(desk.worker.library, 'deleteNamed').mockRejectedValue(new Error('disk'))
    const user = await desk.open()
    await user.click(screen.getByRole('button', { name: 'Presets' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Rename or delete' }))
    await user.click(await screen.findByRole('button', { name: 'Delete Daily' }))
    expect(await screen.findByText('Not deleted: this device could not save the change.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('that is refused replaces what was typed meanwhile, with an undo', async () => {
    const value = { keywords: ['solar'], category: 'Energy', removeSignature: true }
    await desk.worker.library.saveNamed({ kind: 'preset', name: 'Weekly', value })
    let respond = () => {}
    desk.worker.service.failNext(
      () => new Promise((resolve) => (respond = () => resolve(json({ detail: 'No' }, 422)))),
    )
    const user = await desk.open()
    await user.click(screen.getByRole('button', { name: 'Presets' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Run “Weekly” now' }))
    await waitFor(() => expect(desk.created()).toHaveLength(1))
    await user.type(screen.getByLabelText('Category'), 'Sport')
    respond()
    expect(await screen.findByRole('alert')).toHaveTextContent('No')
    expect(screen.getByLabelText('Category')).toHaveValue('Energy')
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(screen.getByLabelText('Category')).toHaveValue('Sport')
  })
})
