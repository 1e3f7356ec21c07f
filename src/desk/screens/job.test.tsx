import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { packIds } from '../../contract/ids.ts'
import { blankRequest } from '../../contract/testing/blank-request.ts'
import { renderDesk } from '../testing/render-desk.tsx'
import { stubArticles } from '../testing/stub-service.ts'
import { testWorkerApi, type TestWorkerApi } from '../testing/test-worker-api.ts'

let worker: TestWorkerApi
const request = { ...blankRequest, keywords: ['solar'], articleCount: 8, idsToSkip: packIds([2, 90]) }

beforeEach(() => {
  worker = testWorkerApi()
})

const readyJob = (articles: readonly unknown[]) => worker.collect(articles, request)

const cards = () => within(screen.getByRole('list', { name: 'Articles' })).getAllByRole('article')
const titles = () => cards().map((card) => within(card).getByRole('link').textContent)

describe('a job', () => {
  it('is named after its request, with its number, its state and an article per card', async () => {
    await readyJob(stubArticles(3))
    const { user } = renderDesk(worker, { at: '/jobs/17' })
    expect(await screen.findByRole('heading', { name: 'solar' })).toBeVisible()
    expect(screen.getByText('Job 17')).toBeVisible()
    expect(await screen.findByText('Ready: 3 articles')).toBeVisible()
    expect(await screen.findByRole('article', { name: 'Article 2' })).toBeVisible()
    expect(titles()).toEqual(['Article 1', 'Article 2', 'Article 3'])
    await user.click(screen.getByRole('button', { name: 'About this job', expanded: false }))
    expect(
      within(await screen.findByRole('region', { name: 'About this job' })).getByText('asked for 8'),
    ).toBeVisible()
  })

  it('says so if its full request cannot be read', async () => {
    await readyJob(stubArticles(3))
    const { user } = renderDesk(
      { ...worker, shownRequest: () => Promise.reject(new Error('disk')) },
      { at: '/jobs/17' },
    )
    await user.click(await screen.findByRole('button', { name: 'About this job' }))
    await user.click(await screen.findByText('Full request'))
    expect(await screen.findByText(/^The request could not be read\./)).toBeVisible()
  })

  it('has a short title in the tab, however many its keywords and however long the title of an article', async () => {
    const keywords = Array.from({ length: 100 }, (_, at) => `water ${at}`)
    await worker.collect([{ id: 1, title: 'river '.repeat(90), text: 'x' }], { keywords })
    const { user } = renderDesk(worker, { at: '/jobs/17' })
    expect(await screen.findByRole('heading', { level: 1, name: /water 99$/ })).toBeVisible()
    expect(document.title).toMatch(/^water 0, water 1, .{40,70}… - Article Desk$/)
    await user.click(await screen.findByRole('link', { name: /^river river/ }))
    await waitFor(() => expect(document.title).toMatch(/^river river .{50,70}… - Article Desk$/))
  })

  it.each([
    ['it is renamed meanwhile', 'renamed'],
    ['another got ready in a hidden tab', 'hidden'],
  ])('has the title of the open article in the tab, then its own, although %s', async (_, when) => {
    await readyJob(stubArticles(3))
    const { user } = renderDesk(worker, { at: '/jobs/17' })
    const link = await screen.findByRole('link', { name: 'Article 1' })
    // As the watch does in a hidden tab, until it is looked at.
    if (when === 'hidden') document.title = 'Job 18: Ready: 3 articles'
    await user.click(link)
    await waitFor(() => expect(document.title).toBe('Article 1 - Article Desk'))
    const name = when === 'renamed' ? 'Roofs' : 'solar'
    if (when === 'renamed') await worker.library.editJob('17', { name })
    await screen.findByRole('heading', { level: 1, name })
    expect(document.title).toBe('Article 1 - Article Desk')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.title).toBe(`${name} - Article Desk`))
  })

  it('says what was returned although it was to be skipped, and what could not be read', async () => {
    await readyJob([...stubArticles(3), { id: 4, title: null, text: '<script>x</script>' }])
    const { user } = renderDesk(worker, { at: '/jobs/17' })
    expect(await screen.findByText('1 delivered although skipped')).toBeVisible()
    await user.click(screen.getByText('1 article could not be read'))
    expect(await screen.findByText('Number 4 has no title')).toBeVisible()
    expect(screen.getByText(/<script>x<\/script>/)).toBeVisible()
  })

  it('that brought only what could not be read does not say that nothing was found', async () => {
    await readyJob([{ id: 4, title: null, text: 'x' }, 'y'])
    const { user } = renderDesk(worker, { at: '/jobs/17' })
    expect(await screen.findByRole('status')).toHaveTextContent('Finished: nothing readable')
    expect(await screen.findByText(/^The service delivered 2 articles that could not be read/)).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Broaden keywords' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Create again' })).toBeVisible()
    await user.click(screen.getByText('2 articles could not be read'))
    expect(await screen.findByText(/; no readable articles were delivered\.$/)).toBeVisible()
    expect(screen.getByText(/set aside\.$/)).toBeVisible()
  })

  it('that brought nothing says how many ids were skipped and what to change', async () => {
    await readyJob([])
    renderDesk(worker, { at: '/jobs/17' })
    expect(await screen.findByText('Nothing new found')).toBeVisible()
    expect(
      screen.getByText(
        '2 ids were skipped, and no other article matched. You can use other or more general keywords, skip fewer articles, or create the job again later, when the service may have new articles.',
      ),
    ).toBeVisible()
    expect(screen.getByRole('link', { name: 'Create again' })).toHaveAttribute('href', '/jobs/new?from=17')
    expect(screen.queryByRole('link', { name: 'Collect more' })).toBeNull()
  })

  it.each([
    ['brought articles', true, stubArticles(1)],
    ['brought nothing', false, []],
  ])('that %s reserves space for the reader: %s', async (_, hasReader, articles) => {
    await readyJob(articles)
    renderDesk(worker, { at: '/jobs/17' })
    const state = await screen.findByText(/^(Ready|Finished): /)
    expect(state.closest('[data-split]')).toHaveAttribute('data-split', String(hasReader))
  })

  it('that brought nothing links to the keywords, and to what is skipped', async () => {
    await readyJob([])
    const { user, address } = renderDesk(worker, { at: '/jobs/17' })
    await user.click(await screen.findByRole('link', { name: 'Broaden keywords' }))
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Keywords' })).toHaveFocus())
    expect(await screen.findByText(/^Collecting more from job 17/)).toBeVisible()
    await waitFor(() => expect(address()).toBe('/jobs/new'))
    cleanup()
    renderDesk(worker, { at: '/jobs/17' })
    await user.click(await screen.findByRole('link', { name: 'Skip fewer articles' }))
    await waitFor(() => expect(screen.getByRole('group', { name: 'Skipped articles' })).toHaveFocus())
  })

  it('that brought nothing offers to change the keywords and the category alike, if it has both', async () => {
    await worker.collect([], { keywords: ['solar'], category: 'Zoo' })
    const { user } = renderDesk(worker, { at: '/jobs/17' })
    expect(
      await screen.findByText(
        'No article of the service matched both the keywords and the category. You can use other or more general keywords, choose another category or none, or create the job again later, when the service may have new articles.',
      ),
    ).toBeVisible()
    expect(screen.getByRole('link', { name: 'Broaden keywords' })).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Change category' }))
    await waitFor(() => expect(screen.getByLabelText('Category')).toHaveFocus())
  })

  it('that brought nothing mentions only what it asked for', async () => {
    await worker.collect([])
    renderDesk(worker, { at: '/jobs/17' })
    expect(await screen.findByText(/ You can create the job again later, /)).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Broaden keywords' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Change category' })).toBeNull()
  })

  it('shows its exact request on demand', async () => {
    await readyJob([])
    const { user } = renderDesk(worker, { at: '/jobs/17' })
    await user.click(await screen.findByRole('button', { name: 'About this job' }))
    await user.click(await screen.findByText('Full request'))
    const json = await screen.findByLabelText('Request as JSON')
    expect(JSON.parse(json.textContent)).toEqual({
      keywords: ['solar'],
      article_count: 8,
      remove_signature: false,
      ids_to_skip: [2, 90],
    })
  })

  it('with a number from elsewhere is opened and watched at once', async () => {
    renderDesk(worker, { at: '/jobs/42' })
    expect(await screen.findByText('Waiting for the service')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Stop watching' })).toBeVisible()
    expect(await worker.library.job('42')).toMatchObject({ phase: 'watched', jobId: 42 })
  })

  it('says when the articles so far can be opened, also if it is no longer watched', async () => {
    worker.service.addJob(5, { state: 'running', articles: stubArticles(3) })
    await worker.library.openByNumber(5, Date.now())
    await worker.checkJob('5')
    const { user } = renderDesk(worker, { at: '/jobs/5' })
    expect(await screen.findByText('You can open them when the job is ready.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Stop watching' }))
    expect(await screen.findByText('Watch again to open them.')).toBeVisible()
    expect(cards()).toHaveLength(3)
  })

  it('says of a single article so far that it can be opened', async () => {
    worker.service.addJob(5, { state: 'running', articles: stubArticles(1) })
    await worker.library.openByNumber(5, Date.now())
    await worker.checkJob('5')
    renderDesk(worker, { at: '/jobs/5' })
    expect(await screen.findByText('You can open it when the job is ready.')).toBeVisible()
  })

  it('says so if it cannot be stopped or restored', async () => {
    const { user } = renderDesk(worker, { at: '/jobs/42' })
    vi.spyOn(worker.library, 'setPhase').mockRejectedValue(new Error('disk'))
    await user.click(await screen.findByRole('button', { name: 'Stop watching' }))
    expect(await screen.findByText('Not saved: this device could not save the change.')).toBeVisible()

    await worker.library.removeJob('42', 1)
    vi.spyOn(worker.library, 'restoreJob').mockRejectedValue(new Error('disk'))
    await user.click(await screen.findByRole('button', { name: 'Restore it' }))
    expect(await screen.findByText('Not restored: this device could not save the change.')).toBeVisible()
  })

  it('with an invalid number does not exist, and nothing is stored for it', async () => {
    renderDesk(worker, { at: '/jobs/sent-0a' })
    expect(await screen.findByText('This job is not on this device')).toBeVisible()
    expect(await worker.library.jobs()).toEqual([])
  })

  it('without a number is not said to be absent before the library has been read', async () => {
    let read = () => {}
    const none = new Promise<undefined>((resolve) => (read = () => resolve(undefined)))
    vi.spyOn(worker.library, 'job').mockReturnValue(none)
    renderDesk(worker, { at: '/jobs/sent-0a' })
    const heading = await screen.findByRole('heading', { level: 1 })
    expect(heading).toHaveTextContent('Request')
    expect(document.title).toBe('Request - Article Desk')
    read()
    await waitFor(() => expect(heading).toHaveTextContent('No such job'))
  })

  it('unknown to the service can be created again', async () => {
    await worker.createJob(request)
    worker.service.failNext(new Response('{}', { status: 404 }))
    await worker.checkJob('17')
    renderDesk(worker, { at: '/jobs/17' })
    expect(await screen.findByText('Not found')).toBeVisible()
    const again = screen.getByRole('link', { name: 'Create again' })
    expect(again).toHaveAttribute('href', '/jobs/new?again=17')
    // Below, as while it is watched: what is explained moves no button.
    const explanation = screen.getByText(/The request is kept here/)
    expect(again.compareDocumentPosition(explanation)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('says aloud that the checks have stopped, since the words of its state were the same before', async () => {
    await worker.createJob(request)
    worker.service.addJob(17, { state: 'failed' })
    await worker.checkJob('17')
    await worker.checkJob('17')
    renderDesk(worker, { at: '/jobs/17' })
    const state = await screen.findByText('Service says: failed')
    expect(screen.queryByRole('alert')).toBeNull()
    await act(() => worker.checkJob('17'))
    expect(await screen.findByRole('alert')).toHaveTextContent('automatic checks have stopped')
    expect(state).toHaveTextContent('Service says: failed')
  })

  it('with a mistyped number can be removed where the error is shown', async () => {
    worker.service.failNext(new Response('{}', { status: 404 }))
    await worker.openJob(99)
    await worker.checkJob('99')
    const { user, address } = renderDesk(worker, { at: '/jobs/99' })
    expect(await screen.findByText(/^No job with this number in your account\./)).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(address()).toBe('/jobs'))
    expect(await worker.library.jobs()).toEqual([])
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible()
  })

  it('with an unreadable response explains that first, and shows the response on demand', async () => {
    await worker.createJob(request)
    worker.service.failNext(
      new Response('{"articles": 7}', { headers: { 'content-type': 'application/json' } }),
    )
    await worker.checkJob('17')
    const { user } = renderDesk(worker, { at: '/jobs/17' })
    expect(await screen.findByText(/until the job has been watched for 24 hours/)).toBeVisible()
    const raw = screen.getByText(/"articles": ?7/)
    expect(raw).not.toBeVisible()
    await user.click(screen.getByText('What the service answered'))
    expect(raw).toBeVisible()
  })

  it('that was removed can be restored', async () => {
    await readyJob(stubArticles(1))
    await worker.library.removeJob('17', 1)
    const { user } = renderDesk(worker, { at: '/jobs/17' })
    expect(
      await screen.findByText(/^It can be restored for a day .* Decisions, labels and notes stay\.$/),
    ).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'Restore it' }))
    expect(await screen.findByRole('article', { name: 'Article 1' })).toBeVisible()
  })

  it('that is removed in another tab while it is open says so to screen readers, too', async () => {
    await readyJob(stubArticles(1))
    const { user } = renderDesk(worker, { at: '/jobs/17' })
    expect(await screen.findByRole('article', { name: 'Article 1' })).toBeVisible()
    await user.keyboard('j')
    expect(screen.getByRole('link', { name: 'Article 1' })).toHaveFocus()
    await act(() => worker.library.removeJob('17', 1))
    expect(await screen.findByRole('alert')).toHaveTextContent('Job 17 was removed')
    expect(screen.getByRole('heading', { name: 'Job 17 was removed' })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Job 17' })).toHaveFocus()
  })
})

describe('the first job of a device, with the reader beside the list', () => {
  beforeEach(() => {
    localStorage.clear()
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
  })
  afterEach(() => {
    localStorage.clear()
    vi.unstubAllGlobals()
  })

  it('opens its first article, even if the result arrived before its screen, and only once', async () => {
    await readyJob(stubArticles(3))
    const { user, address } = renderDesk(worker, { at: '/jobs/17' })
    await waitFor(() => expect(address()).toBe('/jobs/17/articles/1'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(address()).toBe('/jobs/17'))
    cleanup()
    const again = renderDesk(worker, { at: '/jobs/17' })
    expect(await screen.findByRole('article', { name: 'Article 1' })).toBeVisible()
    expect(again.address()).toBe('/jobs/17')
  })

  it('opens none if it was ready long before, or if another was closed', async () => {
    worker = testWorkerApi({ now: () => Date.now() - 3_600_000 })
    await readyJob(stubArticles(3))
    const { address } = renderDesk(worker, { at: '/jobs/17' })
    expect(await screen.findByRole('article', { name: 'Article 1' })).toBeVisible()
    expect(address()).toBe('/jobs/17')
    cleanup()
    worker = testWorkerApi()
    await readyJob(stubArticles(3))
    const reading = renderDesk(worker, { at: '/jobs/17/articles/2' })
    expect(await screen.findByRole('heading', { level: 2, name: 'Article 2' })).toBeVisible()
    expect(reading.address()).toBe('/jobs/17/articles/2')
    await reading.user.click(screen.getByRole('button', { name: 'Close article' }))
    await waitFor(() => expect(reading.address()).toBe('/jobs/17'))
    expect(await screen.findByText('Choose an article to read it here.')).toBeVisible()
    expect(reading.address()).toBe('/jobs/17')
  })
})
