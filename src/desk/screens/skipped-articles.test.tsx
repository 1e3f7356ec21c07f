import { screen, waitFor, within } from '@testing-library/react'
import type userEvent from '@testing-library/user-event'
import { Link } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { packIds, unpackIds } from '../../contract/ids.ts'
import { recordDownloads } from '../testing/record-downloads.ts'
import { renderDesk } from '../testing/render-desk.tsx'
import { stubArticles } from '../testing/stub-service.ts'
import { testWorkerApi, type TestWorkerApi } from '../testing/test-worker-api.ts'

type User = ReturnType<typeof userEvent.setup>

let worker: TestWorkerApi

beforeEach(() => {
  worker = testWorkerApi()
})

const rowOf = async (name: string) => {
  const row = (await screen.findByText(name, { selector: 'bdi' })).closest('li')
  if (!row) throw new Error(`there is no row of ${name}`)
  return within(row)
}

it('shows the other lists if one has a damaged record, which can be removed', async () => {
  const worker = testWorkerApi()
  await worker.library.saveList({ name: 'Solar', ids: packIds([1]) })
  const damaged = { id: 'a', name: { no: 'text' }, count: 1, createdAt: 1, updatedAt: 1 }
  await worker.library.restorePart([
    { kind: 'list', value: { id: 'a', list: damaged as never, ids: packIds([2]) } },
  ])
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { user } = renderDesk(worker, { at: '/skip-lists' })
  expect(await screen.findByText('Solar')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Remove the list a' }))
  await waitFor(() => expect(screen.queryByText(/is damaged/)).toBeNull())
  vi.restoreAllMocks()
})

it('has one name everywhere: on its screen and in the form', async () => {
  await worker.collect(stubArticles(2))
  await worker.library.saveList({ name: 'Solar', ids: packIds([900]) })
  const { user } = renderDesk(worker, { at: '/skip-lists', beside: <Link to="/jobs/new">New job</Link> })
  expect(await screen.findByRole('heading', { level: 1, name: 'Skipped articles' })).toBeVisible()
  expect(await screen.findByText('2 ids, updated automatically')).toBeVisible()
  const lists = within(screen.getByRole('list', { name: 'Lists' }))
  const names = await waitFor(() => {
    const names = lists
      .getAllByRole('button', { pressed: false })
      .concat(lists.getAllByRole('button', { pressed: true }))
    expect(names).toHaveLength(2)
    return names.map(({ textContent }) => textContent ?? '')
  })
  await user.click(screen.getByRole('link', { name: 'New job' }))
  const group = within(await screen.findByRole('group', { name: 'Skipped articles' }))
  for (const name of names) expect(await group.findByRole('checkbox', { name })).toBeVisible()
  expect(await group.findByText('2 ids, updated automatically')).toBeVisible()
})

it('reads the ids once, for the lists and for what is beside them', async () => {
  await worker.collect(stubArticles(2))
  const read = vi.spyOn(worker.library, 'ledger')
  renderDesk(worker, { at: '/skip-lists' })
  expect(await screen.findByText('2 ids, updated automatically')).toBeVisible()
  expect(await screen.findByText(/^2 ids, each with the reason/)).toBeVisible()
  expect(read).toHaveBeenCalledTimes(1)
})

describe('the articles one already has', () => {
  it('show for each id why it is skipped, by reason and by search', async () => {
    await worker.collect(stubArticles(3))
    await worker.library.annotate([{ ids: [2], set: { decision: 'reject', duplicateOf: 1 } }])
    await worker.library.changeLedger({ list: 'imported', add: packIds([900]) })
    const { user } = renderDesk(worker, { at: '/skip-lists' })
    expect(await screen.findByText('4 ids, each with the reason it is skipped.')).toBeVisible()
    expect((await rowOf('2')).getByText('Duplicate of 1, received in job 17')).toBeVisible()
    expect((await rowOf('2')).getByRole('link', { name: 'Article 2' })).toHaveAttribute(
      'href',
      '/jobs/17/articles/2',
    )
    const reasons = within(screen.getByRole('group', { name: 'Why ids are skipped' }))
    await user.click(reasons.getByRole('button', { name: 'From files 1' }))
    await waitFor(() => expect(shownIds()).toEqual(['900']))
    await user.click(reasons.getByRole('button', { name: 'All 4' }))
    await user.type(screen.getByLabelText('Search ids and titles'), 'article 3')
    await waitFor(() => expect(shownIds()).toEqual(['3']))
    await user.type(screen.getByLabelText('Search ids and titles'), 'x')
    expect(await screen.findByText('No id begins with “article 3x”, and no title contains it.')).toBeVisible()
  })

  it('are exported as shown: of the reason chosen, and found by the search', async () => {
    await worker.collect(stubArticles(3))
    await worker.library.annotate([{ ids: [2, 3], set: { decision: 'reject' } }])
    const files = recordDownloads()
    const { user } = renderDesk(worker, { at: '/skip-lists' })
    await user.click(await screen.findByRole('button', { name: 'Rejected 2' }))
    await user.type(screen.getByLabelText('Search ids and titles'), 'article 3')
    await waitFor(() => expect(shownIds()).toEqual(['3']))
    await user.click(
      screen.getByRole('button', { name: 'Export Articles you already have, Rejected, “article 3”' }),
    )
    await user.click(await screen.findByRole('menuitem', { name: /^Text/ }))
    await screen.findByText(/^Exported 1 id to ids_skipped-rejected-article-3_/)
    expect(await files[0]?.file.text()).toBe('3\n')
  })

  it('can be un-skipped and skipped again with one click each', async () => {
    await worker.collect(stubArticles(2))
    const { user } = renderDesk(worker, { at: '/skip-lists' })
    await user.click(await screen.findByRole('button', { name: 'Stop skipping 2' }))
    const again = await screen.findByRole('button', { name: 'Skip again 2' })
    expect(again).toHaveFocus()
    expect(screen.getByText(/1 of them is no longer skipped: a job may deliver it again/)).toBeVisible()
    expect(unpackIds((await worker.library.skipIds({ everything: true })).ids)).toEqual([1])
    await user.click(again)
    expect(await screen.findByRole('button', { name: 'Stop skipping 2' })).toBeVisible()
    expect(unpackIds((await worker.library.skipIds({ everything: true })).ids)).toEqual([1, 2])
  })

  it('can be added from elsewhere, typed ids apart from those from files', async () => {
    await worker.library.changeLedger({ list: 'released', add: packIds([7]) })
    const { user } = renderDesk(worker, { at: '/skip-lists' })
    await user.click(await screen.findByRole('button', { name: 'Add ids' }))
    await user.type(await screen.findByLabelText('Article ids'), '7 8')
    await addFile(user, new File(['id,title\n50,a\n51,b\n'], 'ours.csv'))
    // The typed ids also show "2 ids"; while the file is being read, the button can't be clicked.
    const files = within(await screen.findByRole('list', { name: 'Lists of ids' }))
    expect(await files.findByText('2 ids')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Add ids' }))
    expect(await screen.findByText('4 ids, each with the reason it is skipped.')).toBeVisible()
    // The un-skipped ids are restored last, and the rows are rendered again.
    await waitFor(async () => expect((await rowOf('8')).getByText('Added by you')).toBeVisible())
    await waitFor(async () => expect((await rowOf('50')).getByText('From a file')).toBeVisible())
  })
})

describe('adding ids', () => {
  async function open() {
    const { user } = renderDesk(worker, { at: '/skip-lists' })
    await user.click(await screen.findByRole('button', { name: 'Add ids' }))
    return { user, field: await screen.findByLabelText('Article ids') }
  }
  const confirm = async (user: User) =>
    user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Add ids' }))

  it('says if there are none, and stays open', async () => {
    const { user, field } = await open()
    await user.type(field, 'x 007')
    await confirm(user)
    expect(await screen.findByRole('alert')).toHaveTextContent('There are no ids in it')
    expect(screen.queryByText('All of them were there already')).toBeNull()
    await user.clear(field)
    await user.type(field, '7')
    await confirm(user)
    expect(await screen.findByText('Added 1 id to the articles you already have')).toBeVisible()
    await user.keyboard('z')
    expect(await screen.findByText('Undone: added 1 id to skip')).toBeVisible()
    expect(screen.queryByText('Added 1 id to the articles you already have')).toBeNull()
  })

  it('counts ids that were un-skipped before, and is undone in one step', async () => {
    await worker.collect(stubArticles(2))
    await worker.library.changeLedger({ list: 'by-hand', add: packIds([7]) })
    await worker.library.changeLedger({ list: 'released', add: packIds([7, 2]) })
    const { user, field } = await open()
    await user.type(field, '7 2 8')
    await confirm(user)
    expect(await screen.findByText('Added 3 ids to the articles you already have')).toBeVisible()
    const skipped = async () => unpackIds((await worker.library.skipIds({ everything: true })).ids)
    expect(new Set(await skipped())).toEqual(new Set([1, 2, 7, 8]))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Undone: added 3 ids to skip')).toBeVisible()
    expect(await skipped()).toEqual([1])
  })
})

it('shows the previous page after the last id of the last page is removed', async () => {
  await worker.library.saveList({
    name: 'Solar',
    ids: packIds(Array.from({ length: 51 }, (_, at) => at + 1)),
  })
  const { user } = renderDesk(worker, { at: '/skip-lists' })
  await user.click(await screen.findByRole('button', { name: 'Solar' }))
  await user.click(await screen.findByRole('button', { name: 'Next' }))
  await waitFor(() => expect(shownIds()).toEqual(['51']))
  await user.click(screen.getByRole('button', { name: 'Remove 51' }))
  await waitFor(() => expect(shownIds()).toHaveLength(50))
  expect(screen.queryByRole('navigation', { name: 'Pages of skipped ids' })).toBeNull()
})

it('shows the same ids again after an article has been looked at: of the list, reason, search and page chosen', async () => {
  await worker.collect(stubArticles(60))
  await worker.library.saveList({
    name: 'Solar',
    ids: packIds(Array.from({ length: 60 }, (_, at) => at + 1)),
  })
  const { user, address } = renderDesk(worker, { at: '/skip-lists' })
  const lookAt = async (id: string) => {
    await user.click(await screen.findByRole('link', { name: `Article ${id}` }))
    await screen.findByRole('heading', { name: `Article ${id}` })
    window.history.back()
  }
  await user.click(await screen.findByRole('button', { name: 'Received 60' }))
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await lookAt('55')
  expect(await screen.findByRole('button', { name: 'Received 60', pressed: true })).toBeVisible()
  expect(screen.getByText('51 to 60 of 60')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Solar' }))
  await user.type(await screen.findByLabelText('Search ids and titles'), 'article 7')
  await waitFor(() => expect(address()).toMatch(/^\/skip-lists\?list=[^&]+&q=article\+7$/))
  await lookAt('7')
  expect(await screen.findByRole('heading', { name: 'Solar' })).toBeVisible()
  expect(await screen.findByLabelText('Search ids and titles')).toHaveValue('article 7')
  await waitFor(() => expect(shownIds()).toEqual(['7']))
})

describe('named lists', () => {
  it('show their ids, which can be removed, apart from ids skipped automatically', async () => {
    await worker.collect(stubArticles(2))
    await worker.library.saveList({ name: 'Solar', ids: packIds([2, 900]) })
    const { user } = renderDesk(worker, { at: '/skip-lists' })
    await user.click(await screen.findByRole('button', { name: 'Solar' }))
    expect(await screen.findByRole('heading', { name: 'Solar' })).toBeVisible()
    await waitFor(() => expect(shownIds()).toEqual(['2', '900']))
    expect((await rowOf('2')).getByText('Received in job 17')).toBeVisible()
    expect((await rowOf('900')).getByText('Not received yet')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Remove 900' }))
    await waitFor(() => expect(shownIds()).toEqual(['2']))
    expect((await rowOf('Solar')).getByText(/^1 id/)).toBeVisible()
    await user.keyboard('z')
    await waitFor(() => expect(shownIds()).toEqual(['2', '900']))

    await user.click(screen.getByRole('button', { name: 'Articles you already have' }))
    await waitFor(() => expect(shownIds()).toEqual(['1', '2']))
    await user.click(screen.getByRole('button', { name: 'Solar' }))
    await act(user, 'Solar', 'Delete')
    await waitFor(() => expect(shownIds()).toEqual(['1', '2']))
  })

  it('are made from a file of ids and named after it, without duplicate names', async () => {
    const { user } = renderDesk(worker, { at: '/skip-lists' })
    expect(await screen.findByText(/^A list of your own/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'New list' }))
    await addFile(user, new File(['[{"id": 4, "title": "x"}, {"id": 5, "title": "y"}]'], 'Solar 2025.json'))
    await screen.findByText('2 ids')
    expect(screen.getByLabelText('Name')).toHaveValue('Solar 2025')
    await user.click(screen.getByRole('button', { name: 'Create list' }))
    expect((await rowOf('Solar 2025')).getByText(/^2 ids/)).toBeVisible()

    await user.click(screen.getByRole('button', { name: 'New list' }))
    await user.click(await screen.findByRole('button', { name: 'Create list' }))
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Give the list a name.')
    await user.type(screen.getByLabelText('Name'), 'solar 2025{Enter}')
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Another list has this name.')
    expect(await worker.library.lists()).toHaveLength(1)
  })

  it('say what is wrong with a file without ids', async () => {
    const { user } = renderDesk(worker, { at: '/skip-lists' })
    await user.click(await screen.findByRole('button', { name: 'New list' }))
    await addFile(user, new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16])], 'ids.txt'))
    expect(await screen.findByText('ids.txt is not text. Save it as CSV, then add it again.')).toBeVisible()
    await addFile(user, new File(['1 2 2 x'], 'b.txt'))
    const lists = await screen.findByRole('list', { name: 'Lists of ids' })
    expect(lists).toHaveTextContent('b.txt2 ids, 1 repeated, 1 not an id: line 1 “x”')
  })

  it('are renamed, filled, copied, and deleted with an undo', async () => {
    await worker.library.saveList({ name: 'Solar', ids: packIds([1]) })
    const { user } = renderDesk(worker, { at: '/skip-lists' })
    await act(user, 'Solar', 'Rename or add ids')
    const name = await screen.findByLabelText('Name')
    await user.clear(name)
    await user.type(name, 'Sun')
    await user.type(screen.getByLabelText('Article ids'), '1 2')
    await user.click(screen.getByRole('button', { name: 'Save list' }))
    expect((await rowOf('Sun')).getByText(/^2 ids/)).toBeVisible()

    await act(user, 'Sun', 'Make a copy')
    expect((await rowOf('Sun copy')).getByText(/^2 ids/)).toBeVisible()
    await act(user, 'Sun', 'Delete')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Actions for Sun' })).toBeNull())
    expect(await screen.findByText('Deleted the list “Sun”')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect((await rowOf('Sun')).getByText(/^2 ids/)).toBeVisible()
  })

  it('keep the focus among the lists when one is deleted', async () => {
    for (const name of ['Autumn', 'Spring', 'Summer'])
      await worker.library.saveList({ name, ids: packIds([1]) })
    const { user } = renderDesk(worker, { at: '/skip-lists' })
    await act(user, 'Spring', 'Delete')
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Choose Summer' })).toHaveFocus())
    await act(user, 'Summer', 'Delete')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Actions for Summer' })).toBeNull())
    await waitFor(() => expect(document.activeElement?.closest('li')).toHaveTextContent('Autumn'))
    await act(user, 'Autumn', 'Delete')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Articles you already have' })).toHaveFocus(),
    )
  })

  it('focus the name of a new one, or the first choice when combining', async () => {
    for (const name of ['A', 'B']) await worker.library.saveList({ name, ids: packIds([1]) })
    const { user } = renderDesk(worker, { at: '/skip-lists' })
    await user.click(await screen.findByRole('button', { name: 'New list' }))
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus())
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'New list' })).toHaveFocus())
    await user.click(screen.getByRole('checkbox', { name: 'Choose A' }))
    await user.click(screen.getByRole('checkbox', { name: 'Choose B' }))
    await user.click(screen.getByRole('button', { name: 'Combine 2' }))
    await waitFor(() => expect(screen.getByRole('radio', { name: 'In either list' })).toHaveFocus())
  })

  it('are also restored with z, with a message that names what was undone, here or on another screen', async () => {
    await worker.library.saveList({ name: 'Spring', ids: packIds([1]) })
    const { user } = renderDesk(worker, { at: '/skip-lists' })
    await act(user, 'Spring', 'Make a copy')
    await screen.findByText('Created the list “Spring copy”')
    await act(user, 'Spring', 'Delete')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Actions for Spring' })).toBeNull())
    await screen.findByText('Deleted the list “Spring”')
    expect(screen.queryByText('Created the list “Spring copy”')).toBeNull()
    await user.keyboard('z')
    expect(await screen.findByText('Undone: deleted the list “Spring”')).toBeVisible()
    expect((await rowOf('Spring')).getByText(/^1 id/)).toBeVisible()
    // The message about the deletion would offer to undo what is already undone.
    expect(screen.queryByText('Deleted the list “Spring”')).toBeNull()
    await user.keyboard('z')
    expect(await screen.findByText('Undone: created the list “Spring copy”')).toBeVisible()
    await user.keyboard('z')
    expect(await screen.findByText('Undone: created the list “Spring”')).toBeVisible()
  })

  it('show the ids of one that is new, copied or combined, until it is undone', async () => {
    const { user } = renderDesk(worker, { at: '/skip-lists' })
    const expectShown = async (name: string) =>
      expect(await screen.findByRole('heading', { level: 2, name })).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'New list' }))
    await user.type(await screen.findByLabelText('Name'), 'Solar{Enter}')
    await expectShown('Solar')
    await act(user, 'Solar', 'Make a copy')
    await expectShown('Solar copy')
    for (const name of ['Solar', 'Solar copy'])
      await user.click(screen.getByRole('checkbox', { name: `Choose ${name}` }))
    await user.click(screen.getByRole('button', { name: 'Combine 2' }))
    await user.click(await screen.findByRole('button', { name: 'Create list' }))
    await expectShown('Solar or Solar copy')
    await user.keyboard('z')
    await expectShown('Articles you already have')
  })

  it('are combined, with the count shown before the new one is made', async () => {
    await worker.library.saveList({ name: 'A', ids: packIds([1, 2, 3]) })
    await worker.library.saveList({ name: 'B', ids: packIds([3, 4]) })
    const { user } = renderDesk(worker, { at: '/skip-lists' })
    await user.click(await screen.findByRole('checkbox', { name: 'Choose A' }))
    await user.click(screen.getByRole('checkbox', { name: 'Choose B' }))
    await user.click(screen.getByRole('button', { name: 'Combine 2' }))
    expect(await screen.findByText('The new list will hold 4 ids.')).toBeVisible()
    await user.click(screen.getByRole('radio', { name: 'In both lists' }))
    expect(await screen.findByText('The new list will hold 1 id.')).toBeVisible()
    await user.click(screen.getByRole('radio', { name: 'In the first, not in the other' }))
    expect(await screen.findByText('The new list will hold 2 ids.')).toBeVisible()
    await user.selectOptions(screen.getByLabelText('The first list'), 'B')
    expect(await screen.findByText('Difference: B without A.')).toBeVisible()
    expect(await screen.findByText('The new list will hold 1 id.')).toBeVisible()
    expect(screen.getByLabelText('Name')).toHaveValue('B without A')
    await user.click(screen.getByRole('button', { name: 'Create list' }))
    expect((await rowOf('B without A')).getByText(/^1 id/)).toBeVisible()
    const [made] = (await worker.library.lists()).filter((list) => list.name === 'B without A')
    expect(unpackIds(await worker.library.listIds(made?.id ?? ''))).toEqual([4])
  })
})

const shownIds = () =>
  within(screen.getByRole('list', { name: 'Skipped ids' }))
    .getAllByRole('listitem')
    .map((row) => row.querySelector('bdi')?.textContent)

async function addFile(user: User, file: File): Promise<void> {
  await screen.findByLabelText('Article ids')
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!chooser) throw new Error('there is no way to choose a file')
  await user.upload(chooser, file)
}

async function act(user: User, list: string, action: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `Actions for ${list}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}
