import { Blob as NodeBlob, File as NodeFile } from 'node:buffer'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Link } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { useRejectionReasons } from '../features/decisions/rejection-reasons.tsx'
import { createMemoryLibrary } from '../testing/memory-library.ts'
import { recordDownloads } from '../testing/record-downloads.ts'
import { renderDesk } from '../testing/render-desk.tsx'
import { stubArticles } from '../testing/stub-service.ts'
import { testWorkerApi, type TestWorkerApi } from '../testing/test-worker-api.ts'
import { shortcut } from '../ui/shortcuts.ts'
import { createGate } from '../../testing/create-gate.ts'

let worker: TestWorkerApi
let files: ReturnType<typeof recordDownloads>

beforeAll(() => import('../features/storage/forget-dialog.tsx'))

beforeEach(async () => {
  // jsdom's Blob has no stream.
  vi.stubGlobal('Blob', NodeBlob)
  worker = testWorkerApi()
  files = recordDownloads()
  await worker.collect(stubArticles(3), { keywords: ['wind'], category: 'Energy' })
  await worker.library.annotate([{ ids: [1], set: { decision: 'keep' } }], { kind: 'keep' })
})

afterEach(() => void vi.unstubAllGlobals())

const fileOf = (parts: unknown[]) => new NodeFile(parts as never, 'backup.jsonl.gz') as unknown as File

const storageKey = 'article-desk/preferences'

function chooseElsewhere(choice: object): void {
  localStorage.setItem(storageKey, JSON.stringify(choice))
  window.dispatchEvent(new StorageEvent('storage', { key: storageKey }))
}

const contents = () => screen.findByText('3 articles, 1 job and 1 decision.')

describe('the preferences', () => {
  it('show a number of words chosen in another tab, and keep what is typed here', async () => {
    const { user } = renderDesk(worker, { at: '/preferences' })
    const field = await screen.findByRole('textbox', { name: 'Mark articles as short below' })
    await user.clear(field)
    await user.type(field, '007')
    expect(field).toHaveValue('007')
    act(() => chooseElsewhere({ shortWords: 80 }))
    expect(field).toHaveValue('80')
    await user.type(field, 'x')
    expect(field).toHaveValue('80x')
    expect(field).toBeInvalid()
    expect(screen.getByRole('alert')).toHaveTextContent(/^Enter a whole number/)
    await user.clear(field)
    await user.type(field, '９０')
    expect(field).toHaveValue('９０')
    expect(JSON.parse(localStorage.getItem(storageKey) ?? '{}')).toMatchObject({ shortWords: 90 })
    await user.clear(field)
    expect(field).toHaveValue('')
    expect(JSON.parse(localStorage.getItem(storageKey) ?? '{}')).toMatchObject({ shortWords: 0 })
    act(() => chooseElsewhere({}))
  })

  it('change the key of a shortcut, refuse one that is taken with a reason, and undo both', async () => {
    const { user } = renderDesk(worker, { at: '/preferences' })
    await user.click(await screen.findByText('Change keys'))
    const field = () => screen.getByRole('textbox', { name: 'New job' })
    await user.clear(field())
    await user.type(field(), 'v{Enter}')
    expect(field()).toHaveAccessibleDescription('“v” is already the key for “Keep this article”.')
    await user.clear(field())
    await user.type(field(), 'wa')
    // Confirms what an input method composes.
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
    expect(field()).toBeValid()
    await user.type(field(), '{Backspace}{Enter}')
    await waitFor(() => expect(shortcut('new-job').keys).toEqual(['w']))
    expect(field()).toHaveFocus()
    const label = screen.getByRole('textbox', { name: 'Label this article' })
    await user.clear(label)
    await user.type(label, 'n{Enter}')
    await user.clear(field())
    await user.tab()
    expect(field()).toHaveAccessibleDescription('“n” is already the key for “Label this article”.')
    // The focus has left the field.
    expect(screen.getByRole('alert')).toHaveTextContent(/^“n” is already the key/)
    expect(shortcut('label').keys).toEqual(['n'])
    const reset = screen.getByRole('button', { name: 'Reset all keys' })
    await user.click(reset)
    expect(shortcut('new-job').keys).toEqual(['n', 'g n'])
    // Nor does it still say that the key is taken.
    expect(field()).toHaveValue('n')
    expect(field()).toBeValid()
    // A disabled button would lose the focus.
    expect(reset).toBeEnabled()
    expect(reset).toHaveAttribute('aria-disabled', 'true')
  })

  it('list rejection reasons, one per line, saved when the field is left', async () => {
    const { user } = renderDesk(worker, { at: '/preferences' })
    const field = await screen.findByLabelText('Reasons for rejecting')
    await waitFor(() => expect(field).not.toHaveAttribute('readonly'))
    await user.type(field, 'Off topic{Enter} Too old {Enter}{Enter}Too old')
    await user.tab()
    await waitFor(async () =>
      expect(await worker.library.setting('rejection-reasons')).toEqual(['Off topic', 'Too old']),
    )
    await waitFor(() => expect(field).toHaveValue('Off topic\nToo old'))
    await user.clear(field)
    expect(field).toHaveAccessibleDescription(/^One per line, each of at most 80 characters\./)
    await user.paste(`${'x'.repeat(79)} too long\n${'y'.repeat(79)}🌊`)
    expect(screen.getByRole('alert')).toHaveTextContent(
      `Only the first 80 characters of “${'x'.repeat(29)}…” will be saved.`,
    )
    await user.tab()
    await waitFor(() => expect(field).toHaveValue(`${'x'.repeat(79)}\n${'y'.repeat(79)}`))
  })

  it('keep reasons that could not be saved, to save them when the field is left again', async () => {
    let isRefused = true
    const saveSetting: typeof worker.library.saveSetting = (...given) =>
      isRefused ? Promise.reject(new Error('no worker')) : worker.library.saveSetting(...given)
    const Elsewhere = () => <output aria-label="Reasons elsewhere">{useRejectionReasons()}</output>
    const { user } = renderDesk(
      { ...worker, library: { ...worker.library, saveSetting } },
      { at: '/preferences', beside: <Elsewhere /> },
    )
    const field = await screen.findByLabelText('Reasons for rejecting')
    await waitFor(() => expect(field).not.toHaveAttribute('readonly'))
    await user.type(field, 'Off topic')
    await user.tab()
    await waitFor(() => expect(field).toHaveAccessibleDescription(/Not saved: reload the page/))
    await waitFor(() => expect(screen.getByLabelText('Reasons elsewhere')).toBeEmptyDOMElement())
    isRefused = false
    await user.click(field)
    await user.tab()
    await waitFor(async () =>
      expect(await worker.library.setting('rejection-reasons')).toEqual(['Off topic']),
    )
    await waitFor(() => expect(field).toHaveAccessibleDescription(/^One per line/))
    expect(screen.getByLabelText('Reasons elsewhere')).toHaveTextContent('Off topic')
  })

  it('let nobody replace rejection reasons that could not be read', async () => {
    await worker.library.saveSetting('rejection-reasons', ['Off topic'])
    const setting = () => Promise.reject(new Error('disk'))
    const { user } = renderDesk(
      { ...worker, library: { ...worker.library, setting } },
      { at: '/preferences' },
    )
    const field = await screen.findByLabelText('Reasons for rejecting')
    await waitFor(() => expect(field).toHaveAccessibleDescription(/The saved reasons could not be read/))
    await user.type(field, 'Too old')
    await user.tab()
    expect(await worker.library.setting('rejection-reasons')).toEqual(['Off topic'])
  })

  it('show the rejection reasons that a backup restores', async () => {
    const elsewhere = testWorkerApi()
    await elsewhere.library.saveSetting('rejection-reasons', ['Off topic', 'Too old'])
    const backup = await elsewhere.makeBackup()
    const { user } = renderDesk(worker, { at: '/preferences' })
    const field = await screen.findByLabelText('Reasons for rejecting')
    await user.upload(screen.getByLabelText('Backup file'), fileOf([backup]))
    await waitFor(() => expect(field).toHaveValue('Off topic\nToo old'))
  })

  it('make a backup that another device restores, and say what was added', async () => {
    const { user } = renderDesk(worker, { at: '/preferences' })
    expect(await contents()).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Download backup' }))
    expect(
      await screen.findByText(/^Saved as article-desk_backup_\d{4}-\d\d-\d\d\.jsonl\.gz\.$/),
    ).toBeVisible()

    const elsewhere = testWorkerApi()
    const report = await elsewhere.restoreBackup(files[0]!.file)
    expect(report.restored).toMatchObject({ jobs: 1, articles: 3, marks: 1 })
  })

  it('show the storage used as soon as a restored backup has added to it', async () => {
    const backup = await worker.makeBackup()
    const elsewhere = testWorkerApi()
    const estimate = async () => ({
      usage: (await elsewhere.library.inventory()).articles * 1e6,
      quota: 1e9,
    })
    vi.stubGlobal(
      'navigator',
      Object.assign(Object.create(navigator) as Navigator, { storage: { estimate } }),
    )
    const library = { ...elsewhere.library, kept: 'on-device' as const }
    const { user } = renderDesk({ ...elsewhere, library }, { at: '/preferences' })
    expect(await screen.findByText(/^0 bytes of the 1 GB/)).toBeVisible()
    await user.upload(screen.getByLabelText('Backup file'), fileOf([backup]))
    expect(await screen.findByText(/^3 MB of the 1 GB/)).toBeVisible()
  })

  it('say of a restore that was stopped what is kept, and how it goes on', async () => {
    const backup = await worker.makeBackup()
    const elsewhere = testWorkerApi()
    const [held, isHeld] = createGate()
    const restorePart = elsewhere.library.restorePart.bind(elsewhere.library)
    vi.spyOn(elsewhere.library, 'restorePart').mockImplementation(async (...given) => {
      isHeld()
      await stopped
      return restorePart(...given)
    })
    const [stopped, goOn] = createGate()
    const { user } = renderDesk(elsewhere, { at: '/preferences' })
    await user.upload(await screen.findByLabelText('Backup file'), fileOf([backup]))
    await held
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    goOn()
    expect(await screen.findByText(/^Stopped\. What was restored so far is kept;/)).toBeVisible()
  })

  it('restore a file, and say that nothing is added twice', async () => {
    const backup = await worker.makeBackup()
    const { user } = renderDesk(worker, { at: '/preferences' })
    await user.upload(screen.getByLabelText('Backup file'), fileOf([backup]))
    expect(await screen.findByText('Everything in this backup is already here.')).toBeVisible()
  })

  it('say whose library a restored file was, if another', async () => {
    const library = createMemoryLibrary({ name: 'other@example.org https://other.example' })
    const backup = await testWorkerApi({ library }).makeBackup()
    const { user } = renderDesk(worker, { at: '/preferences' })
    await user.upload(await screen.findByLabelText('Backup file'), fileOf([backup]))
    expect(
      await screen.findByText(/It was the library of other@example\.org at https:\/\/other\.example\.$/),
    ).toBeVisible()
  })

  it('say of a damaged file that it is, and only that what could be read is here', async () => {
    const backup = await worker.makeBackup()
    const text = await new Response(backup.stream().pipeThrough(new DecompressionStream('gzip'))).text()
    const [header] = text.split('\n')
    const { user } = renderDesk(worker, { at: '/preferences' })
    await user.upload(await screen.findByLabelText('Backup file'), fileOf([`${header}\n`]))
    expect(await screen.findByText('What could be read of this backup is already here.')).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent(/^This backup is damaged.*Records are missing/)
  })

  it('show on return the result of a restore that was still running, and announce no numbers', async () => {
    const backup = await worker.makeBackup()
    let goOn = () => {}
    const restorePart = worker.library.restorePart.bind(worker.library)
    vi.spyOn(worker.library, 'restorePart').mockImplementation(async (...given) => {
      await new Promise<void>((resolve) => (goOn = resolve))
      return restorePart(...given)
    })
    const links = ['/nowhere', '/preferences'].map((to) => (
      <Link key={to} to={to}>
        {to}
      </Link>
    ))
    const { user } = renderDesk(worker, { at: '/preferences', beside: links })
    await user.upload(screen.getByLabelText('Backup file'), fileOf([backup]))
    await user.click(screen.getByRole('link', { name: '/nowhere' }))
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Backup' })).toBeNull())
    await user.click(screen.getByRole('link', { name: '/preferences' }))
    const words = await screen.findByText('Restoring the backup.')
    expect(words.closest('[role=status]')).not.toHaveTextContent(/\d/)
    expect(screen.getByText(/^\d+% of the file so far\.$/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Restore a backup' })).toHaveAttribute('aria-disabled', 'true')
    await waitFor(() => {
      goOn()
      expect(screen.getByText('Everything in this backup is already here.')).toBeVisible()
    })
  })

  it('lead to the settings of the service, where the key is changed', async () => {
    renderDesk(worker, { at: '/preferences' })
    const link = await screen.findByRole('link', { name: 'settings of the service' })
    expect(link).toHaveAttribute('href', 'https://service.example/settings')
  })

  it('say for a file that is not a backup that nothing was changed', async () => {
    const { user } = renderDesk(worker, { at: '/preferences' })
    await user.upload(screen.getByLabelText('Backup file'), fileOf(['id\n1\n']))
    expect(await screen.findByRole('alert')).toHaveTextContent('Nothing was changed')
    expect(await contents()).toBeVisible()
  })

  it('list exactly what will be deleted before this device is forgotten, and keep it all unless confirmed', async () => {
    await worker.library.annotate([{ ids: [2], set: { addLabels: ['Energy'] } }], { kind: 'label' })
    const { user } = renderDesk(worker, { at: '/preferences' })
    await user.click(await screen.findByRole('button', { name: 'Forget this device' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Forget this device' }))
    expect(await dialog.findByText('3 articles, all versions included')).toBeVisible()
    expect(
      dialog.getByText('1 decision, the labels of 1 article and what was read or exported'),
    ).toBeVisible()
    expect(dialog.getByText('your reasons for rejecting and the unfinished request')).toBeVisible()
    expect(dialog.getByText(/API key/)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await worker.library.inventory()).toMatchObject({ jobs: 1, articles: 3 })
  })

  it('do not wait for ever for what can no longer be counted before this device is forgotten', async () => {
    vi.spyOn(worker.library, 'inventory').mockRejectedValue(new Error('disk'))
    const { user } = renderDesk(worker, { at: '/preferences' })
    await user.click(await screen.findByRole('button', { name: 'Forget this device' }))
    expect(await screen.findByText(/^everything in this library, which could not be counted/)).toBeVisible()
  })

  it('forget the library and the key together', async () => {
    const signOut = vi.fn<() => Promise<void>>(() => Promise.resolve())
    const { user } = renderDesk(worker, { at: '/preferences', session: { signOut } })
    await user.click(await screen.findByRole('button', { name: 'Forget this device' }))
    await user.click(await screen.findByRole('button', { name: 'Forget' }))
    await waitFor(() => expect(signOut).toHaveBeenCalledOnce())
    expect(await worker.library.inventory()).toMatchObject({ jobs: 0, articles: 0, decided: 0 })
  })

  it('say that not everything could be deleted, also once the question has been closed', async () => {
    let refuse = () => {}
    const refused = new Promise<void>((_, reject) => (refuse = () => reject(new Error('blocked'))))
    const library = { ...worker.library, forget: () => refused }
    const { user } = renderDesk({ ...worker, library }, { at: '/preferences' })
    await user.click(await screen.findByRole('button', { name: 'Forget this device' }))
    await user.click(await screen.findByRole('button', { name: 'Forget' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    refuse()
    expect(await screen.findByText(/^Not everything could be deleted/)).toBeVisible()
  })

  it('ask the browser to keep the library once the first job has brought articles, and only once', async () => {
    const persist = vi.fn<() => Promise<boolean>>(() => Promise.resolve(false))
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { storage: { persist } }))
    const library = { ...worker.library, kept: 'on-device' as const }
    const kept = { ...worker, library }
    const { KeepStorage } = await import('../features/storage/keep-storage.tsx')
    renderDesk(kept, { at: '/preferences', beside: <KeepStorage /> })
    await waitFor(() => expect(persist).toHaveBeenCalledOnce())
    renderDesk(kept, { at: '/preferences', beside: <KeepStorage /> })
    await expect.poll(() => worker.library.setting('asked-to-keep-storage')).toBe(true)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(persist).toHaveBeenCalledOnce()
  })
})
