import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { LibraryError } from '../../library/library.ts'
import { createMemoryLibrary } from '../../testing/memory-library.ts'
import { json, networkError, stubArticles } from '../../testing/stub-service.ts'
import { testCredentials } from '../../testing/test-worker-api.ts'
import { testWorkerApi } from '../../testing/test-worker-api.ts'
import { blankForm, draftOf } from './form-state.ts'
import { createFormDesk, type FormDesk } from './testing/form-desk.tsx'

let desk: FormDesk

beforeEach(() => {
  desk = createFormDesk()
})

describe('a request', () => {
  it('sends only what was filled in, and always the signature switch', async () => {
    const user = await desk.open()
    await user.click(await desk.createButton())
    expect(await screen.findByText('the page of job 17')).toBeVisible()
    expect(desk.created().map(({ body }) => body)).toEqual([{ remove_signature: false }])
  })

  it('counts what can be skipped, and what will be, once when the form opens', async () => {
    await desk.worker.collect(stubArticles(3))
    const read = vi.spyOn(desk.worker.library, 'ledger')
    const counted = vi.spyOn(desk.worker, 'countSkips')
    const user = await desk.open()
    expect(await screen.findByText('3 ids, updated automatically')).toBeVisible()
    expect(await screen.findByText('3 ids will be skipped')).toBeVisible()
    expect([read.mock.calls.length, counted.mock.calls.length]).toEqual([1, 1])
    await user.click(screen.getByRole('checkbox', { name: 'Articles you already have' }))
    expect(await screen.findByText('3 ids; their articles may come again')).toBeVisible()
    expect(await screen.findByText('No ids will be skipped')).toBeVisible()
  })

  it('that became a job whose number can not be saved tells the number, and stays in the form', async () => {
    const library = createMemoryLibrary()
    const full = () => Promise.reject(new LibraryError('newer-schema'))
    desk = createFormDesk(testWorkerApi({ library: { ...library, accept: full, markUnconfirmed: full } }))
    const user = await desk.open()
    await user.type(screen.getByLabelText('Keywords'), 'bread{Enter}')
    await user.click(await desk.createButton())
    expect(await screen.findByRole('alert')).toHaveTextContent('The service made job 17,')
    expect(screen.getByRole('button', { name: 'Remove bread' })).toBeVisible()
    expect(await desk.createButton()).toBeEnabled()
  })

  it('is not sent while the browser is offline, and stays in the form', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onTestFinished(() => onLine.mockRestore())
    const user = await desk.open()
    await user.type(screen.getByLabelText('Keywords'), 'bread{Enter}')
    await user.click(await desk.createButton())
    expect(await screen.findByRole('alert')).toHaveTextContent('You are offline')
    expect(screen.getByRole('button', { name: 'Remove bread' })).toBeVisible()
    expect([desk.created().length, (await desk.worker.library.jobs()).length]).toEqual([0, 0])
    onLine.mockReturnValue(true)
    await user.click(await desk.createButton())
    expect(await screen.findByText('the page of job 17')).toBeVisible()
  })

  it('starts in its first field', async () => {
    await desk.open()
    expect(screen.getByLabelText('Keywords')).toHaveFocus()
  })

  it('is previewed below the buttons, which stay in view and would cover half of it', async () => {
    await desk.open()
    const button = await desk.createButton()
    const place = button.compareDocumentPosition(screen.getByText('Request'))
    expect(place & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  it('sends every field, and what is still being typed in "Keywords"', async () => {
    const user = await desk.open()
    await user.type(screen.getByLabelText('Keywords'), 'bread, "sour dough"{Enter}yeast')
    await user.type(screen.getByLabelText('Category'), ' Food ')
    await user.type(screen.getByLabelText('Number of articles'), '12')
    await user.click(screen.getByRole('switch', { name: 'Remove signatures' }))
    await user.type(screen.getByLabelText('Article ids'), '3, 1 3 x')
    expect(await screen.findByText(/^2 ids, 1 repeated/)).toHaveTextContent(
      '2 ids, 1 repeated, 1 not an id: line 1 “x”',
    )
    expect(await screen.findByText('2 ids will be skipped')).toBeVisible()
    await user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText('the page of job 17')
    expect(desk.created()[0]?.body).toEqual({
      keywords: ['bread', '"sour dough"', 'yeast'],
      category: 'Food',
      article_count: 12,
      remove_signature: true,
      ids_to_skip: [3, 1],
    })
  })

  it('sends ids that were typed a moment ago, before anything has been said of them', async () => {
    const user = await desk.open()
    await user.type(screen.getByLabelText('Keywords'), 'bread')
    const field = screen.getByLabelText('Article ids')
    fireEvent.change(field, { target: { value: '3, 1' } })
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
    await screen.findByText('the page of job 17')
    expect(desk.created().map(({ body }) => body)).toMatchObject([{ ids_to_skip: [3, 1] }])
  })

  it('leaves the Enter that confirms a composed word to the input method, also as Safari reports it', async () => {
    const user = await desk.open()
    const field = screen.getByLabelText('Keywords')
    await user.type(field, '天気')
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })
    expect(field).toHaveValue('天気')
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
    expect(field).toHaveValue('')
  })

  it('makes one job of a double click', async () => {
    const user = await desk.open()
    await user.dblClick(await desk.createButton())
    await screen.findByText('the page of job 17')
    expect(desk.created()).toHaveLength(1)
  })

  it('is shown exactly as it will be sent, the key as a variable', async () => {
    const user = await desk.open()
    await user.type(screen.getByLabelText('Keywords'), 'bread')
    expect(JSON.parse(screen.getByLabelText('JSON').textContent)).toEqual({
      keywords: ['bread'],
      remove_signature: false,
    })
    expect(screen.getByLabelText('curl')).toHaveTextContent(`--user 'editor@example.org':"$API_KEY"`)
    expect(document.body).not.toHaveTextContent(testCredentials.apiKey)
  })

  it('is not sent with an invalid number, and says so at the field', async () => {
    const user = await desk.open()
    await user.type(screen.getByLabelText('Number of articles'), 'ten')
    await user.click(await desk.createButton())
    const field = screen.getByLabelText('Number of articles')
    expect(field).toHaveFocus()
    expect(field).toHaveAccessibleDescription(/Enter a whole number/)
    expect(screen.getByRole('alert')).toHaveTextContent(/^Enter a whole number/)
    expect(desk.created()).toHaveLength(0)
  })
})

describe('when no job was made', () => {
  it("shows the service's words as plain text and keeps the form", async () => {
    const user = await desk.open()
    desk.worker.service.failNext(json({ detail: 'No <b>bread</b> today' }, 422))
    await user.type(screen.getByLabelText('Category'), 'Food')
    await user.click(await desk.createButton())
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('No <b>bread</b> today')
    expect(within(alert).queryByText('bread')).toBeNull()
    expect(screen.getByLabelText('Category')).toHaveValue('Food')
  })

  it('explains a problem with a field once, at that field, by the field’s label', async () => {
    const user = await desk.open()
    const fault = { field: 'article_count', detail: 'must be a whole number from 1 to 10,000' }
    const detail = `${fault.field} ${fault.detail}`
    desk.worker.service.failNext(json({ title: 'Unprocessable', detail, errors: [fault] }, 422))
    await user.type(screen.getByLabelText('Number of articles'), '20000')
    await user.click(await desk.createButton())
    const field = screen.getByLabelText('Number of articles')
    await waitFor(() => expect(field).toHaveFocus())
    expect(field).toBeInvalid()
    expect(field).toHaveAccessibleDescription('Number of articles must be a whole number from 1 to 10,000')
    expect(screen.getByRole('alert')).toHaveTextContent(/Change what is marked/)
    expect(screen.getAllByText(/must be a whole number/)).toHaveLength(1)
    expect(screen.queryByText(/article_count must/)).toBeNull()
    await user.type(field, '{Backspace}')
    expect(field).toBeValid()
  })

  it('asks for the key again on a 401 and keeps the form', async () => {
    const user = await desk.open()
    desk.worker.service.accounts.clear()
    await user.type(screen.getByLabelText('Category'), 'Food')
    await user.click(await desk.createButton())
    await waitFor(() => expect(desk.signInsAsked()).toBe(1))
    expect(screen.getByRole('alert')).toHaveTextContent('The service did not accept your key')
    expect(screen.getByLabelText('Category')).toHaveValue('Food')
    expect(desk.created()).toHaveLength(1)
  })

  it('leads to the unconfirmed job if the response never came', async () => {
    const user = await desk.open()
    desk.worker.service.failNext(networkError())
    await user.click(await desk.createButton())
    expect(await screen.findByText(/^the page of job sent-/)).toBeVisible()
  })
})

describe('the draft', () => {
  it('is restored when the form is reopened, and deleted once a job was made', async () => {
    const user = await desk.open()
    await user.type(screen.getByLabelText('Keywords'), 'bread,ye')
    await user.type(screen.getByLabelText('Article ids'), '7 x')
    const again = await desk.open()
    expect(screen.getByText('bread')).toBeVisible()
    expect(screen.getByLabelText('Keywords')).toHaveValue('ye')
    expect(screen.getByLabelText('Article ids')).toHaveValue('7 x')
    await again.click(await desk.createButton())
    await screen.findByText('the page of job 17')
    expect(await desk.worker.library.draft()).toBeUndefined()
  })

  it('of a new request stays if the response to an earlier one comes late', async () => {
    let respond = () => {}
    desk.worker.service.failNext(
      () => new Promise((resolve) => (respond = () => resolve(json({ id: 17 }, 201)))),
    )
    const user = await desk.open()
    await user.type(screen.getByLabelText('Category'), 'Food')
    await user.click(await desk.createButton())
    await waitFor(() => expect(desk.created()).toHaveLength(1))
    const again = await desk.open()
    expect(screen.getByLabelText('Category')).toHaveValue('Food')
    await again.clear(screen.getByLabelText('Category'))
    await again.type(screen.getByLabelText('Category'), 'Sport')
    await waitFor(async () => expect((await desk.worker.library.draft())?.category).toBe('Sport'))
    respond()
    await waitFor(async () => expect(await desk.worker.library.job('17')).toBeDefined())
    await desk.open()
    expect(screen.getByLabelText('Category')).toHaveValue('Sport')
  })

  it('of a request that was accepted after the form was left is deleted', async () => {
    let respond = () => {}
    desk.worker.service.failNext(
      () => new Promise((resolve) => (respond = () => resolve(json({ id: 17 }, 201)))),
    )
    const user = await desk.open()
    await user.type(screen.getByLabelText('Category'), 'Food')
    await user.click(await desk.createButton())
    await waitFor(() => expect(desk.created()).toHaveLength(1))
    await desk.open()
    respond()
    await waitFor(async () => expect(await desk.worker.library.draft()).toBeUndefined())
    await desk.open()
    expect(screen.getByLabelText('Category')).toHaveValue('')
  })

  it.each([
    ['deleted if the tab dies while it is sent, since the request is kept', ''],
    ['kept if it was edited since, even if the tab that sent it dies', 's'],
  ])('is %s', async (_what, edit) => {
    desk.worker.service.failNext(() => new Promise(() => {}))
    const { library, service } = desk.worker
    const user = await desk.open()
    await user.type(screen.getByLabelText('Category'), 'Food')
    await waitFor(async () => expect((await library.draft())?.category).toBe('Food'))
    await user.click(await desk.createButton())
    await waitFor(() => expect(desk.created()).toHaveLength(1))
    const again = await desk.open()
    if (edit) await again.type(screen.getByLabelText('Category'), edit)
    await waitFor(async () => expect((await library.draft())?.category).toBe(`Food${edit}`))

    const muchLater = Date.now() + 3_600_000
    await testWorkerApi({ library, service, now: () => muchLater }).recover()
    expect((await library.jobs())[0]).toMatchObject({ phase: 'unconfirmed' })
    expect((await library.draft())?.category).toBe(edit ? 'Foods' : undefined)
    const link = await screen.findByRole('link', { name: /request has had no answer/ })
    expect(link.closest('[role=status]')).toBeVisible()
    await again.click(link)
    expect(await screen.findByText(/^the page of job sent-/)).toBeVisible()
  })

  it('of a request sent right after the last edit is deleted, too, if the tab dies while it is sent', async () => {
    desk.worker.service.failNext(() => new Promise(() => {}))
    const { library, service } = desk.worker
    const user = await desk.open()
    await user.type(screen.getByLabelText('Category'), 'Food')
    await user.click(await desk.createButton())
    await waitFor(() => expect(desk.created()).toHaveLength(1))
    await desk.open()
    const muchLater = Date.now() + 3_600_000
    await testWorkerApi({ library, service, now: () => muchLater }).recover()
    expect((await library.jobs())[0]).toMatchObject({ phase: 'unconfirmed' })
    expect(await library.draft()).toBeUndefined()
  })

  it('stays if it was edited before its request was sent, while the service was asked who it is', async () => {
    const { library, service } = desk.worker
    await library.noticeService('one')
    let respond = () => {}
    service.failNext(() => new Promise((resolve) => (respond = () => resolve(json({ ping: 'pong' })))))
    service.failNext(() => new Promise(() => {}))
    const user = await desk.open()
    await user.type(screen.getByLabelText('Category'), 'Food')
    await user.type(screen.getByLabelText('Article ids'), '7')
    await user.click(await desk.createButton())
    await waitFor(() => expect(service.requests).toHaveLength(1))
    await user.type(screen.getByLabelText('Category'), 's')
    await waitFor(async () => expect((await library.draft())?.category).toBe('Foods'))
    respond()
    await waitFor(() => expect(desk.created()).toHaveLength(1))
    const muchLater = Date.now() + 3_600_000
    await testWorkerApi({ library, service, now: () => muchLater }).recover()
    expect((await library.jobs())[0]).toMatchObject({ phase: 'unconfirmed' })
    expect((await library.draft())?.category).toBe('Foods')
  })

  it('is restored even if another tab has since made a job of its own', async () => {
    const user = await desk.open()
    const { library } = desk.worker
    await user.type(screen.getByLabelText('Category'), 'Food')
    await waitFor(async () => expect((await library.draft())?.category).toBe('Food'))
    await library.saveDraft(draftOf({ ...blankForm, category: 'Sport' }, 'of another tab'))
    await library.discardDraft(['of another tab'])
    await desk.open()
    expect(screen.getByLabelText('Category')).toHaveValue('Food')
  })

  it('of another tab is not replaced when this one is left, even after it was sent from there', async () => {
    const user = await desk.open()
    const { library } = desk.worker
    await user.type(screen.getByLabelText('Category'), 'Food')
    await waitFor(async () => expect((await library.draft())?.category).toBe('Food'))
    const formId = (await library.draft())?.formId
    await library.saveDraft(draftOf({ ...blankForm, category: 'Sport' }, 'of another tab'))
    await hidePage()
    expect((await library.draft())?.category).toBe('Sport')
    await library.discardDraft(['of another tab', formId])
    await hidePage()
    expect(await library.draft()).toBeUndefined()
    await user.type(screen.getByLabelText('Category'), 's')
    await hidePage()
    expect((await library.draft())?.category).toBe('Foods')
  })

  it('is cleared with an undo', async () => {
    const user = await desk.open()
    await user.type(screen.getByLabelText('Category'), 'Food')
    await user.click(screen.getByRole('button', { name: 'Clear form' }))
    expect(screen.getByLabelText('Category')).toHaveValue('')
    expect(screen.getByLabelText('Keywords')).toHaveFocus()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(screen.getByLabelText('Category')).toHaveValue('Food')
  })

  it.each([
    ['keywords', [{ word: 'bread' }]],
    ['skipJobs', [{}]],
    ['skipLists', [{}]],
    ['idText', {}],
    ['madeFrom', {}],
    ['idsToSkip', { numbers: new Float64Array(), strings: [{}] }],
  ])('from a damaged backup is shown without other %s than it may have', async (name, value) => {
    const draft = draftOf({ ...blankForm, category: 'Sport' }, 'form')
    await desk.worker.library.saveSetting('request-draft', { ...draft, [name]: value })
    await desk.open()
    expect(screen.getByLabelText('Category')).toHaveValue('Sport')
    expect(screen.getByLabelText('Article ids')).toHaveValue('')
    expect((await desk.createButton()).closest('form')).not.toHaveTextContent('object')
  })
})

describe('earlier jobs', () => {
  it('suggest their categories, and another can be typed', async () => {
    await desk.worker.collect(stubArticles(1), { category: 'Food' })
    const user = await desk.open()
    const field = await screen.findByRole('combobox', { name: 'Category' })
    const { list } = field as HTMLInputElement
    expect(Array.from(list?.options ?? [], ({ value }) => value)).toEqual(['Food'])
    await user.type(field, 'Food and drink')
    // The suggestions cover nothing on the page.
    expect(screen.getByRole('button', { name: 'Create job' })).toBeVisible()
    await user.click(await desk.createButton())
    await screen.findByText('the page of job 18')
    expect(desk.created().at(-1)?.body).toMatchObject({ category: 'Food and drink' })
  })

  it('offer their articles for skipping, from some jobs or all', async () => {
    const first = await desk.worker.collect(stubArticles(3), { keywords: ['bread'] })
    await desk.worker.collect(stubArticles(2, 101), {}, first)
    const user = await desk.open()
    await user.click(screen.getByRole('checkbox', { name: 'Articles you already have' }))
    await user.click(await screen.findByText('Earlier jobs'))
    await user.click(screen.getByRole('checkbox', { name: 'Job 17' }))
    expect(await screen.findByText('3 ids will be skipped')).toBeVisible()
    await user.click(screen.getByRole('checkbox', { name: 'Job 17' }))
    expect(await screen.findByText('No ids will be skipped')).toBeVisible()
    await user.click(screen.getByRole('checkbox', { name: 'Articles you already have' }))
    expect(await screen.findByText('5 ids will be skipped')).toBeVisible()
    expect(screen.getByRole('group', { name: 'Skipped articles' })).toBeVisible()
  })
})

/** As when the editor turns to another tab. */
async function hidePage(): Promise<void> {
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await act(async () => document.dispatchEvent(new Event('visibilitychange')))
  hidden.mockRestore()
}
