import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Session } from '../../session/session-context.tsx'
import { DeskProviders } from '../../testing/desk-providers.tsx'
import { createMemoryLibrary } from '../../testing/memory-library.ts'
import { renderDesk } from '../../testing/render-desk.tsx'
import {
  createStubService,
  json,
  networkError,
  stubArticles,
  type StubService,
} from '../../testing/stub-service.ts'
import { testWorkerApi, type TestWorkerApi } from '../../testing/test-worker-api.ts'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import { jobQuery, jobsQuery } from '../../worker-client/library-queries.ts'
import { useQuery } from '@tanstack/react-query'
import { notifySetting } from './notification.ts'
import { WatchControls } from './watch-controls.tsx'
import { WatchNotices } from './watch-notices.tsx'

let service: StubService
let worker: TestWorkerApi
let shown: { title: string; body: string | undefined; tag: string | undefined; click: () => void }[]
let asked: number

/** Records the notifications a browser would show. */
function allowNotifications(permission: NotificationPermission): void {
  class FakeNotification extends EventTarget {
    static permission = permission
    static requestPermission(): Promise<NotificationPermission> {
      asked += 1
      FakeNotification.permission = 'granted'
      return Promise.resolve('granted')
    }
    constructor(title: string, options: NotificationOptions = {}) {
      super()
      const { body, tag } = options
      shown.push({ title, body, tag, click: () => this.dispatchEvent(new Event('click')) })
    }
    close() {}
  }
  vi.stubGlobal('Notification', FakeNotification)
}

function setHidden(hidden: boolean): void {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

beforeEach(() => {
  service = createStubService()
  worker = testWorkerApi({ service })
  shown = []
  asked = 0
  document.title = 'Library - Article Desk'
})

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  Reflect.deleteProperty(document, 'hidden')
})

/** Renders the watch as the desk does, over a minimal screen. */
function renderWatch(at = '/library', children?: ReactNode, session?: Partial<Session>) {
  window.history.replaceState(null, '', at)
  return render(
    <DeskProviders {...{ worker, session }}>
      <Watch />
      {children}
    </DeskProviders>,
  )
}

/** Watches jobs while it is mounted. */
function Watch() {
  const { watch } = worker
  useEffect(() => {
    watch.start()
    return () => watch.stop()
  }, [watch])
  return <WatchNotices />
}

/** A job that was opened five seconds ago and ends with its second check. */
async function endingJob(): Promise<void> {
  service.addJob(5, { state: 'running' }, { state: 'success', articles: stubArticles(3) })
  await worker.library.openByNumber(5, Date.now() - 5_000)
}

const end = async () => {
  await waitFor(() => expect(service.requests.length).toBeGreaterThanOrEqual(2))
  await waitFor(async () => expect((await worker.library.job('5'))?.phase).toBe('ready'))
}

describe('when a watched job ends', () => {
  it('a toast says so on another screen, and leads to the job', async () => {
    await endingJob()
    renderWatch()
    await end()
    expect(await screen.findByText('Job 5: Ready: 3 articles')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Open' })).toBeVisible()
  })

  it('no toast repeats what the job’s own screen says', async () => {
    await endingJob()
    renderWatch('/jobs/5')
    await end()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(screen.queryByText('Job 5: Ready: 3 articles')).not.toBeInTheDocument()
  })

  it('a toast says so on the screen of a job whose number only begins with the same digits', async () => {
    await endingJob()
    renderWatch('/jobs/55')
    await end()
    expect(await screen.findByText('Job 5: Ready: 3 articles')).toBeVisible()
  })

  it('a toast says so on another screen even if it took less than a second', async () => {
    service.addJob(5, { state: 'running' }, { state: 'success', articles: stubArticles(3) })
    await worker.library.openByNumber(5, Date.now())
    renderWatch()
    await end()
    expect(await screen.findByText('Job 5: Ready: 3 articles')).toBeVisible()
  })

  it('no toast repeats it if the form only then leads to the job', async () => {
    service.nextJobStates({ state: 'running' }, { state: 'success', articles: stubArticles(3) })
    const createJob: typeof worker.createJob = async (...given) => {
      const outcome = await worker.createJob(...given)
      await screen.findByText('The page has heard: watched')
      await screen.findByText('The page has heard: ready')
      return outcome
    }
    const { user } = renderDesk({ ...worker, createJob }, { at: '/jobs/new', beside: <Heard /> })
    worker.watch.start()
    await user.click(await screen.findByRole('button', { name: 'Create job' }))
    expect(await screen.findByText('Ready: 3 articles')).toBeVisible()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(screen.queryByText('Job 17: Ready: 3 articles')).not.toBeInTheDocument()
    worker.watch.stop()
  })

  it.each([
    ['refuses to show it', json({}, 403), 'Job 5: Not permitted'],
    ['refuses the checks', json({}, 400), 'Job 5: Stopped watching'],
  ])('a toast says so on another screen if the service %s', async (_, refusal, words) => {
    service.addJob(5, { state: 'running' })
    await worker.library.openByNumber(5, Date.now() - 5_000)
    renderWatch()
    await waitFor(async () => expect((await worker.library.job('5'))?.state).toBe('running'))
    service.failNext(refusal)
    expect(await screen.findByText(words)).toBeVisible()
  })

  it('no toast says so if the editor stopped it', async () => {
    service.failNext(networkError())
    await worker.library.openByNumber(5, Date.now())
    renderWatch()
    await waitFor(async () => expect((await worker.library.job('5'))?.failure).toBeDefined())
    await worker.library.setPhase('5', 'stopped')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(screen.queryByText(/^Job 5/)).not.toBeInTheDocument()
  })

  it('the title of a hidden tab says so until the tab is seen', async () => {
    await endingJob()
    renderWatch()
    setHidden(true)
    await end()
    await waitFor(() => expect(document.title).toBe('Job 5: Ready: 3 articles'))
    setHidden(false)
    expect(document.title).toBe('Library - Article Desk')
  })

  it('the title of a screen that has changed while the tab was hidden stays', async () => {
    await endingJob()
    renderWatch()
    setHidden(true)
    await end()
    await waitFor(() => expect(document.title).toBe('Job 5: Ready: 3 articles'))
    document.title = 'Jobs - Article Desk'
    setHidden(false)
    expect(document.title).toBe('Jobs - Article Desk')
  })

  it('a notification says so once, if requested, without a word of the articles, and leads to the job', async () => {
    allowNotifications('granted')
    await worker.library.saveSetting(notifySetting, true)
    await endingJob()
    renderWatch()
    setHidden(true)
    await end()
    await waitFor(() => expect(shown).toHaveLength(1))
    expect(shown[0]).toMatchObject({ title: 'Job 5', body: 'Ready: 3 articles' })
    act(() => shown[0]?.click())
    expect(window.location.pathname).toBe('/jobs/5')
  })

  it('a notification does not replace that of another account about its job of the same number', async () => {
    allowNotifications('granted')
    for (const email of ['ann@example.org', 'ben@example.org']) {
      service = createStubService()
      worker = testWorkerApi({ service, library: createMemoryLibrary({ name: email }) })
      await worker.library.saveSetting(notifySetting, true)
      await endingJob()
      const { unmount } = renderWatch()
      setHidden(true)
      await end()
      const count = email.startsWith('ann') ? 1 : 2
      await waitFor(() => expect(shown).toHaveLength(count))
      unmount()
    }
    const tags = shown.map(({ tag }) => tag)
    expect(new Set(tags).size).toBe(2)
    // They may outlive the library.
    expect(tags.join()).not.toContain('ann')
  })

  it('a notification goes through the service worker if the page may show none, and the toast appears too', async () => {
    const byWorker = vi.fn<(title: string, options: NotificationOptions) => Promise<void>>(() =>
      Promise.resolve(),
    )
    const onAndroid = class {
      static permission = 'granted'
      constructor() {
        throw new TypeError('Illegal constructor')
      }
    }
    vi.stubGlobal('Notification', onAndroid)
    const getRegistration = () => Promise.resolve({ showNotification: byWorker })
    Object.defineProperty(navigator, 'serviceWorker', { value: { getRegistration }, configurable: true })
    await worker.library.saveSetting(notifySetting, true)
    await endingJob()
    renderWatch()
    setHidden(true)
    await end()
    expect(await screen.findByText('Job 5: Ready: 3 articles')).toBeVisible()
    await waitFor(() => expect(byWorker).toHaveBeenCalledOnce())
    expect(byWorker.mock.calls[0]).toMatchObject(['Job 5', { body: 'Ready: 3 articles', data: '/jobs/5' }])
  })

  it.each([
    ['was not asked for, though the browser would allow it', 'granted', undefined],
    ['is not allowed by the browser', 'denied', true],
  ] as const)('there is no notification if it %s', async (_, permission, wanted) => {
    allowNotifications(permission)
    await worker.library.saveSetting(notifySetting, wanted)
    await endingJob()
    renderWatch()
    setHidden(true)
    await end()
    await waitFor(() => expect(document.title).toContain('Ready'))
    expect(shown).toEqual([])
    expect(asked).toBe(0)
  })
})

function Heard() {
  const { data = [] } = useQuery(jobsQuery(useWorkerApi()))
  return (
    <>
      <WatchNotices />
      <p>The page has heard: {data[0]?.phase}</p>
    </>
  )
}

function Controls() {
  const { data } = useQuery(jobQuery(useWorkerApi(), '5'))
  return data ? <WatchControls record={data} /> : <Link to="/">Nothing yet</Link>
}

describe('the controls of a watch', () => {
  async function watching(session = {}) {
    service.addJob(5, { state: 'running' })
    await worker.library.openByNumber(5, Date.now() - 3_600_000)
    renderWatch('/jobs/5', <Controls />, session)
    return userEvent.setup()
  }

  it('ask for permission to notify on a click, never before', async () => {
    allowNotifications('default')
    const user = await watching()
    const button = await screen.findByRole('button', { name: 'Notify me' })
    expect(asked).toBe(0)
    await user.click(button)
    await waitFor(() => expect(button).not.toBeInTheDocument())
    expect(screen.getByRole('button', { name: 'Stop watching' })).toHaveFocus()
    expect(asked).toBe(1)
    expect(await worker.library.setting(notifySetting)).toBe(true)
  })

  it('say so if the wish to be notified could not be saved', async () => {
    allowNotifications('default')
    vi.spyOn(worker.library, 'saveSetting').mockRejectedValue(new Error('disk'))
    const user = await watching()
    await user.click(await screen.findByRole('button', { name: 'Notify me' }))
    expect(await screen.findByText(/^This device could not save it\./)).toBeVisible()
  })

  it('check at once, or join a check in progress', async () => {
    const user = await watching()
    await waitFor(() => expect(service.requests).toHaveLength(1))
    let respond = () => {}
    service.failNext(
      () => new Promise((resolve) => (respond = () => resolve(Response.json({ id: 5, state: 'half' })))),
    )
    const button = await screen.findByRole('button', { name: 'Check now' })
    await user.dblClick(button)
    await waitFor(() => expect(service.requests).toHaveLength(2))
    respond()
    await waitFor(async () => expect((await worker.library.job('5'))?.state).toBe('half'))
    expect(service.requests).toHaveLength(2)
  })

  it('announce a check that changed nothing; a change is announced beside the heading', async () => {
    const user = await watching()
    await waitFor(async () => expect((await worker.library.job('5'))?.state).toBe('running'))
    const button = await screen.findByRole('button', { name: 'Check now' })
    await user.click(button)
    expect(await screen.findByRole('status', { name: 'Checked: Service says: running' })).toBeVisible()
    const sent = service.requests.length
    await user.click(button)
    await waitFor(() => expect(service.requests).toHaveLength(sent + 1))
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
    expect(screen.getAllByRole('status', { name: /^Checked/ })).toHaveLength(1)
    service.addJob(5, { state: 'half' })
    await user.click(button)
    await waitFor(async () => expect((await worker.library.job('5'))?.state).toBe('half'))
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
    expect(screen.getAllByRole('status', { name: /^Checked/ })).toHaveLength(1)
  })

  it.each<[string, Response | undefined, string]>([
    ['what the service says of a job that is not watched', undefined, 'Checked: Service says: running'],
    [
      'that it did not answer',
      new Response('', { status: 500 }),
      'Not checked: the service gave no usable answer. Try again later.',
    ],
  ])('announce %s', async (_, fault, words) => {
    const user = await watching()
    await waitFor(async () => expect((await worker.library.job('5'))?.state).toBe('running'))
    await user.click(await screen.findByRole('button', { name: 'Stop watching' }))
    await screen.findByRole('button', { name: 'Watch again' })
    if (fault) service.failNext(fault)
    await user.click(screen.getByRole('button', { name: 'Check now' }))
    expect(await screen.findByText(words)).toBeVisible()
  })

  it('announce that this device could not save the articles of a job that is not watched', async () => {
    const user = await watching()
    await waitFor(async () => expect((await worker.library.job('5'))?.state).toBe('running'))
    await user.click(await screen.findByRole('button', { name: 'Stop watching' }))
    await screen.findByRole('button', { name: 'Watch again' })
    service.addJob(5, { state: 'success', articles: stubArticles(3) })
    vi.spyOn(worker.library, 'saveResult').mockRejectedValue(new Error('disk'))
    await user.click(screen.getByRole('button', { name: 'Check now' }))
    expect(await screen.findByText(/^Not saved: this device could not save the articles\./)).toBeVisible()
  })

  it('say so if the check could not be made', async () => {
    worker = { ...worker, checkJob: () => Promise.reject(new Error('no worker')) }
    const user = await watching()
    await user.click(await screen.findByRole('button', { name: 'Check now' }))
    expect(await screen.findByText(/^Not checked: /)).toBeVisible()
  })

  it('stop the watch, and resume it', async () => {
    const user = await watching()
    await user.click(await screen.findByRole('button', { name: 'Stop watching' }))
    const again = await screen.findByRole('button', { name: 'Watch again' })
    expect(again).toHaveFocus()
    const before = service.requests.length
    await user.click(again)
    expect(await screen.findByRole('button', { name: 'Stop watching' })).toHaveFocus()
    await waitFor(() => expect(service.requests).toHaveLength(before + 1))
  })

  it('offer to sign in, and nothing that would ask the service, after the key was refused', async () => {
    worker = testWorkerApi({ service, credentials: () => undefined })
    const requireSignIn = vi.fn<() => void>()
    const user = await watching({ needsSignIn: true, requireSignIn })
    await user.click(await screen.findByRole('button', { name: 'Sign in again' }))
    expect(requireSignIn).toHaveBeenCalledOnce()
    expect(screen.queryByRole('button', { name: 'Check now' })).not.toBeInTheDocument()
    expect(service.requests).toEqual([])
  })
})
