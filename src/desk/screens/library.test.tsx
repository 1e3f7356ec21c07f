import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { shownTitles } from '../testing/job-articles.ts'
import { createMemoryLibrary } from '../testing/memory-library.ts'
import { renderDesk } from '../testing/render-desk.tsx'
import { stubArticles } from '../testing/stub-service.ts'
import { testWorkerApi, type TestWorkerApi } from '../testing/test-worker-api.ts'

let worker: TestWorkerApi

// Their code loads on the first visit; here that must not count against the screen's speed.
beforeAll(() =>
  Promise.all([
    import('./article-notes.tsx'),
    import('../features/library/filters/filter-sheet.tsx'),
    import('../features/versions/versions-dialog.tsx'),
    import('../features/duplicates/duplicates-dialog.tsx'),
    import('../library/texts/text-diff/text-diff.ts'),
  ]),
)

beforeEach(() => {
  worker = testWorkerApi()
})

const prose = (about: string, words = 60) =>
  Array.from({ length: words }, (_, index) => `${about}${index} says`).join(' ')

/** Four articles in two jobs: one came in both with different texts, and two are near-duplicates. */
async function fill() {
  await worker.collect(
    [
      { id: 1, title: 'Roofs', text: `${prose('roof')}.\n\nBy Ann Author` },
      { id: 2, title: 'Rivers', text: prose('river') },
      { id: 3, title: 'Bread', text: `${prose('bread')} https://example.org/bread` },
    ],
    { keywords: ['solar'], category: 'Energy' },
  )
  await worker.collect(
    [
      { id: 4, title: 'Streams', text: `${prose('river')} and more` },
      { id: 1, title: 'Roofs', text: `${prose('roof')}.` },
    ],
    { keywords: ['water'] },
  )
}

async function openLibrary(at = '/library') {
  const desk = renderDesk(worker, { at })
  await screen.findByRole('list', { name: 'Articles' })
  return desk
}

const filters = () => within(screen.getByRole('region', { name: 'Filters' }))

/** Waits until every text has been read. */
const allRead = () => waitFor(() => expect(screen.queryByText(/Indexing:/)).not.toBeInTheDocument())

describe('the library', () => {
  it('has every article of every job once, newest first, with the jobs it came in', async () => {
    await fill()
    await openLibrary()
    await waitFor(() => expect(shownTitles()).toEqual(['Streams', 'Roofs', 'Rivers', 'Bread']))
    expect(screen.getByText('4 articles from 2 jobs, stored on this device.')).toBeVisible()
    expect(screen.getByRole('article', { name: 'Roofs' })).toHaveTextContent('Jobs 18, 17')
    expect(await screen.findByText('2 versions')).toBeVisible()
  })

  it('says "checking" in filters for what is still unknown, never that there is none', async () => {
    const device = createMemoryLibrary()
    const unknown = { duplicated: undefined, versioned: undefined, quality: undefined, keywords: undefined }
    const view: typeof device.view = async (...asked) => {
      const view = await device.view(...asked)
      return { ...view, facets: { ...view.facets, ...unknown } }
    }
    worker = testWorkerApi({ library: { ...device, view } })
    await fill()
    await openLibrary()
    for (const name of ['Keyword', 'Quality', 'Near-duplicates', 'Versions'])
      expect(within(await filters().findByRole('group', { name })).getByText('checking')).toBeVisible()
    expect(filters().queryByRole('button', { name: / 0 articles/ })).toBeNull()
  })

  it('shows dates in filters in the same form as everywhere', async () => {
    await fill()
    await openLibrary('/library?collected=2026-01-31..')
    const shown = (label: string) => filters().getByLabelText(label).closest('[data-shown]')
    await waitFor(() => expect(shown('Collected, from')).toHaveAttribute('data-shown', '31 Jan 2026'))
    expect(shown('Collected, to')).toHaveAttribute('data-shown', 'To')
  })

  it('marks on a card only what is unusual in its job, however often the filters count it', async () => {
    const about = ['roof', 'river', 'bread', 'sand', 'steel']
    const articles = about.map((name, index) => ({
      id: index + 1,
      title: name,
      text: `${prose(name)}${index === 0 ? ' https://example.org/roof' : '\n\n© 2024 The Paper'}`,
    }))
    await worker.collect(articles)
    await openLibrary()
    await allRead()
    expect(await filters().findByRole('button', { name: 'Copyright line 4 articles' })).toBeVisible()
    expect(within(screen.getByRole('article', { name: 'roof' })).getByText('Links')).toBeVisible()
    expect(within(screen.getByRole('list', { name: 'Articles' })).queryByText('Copyright line')).toBeNull()
    // All of them have 120 words, fewer than the 150 that are short unless the editor says otherwise.
    expect(within(screen.getByRole('list', { name: 'Articles' })).queryByText('Short')).toBeNull()
  })

  it('says what to do if nothing was collected yet', async () => {
    renderDesk(worker, { at: '/library' })
    expect(await screen.findByText('Nothing collected yet')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Create a job' })).toHaveAttribute('href', '/jobs/new')
  })

  it('can be filtered, with filters in the address, counts of what each would leave, and a way to remove them', async () => {
    await fill()
    const { user, address } = await openLibrary()
    await allRead()
    await user.click(filters().getByRole('button', { name: 'Energy 3 articles' }))
    await waitFor(() => expect(shownTitles()).toEqual(['Roofs', 'Rivers', 'Bread']))
    await user.click(await filters().findByRole('button', { name: 'Links 1 article' }))
    await waitFor(() => expect(shownTitles()).toEqual(['Bread']))
    expect(address()).toBe('/library?category=Energy&quality=links')
    expect(screen.getByText('1 of 4 matching')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Remove filter Links' }))
    await waitFor(() => expect(address()).toBe('/library?category=Energy'))
    expect(screen.getByRole('button', { name: 'Hide filters' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(shownTitles()).toHaveLength(4))
    expect(screen.getByRole('button', { name: 'Hide filters' })).toHaveFocus()
    expect(address()).toBe('/library')
  })

  it('distinguishes reasons and labels that differ only in case, but not categories', async () => {
    await fill()
    await worker.collect(stubArticles(1, 30), { category: 'energy' })
    const reject = { decision: 'reject' } as const
    await worker.library.annotate([{ ids: [1], set: { ...reject, reason: 'off topic', addLabels: ['sun'] } }])
    await worker.library.annotate([{ ids: [2], set: { ...reject, reason: 'Off topic', addLabels: ['Sun'] } }])
    const { user, address } = await openLibrary('/library?category=ENERGY')
    const option = (name: string) => filters().findByRole('button', { name })
    expect(await option('energy 4 articles')).toHaveAttribute('aria-pressed', 'true')
    await user.click(await option('off topic 1 article'))
    await waitFor(() => expect(shownTitles()).toEqual(['Roofs']))
    expect(await option('off topic 1 article')).toHaveAttribute('aria-pressed', 'true')
    expect(await option('Off topic 1 article')).toHaveAttribute('aria-pressed', 'false')
    await user.click(await option('Off topic 1 article'))
    await waitFor(() => expect(shownTitles()).toEqual(['Rivers']))
    expect(address()).toBe('/library?category=ENERGY&reason=Off+topic')
    await user.click(await option('Sun 1 article'))
    await waitFor(() => expect(address()).toBe('/library?category=ENERGY&reason=Off+topic&label=Sun'))
  })

  it('shows what its address says, and ignores invalid parts', async () => {
    await fill()
    await openLibrary('/library?job=18&sort=title&read=perhaps')
    await waitFor(() => expect(shownTitles()).toEqual(['Roofs', 'Streams']))
    expect(screen.getByRole('combobox', { name: 'Order' })).toHaveValue('title')
    expect(screen.getByRole('button', { name: 'Remove filter Job 18' })).toBeVisible()
  })

  it('ignores jobs and chains that do not exist', async () => {
    await fill()
    const { user, address } = await openLibrary('/library?job=%3Cscript%3E&chain=999')
    await waitFor(() => expect(shownTitles()).toHaveLength(4))
    expect(screen.queryByRole('button', { name: /^Remove filter/ })).toBeNull()
    await user.click(filters().getByRole('button', { name: 'Energy 3 articles' }))
    await waitFor(() => expect(address()).toBe('/library?category=Energy'))
  })

  it('says at the field if a range ends before it begins, and leaves the list unchanged', async () => {
    await fill()
    const { user, address } = await openLibrary()
    await user.type(filters().getByLabelText('Words, from'), '900')
    await waitFor(() => expect(address()).toBe('/library?words=900..'))
    await user.type(filters().getByLabelText('Words, to'), '100')
    expect(filters().getByLabelText('Words, to')).toHaveAccessibleDescription('Less than 900')
    expect(filters().getByLabelText('Words, to')).toBeInvalid()
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(address()).toBe('/library?words=900..')
    await user.type(filters().getByLabelText('Words, to'), '0')
    await waitFor(() => expect(address()).toBe('/library?words=900..1000'))
    expect(filters().getByLabelText('Words, to')).toBeValid()
  })

  it('searches all texts, best match first, and prepares that when the field is entered', async () => {
    await fill()
    const prepared = vi.spyOn(worker.library, 'prepareSearch')
    const { user, address } = await openLibrary()
    expect(prepared).not.toHaveBeenCalled()
    await user.keyboard('/')
    const search = screen.getByRole('searchbox', { name: 'Search library' })
    expect(search).toHaveFocus()
    expect(prepared).toHaveBeenCalledTimes(1)
    await user.paste('river7')
    await waitFor(() => expect(shownTitles().toSorted()).toEqual(['Rivers', 'Streams']))
    await waitFor(() => expect(address()).toBe('/library?q=river7'))
    await user.clear(search)
    await user.paste('nowhere')
    expect(await screen.findByText('Nothing here matches')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show all articles' }))
    await waitFor(() => expect(shownTitles()).toHaveLength(4))
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  it('keeps a decided article in its place until the view is left, while the counts change', async () => {
    await fill()
    const { user } = await openLibrary('/library?decision=undecided')
    await waitFor(() => expect(shownTitles()).toHaveLength(4))
    await user.keyboard('jv')
    await waitFor(() => expect(filters().getByRole('button', { name: 'Kept 1 article' })).toBeVisible())
    expect(shownTitles()).toEqual(['Streams', 'Roofs', 'Rivers', 'Bread'])
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await user.click(await filters().findByRole('button', { name: 'Undecided 3 articles' }))
    await waitFor(() => expect(shownTitles()).toEqual(['Roofs', 'Rivers', 'Bread']))
  })

  it('shows an article again after an undo, even of a step in an earlier visit', async () => {
    await fill()
    const [roofs] = (await worker.library.view({})).ids.numbers.slice(1)
    await worker.library.annotate([{ ids: [roofs ?? 0], set: { decision: 'reject' } }], { kind: 'reject' })
    const { user } = await openLibrary('/library?decision=undecided')
    await waitFor(() => expect(shownTitles()).toEqual(['Streams', 'Rivers', 'Bread']))
    await user.keyboard('z')
    await waitFor(() => expect(shownTitles()).toEqual(['Streams', 'Roofs', 'Rivers', 'Bread']))
  })

  it('announces new articles while open, and does not move the others', async () => {
    await fill()
    const { user } = await openLibrary()
    await waitFor(() => expect(shownTitles()).toHaveLength(4))
    await worker.collect(stubArticles(2, 90))
    await user.click(await screen.findByRole('button', { name: 'Show 2 new' }))
    await waitFor(() => expect(shownTitles().slice(0, 2)).toEqual(['Article 90', 'Article 91']))
  })

  it('announces all new articles even if as many have been decided on', async () => {
    await fill()
    const { user } = await openLibrary('/library?decision=undecided')
    await waitFor(() => expect(shownTitles()).toHaveLength(4))
    await user.keyboard('jv')
    await waitFor(() => expect(filters().getByRole('button', { name: 'Kept 1 article' })).toBeVisible())
    await worker.collect(stubArticles(1, 90))
    await user.click(await screen.findByRole('button', { name: 'Show 1 new' }))
    await waitFor(() => expect(shownTitles()).toEqual(['Article 90', 'Roofs', 'Rivers', 'Bread']))
  })

  it('decides on all matches at once, and undoes it', async () => {
    await fill()
    const { user } = await openLibrary('/library?job=17')
    await user.click(await screen.findByRole('button', { name: 'Select all 3 matching' }))
    await user.click(screen.getByRole('button', { name: /^Reject 3/ }))
    await waitFor(async () =>
      expect((await worker.library.view({ decisions: ['reject'] })).ids.numbers).toHaveLength(3),
    )
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(async () =>
      expect((await worker.library.view({ decisions: ['reject'] })).ids.numbers).toHaveLength(0),
    )
  })
})

describe('an article of the library', () => {
  it('opens beside the list, with its jobs, and the next one in the same order', async () => {
    await fill()
    const { user, address } = await openLibrary('/library?sort=title')
    await waitFor(() => expect(shownTitles()).toEqual(['Bread', 'Rivers', 'Roofs', 'Streams']))
    await user.keyboard('jj{Enter}')
    expect(await screen.findByRole('heading', { name: 'Rivers' })).toBeVisible()
    expect(address()).toBe('/library/articles/2?sort=title')
    await user.keyboard('j')
    expect(await screen.findByRole('heading', { name: 'Roofs' })).toBeVisible()
    await waitFor(() => expect(address()).toBe('/library/articles/1?sort=title'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(address()).toBe('/library?sort=title'))
  })

  it('shows its versions side by side, with deleted words struck out', async () => {
    await fill()
    const { user } = await openLibrary('/library/articles/1')
    await allRead()
    await user.click(await screen.findByRole('button', { name: '2 versions' }))
    const dialog = within(await screen.findByRole('dialog', { name: '2 versions' }))
    expect(await dialog.findByText('By Ann Author')).toHaveProperty('tagName', 'DEL')
    expect(dialog.getByRole('columnheader', { name: /^Job 17, .*Roofs$/ })).toBeVisible()
    expect(dialog.getByText(/Only in the first text: 3 words/)).toBeVisible()
  })

  it('is kept while its near-duplicates are rejected, in one step', async () => {
    await fill()
    const { user } = await openLibrary('/library/articles/2')
    await allRead()
    await user.click(await screen.findByRole('button', { name: /% in “Streams”/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Near-duplicates' }))
    expect(await dialog.findByText('and more', { exact: false, selector: 'ins' })).toBeVisible()
    expect(dialog.getByRole('group', { name: 'Article to keep' })).toHaveTextContent('Rivers')
    await user.click(dialog.getByRole('button', { name: 'Reject 1' }))
    expect(await screen.findByText('Kept 1 article, rejected 1 near-duplicate')).toBeVisible()
    await waitFor(async () =>
      expect(await worker.library.annotations([2, 4])).toMatchObject([
        [2, { decision: 'keep' }],
        [4, { decision: 'reject', duplicateOf: 2 }],
      ]),
    )
    expect(await worker.library.steps()).toMatchObject([{ kind: 'keep-one', count: 2 }])
    await worker.library.undo()
    expect((await worker.library.annotations([4]))[0]?.[1]?.decision).toBeUndefined()
  })

  it('takes the focus in the dialog when it is kept instead of another', async () => {
    await fill()
    const { user } = await openLibrary('/library/articles/2')
    await allRead()
    await user.click(await screen.findByRole('button', { name: /% in “Streams”/ }))
    await user.click(await screen.findByRole('button', { name: 'Keep this one instead: Streams' }))
    expect(screen.getByRole('group', { name: 'Article to keep' })).toHaveFocus()
  })

  it('says if the texts of near-duplicates could not be read', async () => {
    const compareTexts = () => Promise.reject(new Error('The device does not answer'))
    worker = testWorkerApi({ library: { ...createMemoryLibrary(), compareTexts } })
    await fill()
    const { user } = await openLibrary('/library/articles/2')
    await allRead()
    await user.click(await screen.findByRole('button', { name: /% in “Streams”/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Near-duplicates' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('The texts could not be read')
  })

  it('selects for rejection only what is nearly all in the kept article, and remembers the threshold', async () => {
    await worker.collect([
      { id: 1, title: 'River', text: prose('river', 100) },
      { id: 2, title: 'River again', text: `${prose('river', 100)} and more` },
      { id: 3, title: 'River and bread', text: `${prose('river', 60)} ${prose('bread', 50)}` },
      { id: 4, title: 'Only bread', text: prose('bread', 50) },
    ])
    const { user } = await openLibrary('/library/articles/1')
    await allRead()
    const open = async () => {
      await user.click(await screen.findByRole('button', { name: /% in “River again”/ }))
      return within(await screen.findByRole('dialog', { name: 'Near-duplicates' }))
    }
    const dialog = await open()
    const alike = within(await dialog.findByRole('region', { name: 'At least 90% in the article to keep' }))
    expect(alike.getAllByRole('listitem')).toHaveLength(1)
    expect(alike.getByText('99% of it is in the article to keep, 100% of which is in this one')).toBeVisible()
    const less = within(dialog.getByRole('region', { name: 'Less than 90%' }))
    expect(less.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked)).toEqual([
      false,
      false,
    ])
    expect(dialog.getByRole('button', { name: 'Reject 1' })).toBeVisible()
    await user.click(less.getByRole('checkbox', { name: 'Only bread' }))
    expect(dialog.getByRole('button', { name: 'Reject 2' })).toBeVisible()
    await user.click(less.getByRole('button', { name: 'Difference: River and bread' }))
    expect(await less.findByText(/Only in the first text/)).toBeVisible()

    const from = dialog.getByRole('spinbutton', { name: 'Smallest share to select' })
    await user.clear(from)
    await user.type(from, '50')
    expect(await dialog.findByRole('region', { name: 'At least 50% in the article to keep' })).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Reject 2' })).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    const marks = (await worker.library.annotations([2, 3, 4])).map(([, mark]) => mark)
    expect(marks).toEqual([undefined, undefined, undefined])
    expect(await worker.library.setting('alike-from')).toBe(50)
    expect(
      await (await open()).findByRole('region', { name: 'At least 50% in the article to keep' }),
    ).toBeVisible()
  })

  it.each([
    ['/library?duplicates=yes', '/library/articles/4?duplicates=yes'],
    ['/jobs/19?q=river', '/jobs/19/articles/4?q=river'],
    ['/jobs/17?q=river', '/library/articles/4'],
  ])('names the other article on the card, and links to it in the same list: %s', async (at, to) => {
    await fill()
    await worker.collect(
      [2, 4].map((id) => ({ id, title: id === 2 ? 'Rivers' : 'Streams', text: prose('river') })),
    )
    const { user, address } = await openLibrary(at)
    const card = within(await screen.findByRole('article', { name: 'Rivers' }))
    await user.click(await card.findByRole('link', { name: /^\d+% in “Streams”$/ }))
    await waitFor(() => expect(address()).toBe(to))
  })

  it('says if the library has no such article', async () => {
    await fill()
    await openLibrary('/library/articles/99?job=17')
    expect(await screen.findByText('This article is not in your library')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to the library' })).toHaveAttribute(
      'href',
      '/library?job=17',
    )
  })
})
