import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyIdList, packIds } from '../../contract/ids.ts'
import { blankRequest } from '../../contract/testing/blank-request.ts'
import { copyLibrary } from '../testing/copy-library.ts'
import { renderDesk } from '../testing/render-desk.tsx'
import { networkError, stubArticles } from '../testing/stub-service.ts'
import { testWorkerApi, type TestWorkerApi } from '../testing/test-worker-api.ts'

let worker: TestWorkerApi
let nowMs: number

beforeEach(() => {
  nowMs = Date.now() - 3_600_000
  worker = testWorkerApi({ now: () => (nowMs += 1000) })
})

async function makeJob(keywords: string[], articleCount = 0): Promise<void> {
  await worker.collect(stubArticles(articleCount), { keywords, idsToSkip: packIds([1, 2]) })
}

const rows = () => within(screen.getByRole('list', { name: 'Jobs, newest first' })).getAllByRole('listitem')
const links = () => rows().map((row) => within(row).getByRole('link').textContent)
const show = () => screen.getByRole('combobox', { name: 'Show' })

describe('the jobs of an account', () => {
  it('preload the library, since it is often opened next', async () => {
    await makeJob(['solar'], 3)
    const prepared = vi.spyOn(worker.library, 'prepareView')
    renderDesk(worker, { at: '/jobs' })
    await waitFor(() => expect(prepared).toHaveBeenCalledTimes(1))
  })

  it('are identified by their requests, newest first, with state and counts', async () => {
    await makeJob(['solar', 'wind'], 3)
    await makeJob(['bread'])
    worker.service.failNext(networkError())
    await worker.createJob({ ...blankRequest, keywords: ['rivers'] })
    renderDesk(worker, { at: '/jobs' })

    expect(await screen.findByRole('heading', { name: 'Jobs' })).toBeVisible()
    const link = await screen.findByRole('link', { name: 'solar, wind Job 17' })
    expect(link).toHaveAttribute('href', '/jobs/17')
    expect(rows().map((row) => within(row).getByRole('link').textContent)).toEqual([
      'rivers Unconfirmed request',
      'bread Job 18',
      'solar, wind Job 17',
    ])
    expect(rows()[0]).toHaveTextContent('Unconfirmed')
    expect(rows()[1]).toHaveTextContent('2 ids skippedFinished: nothing found')
    expect(rows()[2]).toHaveTextContent('Ready: 3 articles')
    expect(rows()[2]).toHaveTextContent(/1 hour ago|5[89] minutes ago/)
  })

  it('stay visible if one has a damaged record, which can be removed like any other', async () => {
    await makeJob(['solar'], 2)
    const damaged = { key: '9', jobId: 9, startedAt: 1, phase: 'watched', request: {} }
    await worker.library.restorePart([{ kind: 'job', value: { record: damaged as never } }])
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user } = renderDesk(worker, { at: '/jobs' })
    expect(await screen.findByRole('link', { name: 'solar Job 17' })).toBeVisible()
    expect(screen.getByText("The record of job 9 is damaged and can't be shown.")).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Remove job 9' }))
    await waitFor(() => expect(screen.queryByText(/is damaged/)).toBeNull())
    vi.restoreAllMocks()
  })

  it('disappear when removed, and return when that is undone', async () => {
    await makeJob(['solar'], 2)
    await worker.library.annotate([{ ids: [1], set: { decision: 'keep' } }])
    const { user } = renderDesk(worker, { at: '/jobs' })
    await screen.findByText('1 of 2 decided')
    await user.click(await screen.findByRole('button', { name: 'Remove job 17 and its articles' }))
    const usual = await screen.findByRole('button', { name: 'Remove, keep skipping' })
    // The key that opened the dialog, held: the browser then presses the button, unless the event is cancelled.
    const isPressed = fireEvent.keyDown(usual, { key: 'Enter', repeat: true })
    expect(isPressed).toBe(false)
    await waitFor(() => expect(usual).toHaveFocus())
    expect(
      screen.getByText(
        /^It can be restored for a day, .* Decisions, labels and notes stay\. If you stop skipping its 2 ids, /,
      ),
    ).toBeVisible()
    await user.keyboard('{Enter}')
    expect(await screen.findByText('No jobs yet')).toBeVisible()
    const removed = 'Removed job 17 and its articles; 2 ids still skipped with “Articles you already have”'
    expect(await screen.findByText(removed)).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Restored job 17')).toBeVisible()
    expect(await screen.findByRole('link', { name: 'solar Job 17' })).toBeVisible()
    expect(await screen.findByText('1 of 2 decided')).toBeVisible()
    expect(await worker.library.cards('17', 0)).toHaveLength(2)
    expect(await worker.library.steps()).toEqual([])
  })

  it('are not said to go on being skipped if another tab has removed them to be collected again', async () => {
    await makeJob(['solar'], 2)
    const { user } = renderDesk(worker, { at: '/jobs' })
    await user.click(await screen.findByRole('button', { name: 'Remove job 17 and its articles' }))
    const remove = await screen.findByRole('button', { name: 'Remove, keep skipping' })
    const removed = worker.library.removeJob('17', Date.now(), 'forget')
    // Before this tab has read that, which would close the question.
    fireEvent.click(remove)
    expect(await removed).toBe(true)
    expect(await screen.findByText('Not removed: it was removed already, in another tab.')).toBeVisible()
    expect(screen.queryByText(/still skipped with/)).toBeNull()
  })

  it('are listed for a day after they were removed, and can be restored there', async () => {
    await makeJob(['solar'], 2)
    await makeJob(['bread'])
    await worker.library.removeJob('17', Date.now() - 120_000)
    const { user } = renderDesk(worker, { at: '/jobs' })
    await screen.findByRole('link', { name: 'bread Job 18' })
    expect(links()).toEqual(['bread Job 18'])
    await user.selectOptions(show(), 'Removed')
    await waitFor(() => expect(links()).toEqual(['solar Job 17']))
    expect(rows()[0]).toHaveTextContent(/Removed [12] minutes? ago, with 2 articles/)
    await user.click(screen.getByRole('button', { name: 'Restore job 17 and its articles' }))
    expect(await screen.findByText('Removed jobs can be restored for a day. There are none.')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Show all jobs' }))
    await waitFor(() => expect(links()).toEqual(['bread Job 18', 'solar Job 17']))
  })

  it('are offered again if all of them were removed', async () => {
    await makeJob(['solar'], 2)
    await worker.library.removeJob('17', Date.now())
    const { user } = renderDesk(worker, { at: '/jobs' })
    await user.click(await screen.findByRole('button', { name: 'Show removed jobs' }))
    await waitFor(() => expect(links()).toEqual(['solar Job 17']))
  })

  it('of an earlier service are removed without a word on skipping: their ids name other articles now', async () => {
    await worker.library.noticeService('one')
    await makeJob(['solar'], 2)
    await worker.library.noticeService('two')
    const { user } = renderDesk(worker, { at: '/jobs' })
    await user.click(await screen.findByRole('button', { name: /^Remove job 17, before/ }))
    const dialog = await screen.findByRole('dialog')
    await user.click(await within(dialog).findByRole('button', { name: 'Remove the texts' }))
    expect(await screen.findByText(/^Removed job 17, .* and its articles from this device$/)).toBeVisible()
    expect((await worker.library.skipIds({ everything: true })).ids).toEqual(emptyIdList)
  })

  it('that were removed are not awaited for ever if they cannot be read', async () => {
    vi.spyOn(worker.library, 'removedJobs').mockRejectedValue(new Error('disk'))
    renderDesk(worker, { at: '/jobs?show=removed' })
    expect(await screen.findByText('The library could not be read')).toBeVisible()
  })

  it('say so if a removal or archiving cannot be undone', async () => {
    await makeJob(['solar'])
    const { user } = renderDesk(worker, { at: '/jobs' })
    const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
    await user.click(await screen.findByRole('button', { name: 'Actions for job 17' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Archive' }))
    await screen.findByText('Archived job 17')
    vi.spyOn(worker.library, 'editJob').mockRejectedValue(new Error('disk'))
    await press('Move back')
    expect(await screen.findByText('Not moved: this device could not save the change.')).toBeVisible()

    await makeJob(['wind'])
    await user.click(await screen.findByRole('button', { name: 'Remove job 18' }))
    await screen.findByText('Removed job 18 from this device')
    vi.spyOn(worker.library, 'restoreJob').mockRejectedValue(new Error('disk'))
    await press('Undo')
    expect(await screen.findByText('Not restored: this device could not save the change.')).toBeVisible()
  })

  it('offer to collect more from one that is ready, and from no other', async () => {
    worker.service.failNext(networkError())
    await worker.createJob({ ...blankRequest, keywords: ['rivers'] })
    await makeJob(['wind'], 2)
    const { user, address } = renderDesk(worker, { at: '/jobs' })
    await user.click(await screen.findByRole('button', { name: 'Actions for unconfirmed request' }))
    await screen.findByRole('menuitem', { name: 'Archive' })
    expect(screen.queryByRole('menuitem', { name: 'Collect more' })).toBeNull()
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Actions for job 17' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Collect more' }))
    await waitFor(() => expect(address()).toBe('/jobs/new'))
  })

  it('say in plain words when they were made, without hovering', async () => {
    await makeJob(['solar'])
    renderDesk(worker, { at: '/jobs' })
    await screen.findByRole('link', { name: 'solar Job 17' })
    expect(rows()[0]).toHaveTextContent(/(1 hour|5[89] minutes) ago \d+ \w{3,4}, \d\d:\d\d/)
  })

  it('show the date of an older one once', async () => {
    nowMs -= 30 * 86_400_000
    await makeJob(['solar'])
    renderDesk(worker, { at: '/jobs' })
    await screen.findByRole('link', { name: 'solar Job 17' })
    expect(rows()[0]?.querySelector('time')?.textContent).toMatch(/^\d+ \w{3,4}( \d{4})?, \d\d:\d\d$/)
  })

  it('pass the focus to the next one when one is removed, and to the heading when none is left', async () => {
    await makeJob(['solar'], 2)
    await makeJob(['bread'], 1)
    const { user } = renderDesk(worker, { at: '/jobs' })
    await user.click(await screen.findByRole('button', { name: /^Remove job 18/ }))
    await user.click(await screen.findByRole('button', { name: 'Remove, stop skipping' }))
    expect(await screen.findByText('Removed job 18 and its articles; no longer skipped')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('link', { name: 'solar Job 17' })).toHaveFocus())
    await user.click(screen.getByRole('button', { name: /^Remove job 17/ }))
    await user.click(await screen.findByRole('button', { name: 'Remove, keep skipping' }))
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Jobs' })).toHaveFocus())
  })

  it('are gone through, opened and searched with the keys of a list of articles', async () => {
    for (const keyword of ['solar', 'bread', 'rivers']) await makeJob([keyword], 1)
    const { user } = renderDesk(worker, { at: '/jobs' })
    const link = (name: string) => screen.findByRole('link', { name })
    await link('rivers Job 19')
    await user.keyboard('k')
    expect(await link('rivers Job 19')).toHaveFocus()
    await user.keyboard('jjj')
    expect(await link('solar Job 17')).toHaveFocus()
    await user.keyboard('/j')
    const field = screen.getByRole('searchbox', { name: 'Search jobs' })
    expect(field).toHaveValue('j')
    await user.keyboard('{Escape}')
    expect(field).toHaveValue('')
    await user.keyboard('{Escape}j')
    expect(await link('rivers Job 19')).toHaveFocus()
    // Enter leaves the field for the first hit, as in a list of articles.
    await user.keyboard('/bre{Enter}')
    expect(await link('bread Job 18')).toHaveFocus()
    await user.clear(field)
    await user.click(await screen.findByRole('button', { name: 'Actions for job 18' }))
    await user.keyboard('{Escape}ko')
    expect(await screen.findByRole('heading', { name: 'rivers' })).toBeVisible()
  })

  it('are gone through from the one that was opened, once the editor is back', async () => {
    for (const keyword of ['solar', 'bread', 'rivers']) await makeJob([keyword], 1)
    const { user } = renderDesk(worker, { at: '/jobs' })
    await user.click(await screen.findByRole('link', { name: 'bread Job 18' }))
    await screen.findByRole('article', { name: 'Article 1' })
    await user.keyboard('{Escape}')
    const bread = await screen.findByRole('link', { name: 'bread Job 18' })
    await user.keyboard('j')
    expect(bread).toHaveFocus()
    await user.keyboard('j')
    expect(screen.getByRole('link', { name: 'solar Job 17' })).toHaveFocus()
  })

  it('start with a link to create the first one, or a number', async () => {
    worker.service.addJob(42, { state: 'running' })
    const { user, address } = renderDesk(worker, { at: '/jobs' })
    expect(await screen.findByText('No jobs yet')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Create your first job' })).toHaveAttribute('href', '/jobs/new')

    await user.type(screen.getByLabelText('Job number'), '1.5{Enter}')
    expect(screen.getByLabelText('Job number')).toHaveAccessibleDescription(/whole number of at least 1/)
    expect(screen.getByRole('alert')).toHaveTextContent(/whole number of at least 1/)
    expect(address()).toBe('/jobs')

    await user.clear(screen.getByLabelText('Job number'))
    await user.type(screen.getByLabelText('Job number'), '#42')
    await user.click(screen.getByRole('button', { name: 'Open job' }))
    expect(await screen.findByRole('heading', { name: 'Job 42' })).toBeVisible()
    expect(await worker.library.job('42')).toMatchObject({ phase: 'watched' })
  })
})

describe('many jobs', () => {
  it('are found by request, by state and by decisions', async () => {
    await makeJob(['solar', 'wind'], 2)
    await makeJob(['bread'], 2)
    await makeJob(['rain'])
    await worker.library.annotate([{ ids: [1, 2], set: { decision: 'keep' } }])
    const { user, address } = renderDesk(worker, { at: '/jobs' })
    await user.type(await screen.findByRole('searchbox', { name: 'Search jobs' }), 'WIND sol')
    await waitFor(() => expect(links()).toEqual(['solar, wind Job 17']))
    // Not seen, but announced.
    expect(screen.getByRole('status')).toHaveTextContent('1 job found')
    expect(rows()[0]).toHaveTextContent('2 of 2 decided')
    await user.clear(screen.getByRole('searchbox', { name: 'Search jobs' }))
    await user.selectOptions(show(), 'Decided')
    await waitFor(() => expect(links()).toEqual(['bread Job 18', 'solar, wind Job 17']))
    await user.selectOptions(show(), 'Not yet decided')
    expect(await screen.findByText('No job matches')).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent('No jobs found')
    // What is typed is written to the address a little later.
    await waitFor(() => expect(address()).toBe('/jobs?show=undecided'))
    await user.click(screen.getByRole('button', { name: 'Show all jobs' }))
    await waitFor(() => expect(rows()).toHaveLength(3))
    expect(screen.getByRole('status')).toBeEmptyDOMElement()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  it('can be given names, which a backup restores', async () => {
    await makeJob(['solar'], 2)
    const { user } = renderDesk(worker, { at: '/jobs' })
    await user.click(await screen.findByRole('button', { name: 'Actions for job 17' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
    const full = vi.spyOn(worker.library, 'editJob').mockRejectedValueOnce(new Error('disk'))
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Roofs{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent(/^This device could not save it\./)
    full.mockRestore()
    await user.type(screen.getByRole('textbox', { name: 'Name' }), ', spring')
    expect(screen.queryByRole('alert')).toBeNull()
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('link', { name: 'Roofs, spring Job 17' })).toBeVisible()
    expect(rows()[0]).toHaveTextContent('solar')
    const there = testWorkerApi().library
    await copyLibrary(worker.library, there)
    expect((await there.job('17'))?.name).toBe('Roofs, spring')
  })

  it('keep the dialog in which one is named while another tab archives it', async () => {
    await makeJob(['solar'], 2)
    const { user } = renderDesk(worker, { at: '/jobs' })
    await user.click(await screen.findByRole('button', { name: 'Actions for job 17' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Roofs')
    await act(() => worker.library.editJob('17', { archived: true }))
    expect(await screen.findByText('All jobs are archived')).toBeInTheDocument()
    await user.type(screen.getByRole('textbox', { name: 'Name' }), ', spring{Enter}')
    await waitFor(async () => expect((await worker.library.job('17'))?.name).toBe('Roofs, spring'))
  })

  it('lead to the archive if all are archived', async () => {
    await makeJob(['bread'])
    await worker.library.editJob('17', { archived: true })
    const { user } = renderDesk(worker, { at: '/jobs' })
    expect(await screen.findByRole('heading', { name: 'All jobs are archived' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show archived jobs' }))
    expect(await screen.findByRole('link', { name: 'bread Job 17' })).toBeVisible()
    expect(show()).toHaveValue('archived')
  })

  it('are archived and restored, with their articles in the library throughout', async () => {
    await makeJob(['solar'], 2)
    await makeJob(['bread'], 1)
    const { user } = renderDesk(worker, { at: '/jobs' })
    await user.click(await screen.findByRole('button', { name: 'Actions for job 17' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Archive' }))
    await waitFor(() => expect(links()).toEqual(['bread Job 18']))
    expect((await worker.library.view({ job: '17' })).ids.numbers).toHaveLength(2)
    await user.selectOptions(show(), 'Archived')
    await waitFor(() => expect(links()).toEqual(['solar Job 17']))
    await user.click(screen.getByRole('button', { name: 'Actions for job 17' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Move out of the archive' }))
    expect(await screen.findByText('No job matches')).toBeVisible()
  })

  it('are rendered a hundred at a time', async () => {
    for (let jobId = 1; jobId <= 1_000; jobId += 1) await worker.library.openByNumber(jobId, jobId)
    const { user } = renderDesk(worker, { at: '/jobs?show=waiting' })
    expect(await screen.findByText('100 of 1,000 jobs shown')).toBeVisible()
    expect(rows()).toHaveLength(100)
    await user.click(screen.getByRole('button', { name: 'Show 100 more' }))
    expect(rows()).toHaveLength(200)
  })

  it('keep the focus in the list when the last of them are rendered', async () => {
    for (let jobId = 1; jobId <= 101; jobId += 1) await worker.library.openByNumber(jobId, jobId)
    const { user } = renderDesk(worker, { at: '/jobs?show=waiting' })
    await user.click(await screen.findByRole('button', { name: 'Show 1 more' }))
    expect(rows()).toHaveLength(101)
    await waitFor(() => expect(screen.getByRole('link', { name: /Job 1$/ })).toHaveFocus())
  })

  it('are filtered by when they were created, at any time by default', async () => {
    await worker.library.openByNumber(1, 1)
    renderDesk(worker, { at: '/jobs' })
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Created' })
    expect(choice.options[0]).toHaveTextContent('Created at any time')
  })
})
