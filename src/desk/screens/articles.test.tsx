import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { bulk, decisionsOf, shownTitles } from '../testing/job-articles.ts'
import { createMemoryLibrary } from '../testing/memory-library.ts'
import { renderDesk } from '../testing/render-desk.tsx'
import { stubArticles } from '../testing/stub-service.ts'
import { testWorkerApi, type TestWorkerApi } from '../testing/test-worker-api.ts'
import { createGate } from '../../testing/create-gate.ts'

let worker: TestWorkerApi

beforeEach(() => {
  worker = testWorkerApi()
})

async function openJob(articles: readonly unknown[] = stubArticles(12), at = '/jobs/17') {
  await worker.collect(articles, { keywords: ['solar farm'], category: 'Energy' })
  const desk = renderDesk(worker, { at })
  await screen.findByRole('article', { name: 'Article 1' })
  return desk
}

/** Holds every search until the returned function is called. */
function holdSearches(): () => void {
  const device = createMemoryLibrary()
  const held: (() => void)[] = []
  const find: typeof device.find = async (...given) => {
    await new Promise<void>((resolve) => held.push(resolve))
    return device.find(...given)
  }
  worker = testWorkerApi({ library: { ...device, find } })
  return () => held.forEach((release) => release())
}

const search = () => screen.getByRole('searchbox', { name: 'Search these articles' })

/** Pasted rather than typed, since every key would render the screen again. */
async function searchFor(user: UserEvent, query: string): Promise<void> {
  await user.clear(search())
  await user.click(search())
  await user.paste(query)
}

const tools = () => within(screen.getByRole('toolbar', { name: 'Article actions' }))

describe('the articles of a job', () => {
  it('are printed beyond those in view, and the print says what it lacks', async () => {
    await openJob(stubArticles(200))
    const onScreen = shownTitles().length
    fireEvent(window, new Event('beforeprint'))
    await waitFor(() => expect(shownTitles().length).toBeGreaterThan(onScreen + 30))
    const lacking = `${shownTitles().length} of 200 articles. To print them all, export them as HTML.`
    expect(screen.getByText(lacking)).toBeInTheDocument()
    fireEvent(window, new Event('afterprint'))
    await waitFor(() => expect(shownTitles().length).toBeLessThan(onScreen + 10))
  })

  it('are all printed where they are few', async () => {
    await openJob(stubArticles(40))
    fireEvent(window, new Event('beforeprint'))
    await waitFor(() => expect(shownTitles()).toHaveLength(40))
    expect(screen.queryByText(/To print them all/)).toBeNull()
    fireEvent(window, new Event('afterprint'))
  })

  it('mark the keywords and show how often they occur and how long they are', async () => {
    await openJob()
    const card = screen.getByRole('article', { name: 'Article 1' })
    expect([...card.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['solar', 'farms'])
    expect(card).toHaveTextContent('13 words2 hits')
  })

  it('are rendered only when in view, with their position and number', async () => {
    await openJob(stubArticles(3000))
    const items = screen.getAllByRole('listitem')
    expect(items.length).toBeLessThan(30)
    expect(items[0]).toHaveAttribute('aria-setsize', '3000')
    expect(items[0]).toHaveAttribute('aria-posinset', '1')
  })

  it('show what a search has found instead of their first lines, in the text or in a note', async () => {
    const text = `${'Nothing of interest. '.repeat(30)}The mill was sold.`
    const [first, second, ...others] = stubArticles(12)
    const { user } = await openJob([{ ...first, text }, { ...second, text }, ...others])
    await worker.library.annotate([{ ids: [2], set: { note: 'Ask Ana' } }])
    const card = (name: string) => screen.getByRole('article', { name })
    expect(card('Article 1')).not.toHaveTextContent('mill')

    await searchFor(user, 'mill')
    await waitFor(() => expect(card('Article 1')).toHaveTextContent('The mill was sold.'))
    expect([...card('Article 1').querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['mill'])
    await searchFor(user, 'mill ana')
    await waitFor(() => expect(shownTitles()).toEqual(['Article 2']))
    await waitFor(() => expect(card('Article 2')).toHaveTextContent('Note: Ask Ana'))
    await act(() => worker.library.annotate([{ ids: [2], set: { note: '' } }]))
    await waitFor(() => expect(card('Article 2')).toHaveTextContent('Nothing of interest.'))

    await user.clear(search())
    await waitFor(() => expect(card('Article 1')).toHaveTextContent('Nothing of interest.'))
  })

  it('are found by a search, which is in the address', async () => {
    const { user, address } = await openJob()
    await user.keyboard('/')
    expect(search()).toHaveFocus()
    await searchFor(user, '"article 7"')
    expect(await screen.findByText('1 of 12 matching')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Select 1 matching' })).toBeVisible()
    expect(shownTitles()).toEqual(['Article 7'])
    await waitFor(() => expect(address()).toBe('/jobs/17?q=%22article+7%22'))

    // Not "12 of 12 matching": no word is searched for, and not one text has this.
    await searchFor(user, '👩')
    await waitFor(() => expect(shownTitles()).toHaveLength(12))
    expect(screen.getByRole('button', { name: 'Select all 12 articles' })).toBeVisible()
    expect(screen.queryByText(/matching/)).toBeNull()

    await searchFor(user, 'nowhere')
    expect(await screen.findByText('Nothing here matches')).toBeVisible()
    expect(
      screen.getByText('None of the 12 articles of this job has “nowhere” in its title or text.'),
    ).toBeVisible()
    await user.click(screen.getByRole('radio', { name: /^Kept/ }))
    expect(screen.getByText(/this job is kept and has “nowhere” in its title or text\.$/)).toBeVisible()
    await searchFor(user, '"nowhere else"')
    expect(await screen.findByText(/ is kept and has "nowhere else" in its title or text\.$/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show all articles' }))
    expect(await screen.findByText('12 articles')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  it('can be chosen to be read, as is said only while one is shown', async () => {
    const { user } = await openJob()
    const hint = 'Choose an article to read it here.'
    expect(await screen.findByText(hint)).toBeVisible()
    await searchFor(user, 'nowhere')
    await waitFor(() => expect(screen.queryByText(hint)).toBeNull())
    expect(screen.getByText('Nothing here matches')).toBeVisible()
    await user.clear(search())
    expect(await screen.findByText(hint)).toBeVisible()
  })

  it('cannot be opened as results, by click or Enter, while a search is still running', async () => {
    const releaseSearches = holdSearches()
    const { user, address } = await openJob()
    await searchFor(user, '"article 7"')
    const earlier = screen.getByRole('link', { name: 'Article 1' })
    expect(earlier.closest('[aria-busy]')).toHaveAttribute('aria-busy', 'true')
    await user.click(earlier)
    expect(address()).not.toContain('/articles/')
    await user.click(search())
    await user.keyboard('{Enter}')
    // Faded once the search has taken a moment.
    await waitFor(() => expect(earlier.closest('[data-slow]')).not.toBeNull())
    act(releaseSearches)
    await waitFor(() => expect(screen.getByRole('link', { name: 'Article 7' })).toHaveFocus())
    expect(screen.getByRole('link', { name: 'Article 7' }).closest('[data-slow]')).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Article 7' }))
    await waitFor(() => expect(address()).toContain('/jobs/17/articles/7'))
  })

  it('are opened by pressing Enter twice, even if the search finishes only after that', async () => {
    const releaseSearches = holdSearches()
    const { user, address } = await openJob()
    await searchFor(user, '"article 7"')
    await user.keyboard('{Enter}{Enter}')
    expect(address()).not.toContain('/articles/')
    act(releaseSearches)
    await waitFor(() => expect(address()).toContain('/jobs/17/articles/7'))
  })

  it('are not shown if the search failed, until it is retried', async () => {
    const device = createMemoryLibrary()
    let fails = true
    const find: typeof device.find = (...given) =>
      fails ? Promise.reject(new Error('no device')) : device.find(...given)
    worker = testWorkerApi({ library: { ...device, find } })
    const { user } = await openJob()
    await searchFor(user, 'article 1')
    expect(await screen.findByText('The search failed')).toBeVisible()
    expect(tools().getByRole('button', { name: 'Copy ids 0 articles matching' })).toBeVisible()
    fails = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() =>
      expect(shownTitles()).toEqual(['Article 1', 'Article 10', 'Article 11', 'Article 12']),
    )
  })

  it('ignore Enter and Escape while a word is composed in the search field', async () => {
    const { user } = await openJob()
    await searchFor(user, 'article 1')
    await screen.findByText('4 of 12 matching')
    fireEvent.keyDown(search(), { key: 'Enter', isComposing: true })
    expect(search()).toHaveFocus()
    fireEvent.keyDown(search(), { key: 'Escape', isComposing: true })
    expect(search()).toHaveValue('article 1')
  })

  it('are all shown again on Escape after a search, before Escape leaves the job', async () => {
    const { user, address } = await openJob()
    await user.keyboard('/')
    await user.paste('article 1')
    expect(await screen.findByText('4 of 12 matching')).toBeVisible()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('link', { name: 'Article 1' })).toHaveFocus()
    await user.keyboard('{Escape}')
    expect(await screen.findByText('12 articles')).toBeVisible()
    expect(search()).toHaveValue('')
    expect(address()).toMatch(/^\/jobs\/17/)
    expect(screen.getByRole('link', { name: 'Article 1' })).toHaveFocus()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(address()).toBe('/jobs'))
  })

  it('are searched from the start if the address contains a search', async () => {
    await worker.collect()
    renderDesk(worker, { at: '/jobs/17?q=article+11' })
    expect(await screen.findByText('1 of 12 matching')).toBeVisible()
    expect(search()).toHaveValue('article 11')
  })

  it('provide the ids of all, of the matches, or of the selection', async () => {
    const { user } = await openJob()
    await user.click(tools().getByRole('button', { name: 'Copy ids 12 articles' }))
    expect(await navigator.clipboard.readText()).toBe(
      stubArticles(12)
        .map(({ id }) => id)
        .join('\n'),
    )

    await searchFor(user, 'article 1')
    await user.click(await tools().findByRole('button', { name: 'Copy ids 4 articles matching' }))
    expect(await navigator.clipboard.readText()).toBe('1\n10\n11\n12')

    await user.click(screen.getByRole('checkbox', { name: 'Select Article 11' }))
    await user.click(tools().getByRole('button', { name: 'Copy ids 1 article selected' }))
    expect(await navigator.clipboard.readText()).toBe('11')
    expect(await screen.findByText('Copied 1 id')).toBeVisible()
  })

  it('leave the clipboard as it is if a search finds none', async () => {
    const { user } = await openJob()
    await user.click(tools().getByRole('button', { name: 'Copy ids 12 articles' }))
    const before = await navigator.clipboard.readText()
    await searchFor(user, 'nothing like it')
    await user.click(await tools().findByRole('button', { name: 'Copy ids 0 articles matching' }))
    expect(await screen.findByText('There are no ids to copy')).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe(before)
  })

  it('never provide an id past 2^53', async () => {
    const { user } = await openJob([...stubArticles(1), { id: 2 ** 53 + 2, title: 'Big', text: 'x' }])
    expect(screen.getByRole('article', { name: 'Big' })).toHaveTextContent('id too large to export')
    await user.keyboard('c')
    expect(await screen.findByText("Copied 1 id; 1 id left out: can't be sent back exactly")).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe('1')
  })

  it('stay selected if the search changes', async () => {
    const { user } = await openJob()
    await user.click(screen.getByRole('checkbox', { name: 'Select Article 3' }))
    await searchFor(user, 'article 1')
    await user.click(await screen.findByRole('button', { name: 'Select all 4 matching' }))
    expect(screen.getByText('5 selected, 1 hidden')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Clear selection' }))
    expect(screen.queryByText(/selected$/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Select all 4 matching' })).toHaveFocus()
  })

  it('are browsed, selected and opened by keyboard alone', async () => {
    const { user, address } = await openJob()
    await user.keyboard('jj')
    expect(screen.getByRole('link', { name: 'Article 2' })).toHaveFocus()
    expect(screen.getByRole('link', { name: 'Article 2' })).toHaveAttribute('aria-current', 'true')
    await user.keyboard('xjj{Shift>}X{/Shift}')
    expect(screen.getByText('3 selected')).toBeVisible()
    await user.keyboard('{Escape}')
    expect(screen.queryByText('3 selected')).toBeNull()
    await user.keyboard('ko')
    expect(await screen.findByRole('heading', { name: 'Article 3' })).toBeVisible()
    expect(address()).toBe('/jobs/17/articles/3')
    await user.keyboard('j')
    expect(await screen.findByRole('heading', { name: 'Article 4' })).toHaveFocus()
    await user.keyboard('{Escape}')
    expect(address()).toBe('/jobs/17')
    await waitFor(() => expect(screen.getByRole('link', { name: 'Article 4' })).toHaveFocus())
    await user.keyboard('{Escape}')
    expect(address()).toBe('/jobs')
  })

  it('regain the focus on Escape in the search field, at the row that was left', async () => {
    const { user } = await openJob()
    await user.keyboard('jjj/')
    expect(screen.getByLabelText('Search these articles')).toHaveFocus()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.getByRole('link', { name: 'Article 3' })).toHaveFocus())
  })

  it('return unchanged at once on Escape while one is about to open', async () => {
    const { address } = await openJob()
    const press = (key: string) => fireEvent.keyDown(document.body, { key })
    press('j')
    press('x')
    expect(await screen.findByText('1 selected')).toBeVisible()
    press('o')
    press('Escape')
    await act(async () => void (await worker.library.job('17')))
    expect(address()).toBe('/jobs/17')
    expect(screen.getByText('1 selected')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Close article' })).toBeNull()
  })

  it('are selected as a range with Shift and a click', async () => {
    const { user } = await openJob()
    await user.click(screen.getByRole('checkbox', { name: 'Select Article 2' }))
    await user.keyboard('{Shift>}')
    await user.click(screen.getByRole('checkbox', { name: 'Select Article 5' }))
    await user.keyboard('{/Shift}')
    expect(screen.getByText('4 selected')).toBeVisible()
  })

  it('lead to a new job that skips them', async () => {
    await openJob()
    expect(tools().getByRole('link', { name: 'Collect more' })).toHaveAttribute('href', '/jobs/new?from=17')
  })
})

describe('the reader', () => {
  it('shows the text in paragraphs, with its details', async () => {
    await openJob(undefined, '/jobs/17/articles/2')
    const reader = (await screen.findByRole('heading', { name: 'Article 2' })).closest(
      'article',
    ) as HTMLElement
    expect(within(reader).getByText('The text of article 2.')).toBeVisible()
    expect(reader).toHaveTextContent('13 words1 minEnergyJob 17Article 2')
    expect(reader.querySelectorAll('mark')).toHaveLength(2)
  })

  it('leaves the focus to a search that began before the text appeared', async () => {
    const device = createMemoryLibrary()
    const [shows, showText] = createGate()
    const article = vi.fn<typeof device.article>(async (...given) => {
      await shows
      return device.article(...given)
    })
    worker = testWorkerApi({ library: { ...device, article } })
    const { user } = await openJob()
    await user.keyboard('jo')
    // Keys for a screen that takes over a second to come are dropped, as on a busy machine.
    await waitFor(() => expect(article).toHaveBeenCalled())
    await user.keyboard('/')
    await waitFor(() => expect(search()).toHaveFocus())
    act(showText)
    expect(await screen.findByRole('heading', { name: 'Article 1' })).toBeVisible()
    expect(search()).toHaveFocus()
  })

  it('moves within the search results', async () => {
    const { user } = await openJob(undefined, '/jobs/17/articles/1?q=article+1')
    await screen.findByText('1 of 4')
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(await screen.findByRole('heading', { name: 'Article 10' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Previous' }))
    expect(await screen.findByRole('heading', { name: 'Article 1' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true')
  })

  it('shows HTML as inert text, with the original one click away', async () => {
    const html = '<p>The tide <img src="x" onerror="alert(1)"> turned.</p><script>alert(1)</script>'
    const { user } = await openJob(
      [...stubArticles(1), { id: 2, title: '<b>Bold</b>', text: html }],
      '/jobs/17/articles/2',
    )
    const reader = (await screen.findByRole('heading', { name: '<b>Bold</b>' })).closest('article')
    expect(within(reader as HTMLElement).getByText('The tide turned.')).toBeVisible()
    expect(document.querySelector('img, script')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show original' }))
    expect(within(reader as HTMLElement).getByText(html)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show as text' }))
    expect(within(reader as HTMLElement).getByText('The tide turned.')).toBeVisible()
  })

  it('says if the job has no such article', async () => {
    await openJob(undefined, '/jobs/17/articles/99')
    expect(await screen.findByText('This article is not in your library')).toBeVisible()
  })
})

it('can be decided on together before their decisions have been read', async () => {
  const device = createMemoryLibrary()
  worker = testWorkerApi({ library: { ...device, decisions: () => new Promise(() => {}) } })
  const { user } = await openJob()
  await user.keyboard('jxjx')
  await user.click(bulk().getByRole('button', { name: 'Reject 2 articles' }))
  await waitFor(async () =>
    expect(await decisionsOf(worker, [1, 2, 3])).toEqual(['reject', 'reject', undefined]),
  )
})
