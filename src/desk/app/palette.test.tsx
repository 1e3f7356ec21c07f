import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { blankRequest } from '../../contract/testing/blank-request.ts'
import { changePreferences } from '../features/preferences/device-preferences.ts'
import { createMemoryLibrary } from '../testing/memory-library.ts'
import { renderApp } from '../testing/render-app.tsx'
import { renderDesk } from '../testing/render-desk.tsx'
import { createStubService, stubArticles } from '../testing/stub-service.ts'
import { testCredentials, testWorkerApi } from '../testing/test-worker-api.ts'

afterEach(() => changePreferences({ singleKeys: true, theme: 'system' }))

describe('the command palette', () => {
  it('goes to a screen by the beginnings of its words, and focuses its heading', async () => {
    const { user, address } = await openDesk('/jobs')
    const palette = await openPalette(user)
    await user.keyboard('skar')
    expect(options(palette)).toEqual(['Skipped articles'])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/skip-lists'))
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Skipped articles' })).toHaveFocus())
  })

  it('opens in a field, with single-key shortcuts off, and returns the focus', async () => {
    changePreferences({ singleKeys: false })
    const { user } = await openDesk('/jobs/new')
    const category = await screen.findByLabelText('Category')
    await user.click(category)
    const palette = await openPalette(user)
    expect(within(palette).getByRole('combobox', { name: 'Commands' })).toHaveFocus()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(category).toHaveFocus())
    await openPalette(user)
    await user.keyboard('{Control>}k{/Control}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(category).toHaveFocus()
  })

  it('stays open while its keys are held, which keeps them from the browser', async () => {
    const { user } = await openDesk('/jobs')
    await openPalette(user)
    const isLeftToBrowser = fireEvent.keyDown(document.activeElement!, {
      key: 'k',
      ctrlKey: true,
      repeat: true,
    })
    expect(isLeftToBrowser).toBe(false)
    expect(screen.getByRole('dialog', { name: 'Commands' })).toBeVisible()
  })

  it('opens with its button, without a keyboard, and returns the focus', async () => {
    const { user } = await openDesk('/jobs')
    const button = screen.getByRole('button', { name: 'Commands' })
    await user.click(button)
    const palette = await screen.findByRole('dialog', { name: 'Commands' })
    expect(within(palette).getByRole('combobox', { name: 'Commands' })).toHaveFocus()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(button).toHaveFocus())
  })

  it('receives what was typed before it appeared', async () => {
    const { user, address } = await openDesk('/jobs')
    // Type at once, before it can be fetched; "n" alone would open "New job".
    await user.keyboard('{Control>}k{/Control}nlix{Backspace}')
    const palette = await screen.findByRole('dialog', { name: 'Commands' })
    await waitFor(() => expect(within(palette).getByRole('combobox')).toHaveValue('nli'))
    expect(address()).toBe('/jobs')
  })

  it('does on Enter what was typed before it appeared, even in a field', async () => {
    const { user, address } = await openDesk('/jobs')
    await user.click(screen.getByLabelText('Job number'))
    await user.keyboard('{Control>}k{/Control}skip{Enter}')
    await waitFor(() => expect(address()).toBe('/skip-lists'))
  })

  it('does not open after Escape has cancelled it', async () => {
    const { user, address } = await openDesk('/jobs')
    await user.keyboard('{Control>}k{/Control}n{Escape}')
    await act(async () => void (await import('./palette-content.tsx')))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(address()).toBe('/jobs')
    // Keys go to the page again.
    await user.keyboard('n')
    await waitFor(() => expect(address()).toBe('/jobs/new'))
  })

  it('finds jobs by their keywords, and articles by their titles, then by their texts', async () => {
    const { user, address } = await openDesk('/jobs', { jobs: ['harbours', 'solar farms'] })
    const palette = await openPalette(user)
    await user.keyboard('farm sol')
    await waitFor(() => expect(options(palette)).toEqual(['Job 18', 'Article 1', 'Article 2', 'Article 3']))
    await user.clear(within(palette).getByRole('combobox'))
    await user.keyboard('article 2')
    await waitFor(() => expect(options(palette)).toEqual(['Article 2']))
    expect(within(palette).getByRole('group', { name: 'Articles' })).toBeVisible()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/jobs/18/articles/2'))
  })

  it('leads to the library if more articles match than it shows', async () => {
    const { user, address } = await openDesk('/jobs', { jobs: ['harbours'], articleCount: 12 })
    const palette = await openPalette(user)
    await user.keyboard('second')
    await waitFor(() => expect(options(palette)).toHaveLength(8))
    expect(options(palette).at(-1)).toBe('Show all 12 in the library')
    // No word is searched for: not every article matches.
    await user.clear(within(palette).getByRole('combobox'))
    await user.keyboard('(👩')
    expect(await within(palette).findByText(/^Nothing found for/)).toBeVisible()
    await user.clear(within(palette).getByRole('combobox'))
    await user.keyboard('second')
    await waitFor(() => expect(options(palette)).toHaveLength(8))
    await user.keyboard('{ArrowUp}{Enter}')
    await waitFor(() => expect(address()).toBe('/library'))
    const search = await screen.findByLabelText('Search library')
    expect(search).toHaveValue('second')
    await user.click(search)
    const again = await openPalette(user)
    await user.keyboard('article')
    await waitFor(() => expect(options(again).at(-1)).toBe('Show all 12 in the library'))
    await user.keyboard('{ArrowUp}{Enter}')
    await waitFor(() => expect(search).toHaveValue('article'))
    // The same screen, whose heading takes no focus again.
    expect(search).toHaveFocus()
  })

  it('opens a saved view of the library by its name', async () => {
    const { user, address } = await openDesk('/jobs', { jobs: ['harbours'] })
    await user.click(within(screen.getByRole('navigation')).getByRole('link', { name: 'Library' }))
    await user.type(await screen.findByLabelText('Search library'), 'second')
    await user.click(await screen.findByRole('button', { name: 'Save this view' }))
    await user.keyboard('Next week{Enter}')
    await screen.findByRole('link', { name: 'Next week' })
    await user.click(within(screen.getByRole('navigation')).getByRole('link', { name: 'Jobs' }))
    const palette = await openPalette(user)
    expect(within(palette).getByRole('group', { name: 'Saved views' })).toBeVisible()
    await user.keyboard('week')
    await waitFor(() => expect(options(palette)).toEqual(['Next week']))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/library'))
    expect(await screen.findByLabelText('Search library')).toHaveValue('second')
  })

  it('leads to the near-duplicates in the library', async () => {
    const { user, address } = await openDesk('/jobs', { jobs: ['harbours'] })
    const palette = await openPalette(user)
    await user.keyboard('dupl')
    await waitFor(() => expect(options(palette)).toEqual(['Near-duplicates']))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/library'))
    expect(await screen.findByRole('button', { name: /Near-duplicates$/ })).toBeVisible()
  })

  it('opens a job by its number, even one unknown to this device', async () => {
    const { user, address } = await openDesk('/jobs')
    const palette = await openPalette(user)
    await user.keyboard('4711')
    expect(options(palette)).toEqual(['Open job 4711'])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/jobs/4711'))
  })

  it('offers the commands of the current screen, and shows their keys', async () => {
    const { user } = await openDesk('/jobs', { jobs: ['harbours'] })
    const link = await screen.findByRole('link', { name: /harbours/ })
    const ofJobs = within(await openPalette(user)).getByRole('group', { name: 'This screen' })
    const searching = [expect.stringContaining('Search this list')]
    expect(
      within(ofJobs)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(searching)
    await user.keyboard('{Escape}')
    await user.click(link)
    const field = await screen.findByLabelText('Search these articles')
    const palette = await openPalette(user)
    const group = within(palette).getByRole('group', { name: 'This screen' })
    expect(within(group).getByRole('option', { name: /Copy ids/ })).toHaveTextContent('c')
    await user.keyboard('search')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(field).toHaveFocus())
  })

  it('moves with the arrow keys, wrapping at both ends, and announces the current choice', async () => {
    const { user } = await openDesk('/jobs')
    const palette = await openPalette(user)
    const field = within(palette).getByRole('combobox')
    expect(meant(palette)).toBe('New job')
    await user.keyboard('{ArrowDown}')
    expect(meant(palette)).toBe('Jobs')
    expect(field).toHaveAttribute('aria-activedescendant', selected(palette)?.id)
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(meant(palette)).toBe('Sign out')
    await user.keyboard('{ArrowDown}')
    expect(meant(palette)).toBe('New job')
  })

  it('lists recently used commands first, even after a reload', async () => {
    const first = await openDesk('/jobs')
    await openPalette(first.user)
    await first.user.keyboard('pref{Enter}')
    await screen.findByRole('heading', { name: 'Preferences' })
    first.unmount()
    const { user } = await openDesk('/jobs', { indexedDB: first.indexedDB })
    const palette = await openPalette(user)
    const group = await within(palette).findByRole('group', { name: 'Recently used' })
    expect(group).toHaveTextContent('Preferences')
    expect(meant(palette)).toBe('Preferences')
  })

  it('says if nothing matches; Enter then does nothing', async () => {
    const { user } = await openDesk('/jobs')
    const palette = await openPalette(user)
    await user.keyboard('zzz{Enter}')
    expect(await within(palette).findByText(/Nothing found for “zzz”/)).toBeVisible()
    expect(within(palette).getByRole('status')).toHaveTextContent('Nothing found')
  })

  it('opens while a message is shown, so that typing decides nothing', async () => {
    const { user } = await openDesk('/jobs', { jobs: ['harbours'] })
    await user.click(await screen.findByRole('link', { name: /harbours/ }))
    await screen.findByRole('article', { name: 'Article 1' })
    await user.keyboard('jd')
    expect(await screen.findByRole('status', { name: 'Rejected 1 article' })).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    await openPalette(user)
    await user.keyboard('bad')
    expect(screen.getByRole('combobox', { name: 'Commands' })).toHaveValue('bad')
    for (const name of ['Article 2', 'Article 3'])
      expect(screen.getByRole('article', { name, hidden: true })).not.toHaveTextContent(/Maybe|Reject/)
  })

  it('offers commands for an article only if there is one', async () => {
    const { user } = await openDesk('/jobs', { jobs: ['harbours'] })
    await user.click(await screen.findByRole('link', { name: /harbours/ }))
    await screen.findByRole('article', { name: 'Article 1' })
    expect(options(await openPalette(user))).not.toContain('Keep this article')
    await user.keyboard('{Escape}')
    await user.keyboard('j')
    const palette = await openPalette(user)
    expect(options(palette)).toContain('Keep this article')
    await user.keyboard('keep this{Enter}')
    expect(await screen.findByText('Kept 1 article')).toBeVisible()
  })

  it('has the commands of a job’s buttons: export, and collect more', async () => {
    const { user, address } = await openDesk('/jobs', { jobs: ['harbours'] })
    await user.click(await screen.findByRole('link', { name: /harbours/ }))
    await screen.findByRole('article', { name: 'Article 1' })
    await openPalette(user)
    await user.keyboard('export{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Export' })).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await openPalette(user)
    await user.keyboard('collect more{Enter}')
    await waitFor(() => expect(address()).toBe('/jobs/new'))
  })

  it('does not open while a dialog is open', async () => {
    const { user, address } = await openDesk('/jobs')
    await user.keyboard('?')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveTextContent('Ctrl')
    await user.keyboard('{Control>}k{/Control}')
    await act(async () => void (await import('./palette-content.tsx')))
    expect(screen.queryByRole('dialog', { name: 'Commands' })).toBeNull()
    // With the focus anywhere: an open dialog keeps keys from acting on the page.
    act(() => (document.activeElement as HTMLElement).blur())
    await user.keyboard('n')
    expect(address()).toBe('/jobs')
  })

  it('changes the theme and the shortcuts, and lists the shortcuts', async () => {
    const { user } = await openDesk('/jobs')
    await openPalette(user)
    await user.keyboard('dark{Enter}')
    expect(document.documentElement.dataset['theme']).toBe('dark')
    await openPalette(user)
    await user.keyboard('keyb{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  })

  it('keeps the recently used commands if one is chosen before they are read', async () => {
    const { PaletteContent } = await import('./palette-content.tsx')
    const worker = testWorkerApi()
    let answer = (_recent: unknown): void => undefined
    vi.spyOn(worker.library, 'setting').mockReturnValue(new Promise((resolve) => (answer = resolve)))
    const save = vi.spyOn(worker.library, 'saveSetting')
    const onChoose = vi.fn<() => void>()
    const palette = <PaletteContent onClose={() => {}} onChoose={onChoose} />
    const { user } = renderDesk(worker, { at: '/preferences', beside: palette })
    await user.click(await screen.findByRole('option', { name: /^Jobs/ }))
    expect(onChoose).toHaveBeenCalled()
    expect(save).not.toHaveBeenCalledWith('commands/recent', expect.anything())
    answer(['go/library'])
    await waitFor(() =>
      expect(save).toHaveBeenCalledWith('commands/recent', [expect.stringContaining('jobs'), 'go/library']),
    )
  })

  it('waits on Enter for the articles of what is typed, rather than open one found before or none', async () => {
    const { PaletteContent } = await import('./palette-content.tsx')
    const device = createMemoryLibrary()
    const search: typeof device.view = (...given) => device.view(...given)
    const find = vi.fn<typeof search>(search)
    const worker = testWorkerApi({ library: { ...device, view: find } })
    await worker.collect()
    const onChoose = vi.fn<(item: { to?: string | undefined }) => void>()
    const palette = <PaletteContent onClose={() => {}} onChoose={onChoose} />
    const { user } = renderDesk(worker, { at: '/preferences', beside: palette })
    await user.type(await screen.findByRole('combobox'), 'article 1')
    await screen.findByRole('option', { name: /^Article 12/ })

    const nothing = await device.view({ query: 'nowhere' })
    find.mockImplementation(async () => ({ ...nothing, indexing: { done: 0, of: 12 } }))
    await user.keyboard('1{Enter}')
    await waitFor(() => expect(screen.queryByRole('option', { name: /^Article/ })).toBeNull())
    expect(onChoose).not.toHaveBeenCalled()
    expect(screen.queryByText(/^Nothing found for/)).toBeNull()
    find.mockImplementation(search)
    await waitFor(() =>
      expect(onChoose).toHaveBeenCalledWith(expect.objectContaining({ to: '/jobs/17/articles/11' })),
    )
  })

  it('lists the other jobs if one has a damaged record', async () => {
    const { PaletteContent } = await import('./palette-content.tsx')
    const worker = testWorkerApi()
    await worker.createJob({ ...blankRequest, keywords: ['solar'] })
    const damaged = { key: '9', jobId: 9, startedAt: 1, phase: 'watched', request: {} }
    await worker.library.restorePart([{ kind: 'job', value: { record: damaged as never } }])
    const ignore = () => {}
    const palette = <PaletteContent onClose={ignore} onChoose={ignore} />
    renderDesk(worker, { at: '/preferences', beside: palette })
    expect(await screen.findByRole('option', { name: /^Job 17/ })).toBeVisible()
    expect(screen.getByRole('option', { name: /^Job 9/ })).toBeVisible()
  })

  it('opens the service’s job of a number that its earlier job has on this device', async () => {
    const { PaletteContent } = await import('./palette-content.tsx')
    const worker = testWorkerApi()
    await worker.openJob(17)
    await worker.library.noticeService('one')
    await worker.library.noticeService('two')
    const palette = <PaletteContent onClose={() => {}} onChoose={({ run }) => run?.()} />
    const { user, address } = renderDesk(worker, { at: '/preferences', beside: palette })
    await user.type(await screen.findByRole('combobox'), '17')
    expect(await screen.findByRole('option', { name: /^Job 17, before/ })).toBeVisible()
    await user.click(screen.getByRole('option', { name: /^Open job 17/ }))
    await waitFor(() => expect(address()).toBe('/jobs/17-2'))
    await waitFor(() => expect(screen.queryByRole('option', { name: /^Open job/ })).toBeNull())
  })
})

interface DeskOptions {
  /** One keyword per job, which brings three articles by default. */
  readonly jobs?: readonly string[]
  readonly articleCount?: number
  readonly indexedDB?: IDBFactory
}

async function openDesk(at: string, { jobs = [], articleCount = 3, indexedDB }: DeskOptions = {}) {
  const service = createStubService({ address: location.origin })
  service.nextJobStates({ state: 'success', category: '', articles: stubArticles(articleCount) })
  const signedIn = { ...testCredentials, serviceAddress: location.origin }
  const desk = renderApp({ service, at, signedIn, ...(indexedDB && { indexedDB }) })
  await screen.findByRole('navigation', { name: 'Main' })
  await screen.findByRole('heading', { level: 1 })
  for (const keyword of jobs) {
    await desk.user.click(within(screen.getByRole('navigation')).getByRole('link', { name: 'New job' }))
    await desk.user.type(await screen.findByLabelText('Keywords'), `${keyword}{Enter}`)
    await desk.user.click(screen.getByRole('button', { name: 'Create job' }))
    await screen.findByText(`Ready: ${articleCount} articles`)
  }
  if (jobs.length > 0) await desk.user.click(screen.getByRole('link', { name: 'Jobs' }))
  if (jobs.length > 0) await screen.findByRole('heading', { name: 'Jobs' })
  return desk
}

async function openPalette(user: Awaited<ReturnType<typeof openDesk>>['user']) {
  await user.keyboard('{Control>}k{/Control}')
  return screen.findByRole('dialog', { name: 'Commands' })
}

const options = (palette: HTMLElement) =>
  within(palette)
    .queryAllByRole('option')
    .map((option) => option.querySelector('bdi')?.textContent)

const selected = (palette: HTMLElement) => within(palette).queryByRole('option', { selected: true })

const meant = (palette: HTMLElement) => selected(palette)?.querySelector('bdi')?.textContent
