import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

type Listener = (event: unknown) => void
const listeners = new Map<string, Listener>()
let tabs: { url: string; focus: () => Promise<void> }[] = []
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

  it('brings an open desk to the front', async () => {
    const focused: string[] = []
    const tabAt = (path: string) => {
      const url = `https://desk.example${path}`
      return { url, focus: async () => void focused.push(path) }
    }
    // The service's own pages are no desk.
    tabs = ['/settings', '/sources', '/jobs/4?sort=longest'].map(tabAt)
    await press()
    expect(focused).toEqual(['/jobs/4?sort=longest'])
    expect(opened).toEqual([])
  })

  it('opens the desk if none is open', async () => {
    await press()
    expect(opened).toEqual(['/jobs/5'])
  })
})
