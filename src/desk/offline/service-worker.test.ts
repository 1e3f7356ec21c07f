import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

type Listener = (event: unknown) => void
const listeners = new Map<string, Listener>()
let tabs: { url: string; focus: () => Promise<void>; navigate: (address: string) => Promise<void> }[] = []
let opened: string[] = []

beforeAll(async () => {
  vi.stubGlobal('precachedFiles', {})
  vi.stubGlobal('precacheVersion', '1')
  vi.stubGlobal('location', { origin: 'https://desk.example' })
  vi.stubGlobal('clients', {
    matchAll: () => Promise.resolve(tabs),
    openWindow: (address: string) => Promise.resolve(opened.push(address)),
  })
  vi.stubGlobal('addEventListener', (kind: string, listener: Listener) => listeners.set(kind, listener))
  await import('./service-worker.ts')
  return () => vi.unstubAllGlobals()
})

beforeEach(() => {
  tabs = []
  opened = []
})

afterEach(() => vi.clearAllMocks())

describe('a clicked notification', () => {
  const close = vi.fn<() => void>()

  async function press(): Promise<void> {
    let work: Promise<void> | undefined
    const notification = { data: '/jobs/5', close }
    listeners.get('notificationclick')?.({
      notification,
      waitUntil: (given: Promise<void>) => (work = given),
    })
    await work
    expect(close).toHaveBeenCalledOnce()
  }

  it.each([
    [
      'shows the job in an open desk',
      ['/jobs/4?sort=longest'],
      ['focus /jobs/4?sort=longest', 'go to /jobs/5'],
    ],
    ['takes the tab that has it open', ['/library', '/jobs/5?q=sun'], ['focus /jobs/5?q=sun']],
    [
      'takes the tab where its articles are read',
      ['/jobs/55', '/jobs/5/articles/7'],
      ['focus /jobs/5/articles/7'],
    ],
  ])('%s', async (_, open, done) => {
    const steps: string[] = []
    const tabAt = (path: string) => ({
      url: `https://desk.example${path}`,
      focus: async () => void steps.push(`focus ${path}`),
      navigate: async (address: string) => void steps.push(`go to ${address}`),
    })
    // The service's own pages are no desk.
    tabs = ['/settings', '/sources', ...open].map(tabAt)
    await press()
    expect(steps).toEqual(done)
    expect(opened).toEqual([])
  })

  it('opens the desk if none is open', async () => {
    await press()
    expect(opened).toEqual(['/jobs/5'])
  })
})
