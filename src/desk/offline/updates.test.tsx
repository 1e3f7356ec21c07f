import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeWorkers } from '../testing/fake-workers.ts'
import { loadNewest } from './take-over.ts'
import { openOnce } from './updates-context.ts'
import { openUpdates } from './updates.ts'

const hourMs = 60 * 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('registers one worker, at the root', async () => {
  const { workers } = await opened()
  expect(workers.registered).toEqual([['/sw.js', { updateViaCache: 'none' }]])
})

it('does not announce the first version', async () => {
  const { workers, updates } = await opened()
  workers.deploy()
  expect(updates.state()).toBe('none')
})

it('announces a newer version, which waits for permission', async () => {
  const { workers, updates } = await opened()
  const heard = vi.fn<() => void>()
  updates.subscribe(heard)
  workers.deploy()
  workers.deploy()
  expect(updates.state()).toBe('ready')
  expect(heard).toHaveBeenCalledOnce()
  await updates.takeOver()
  expect((await workers.container.getRegistration())?.waiting).toBeNull()
})

it('announces that another tab has let a newer version take over', async () => {
  const { workers, updates } = await opened()
  workers.deploy()
  workers.deploy()
  workers.takeOverElsewhere()
  expect(updates.state()).toBe('taken-over')
})

it('checks for a newer version once an hour, but not while the page is hidden', async () => {
  const { workers } = await opened()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(workers.updates()).toBe(0)
  await vi.advanceTimersByTimeAsync(3 * hourMs)
  expect(workers.updates()).toBe(3)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await vi.advanceTimersByTimeAsync(3 * hourMs)
  expect(workers.updates()).toBe(3)
  vi.restoreAllMocks()
})

it('continues with the same registration after another sign-in, and retries a refused one', async () => {
  const workers = createFakeWorkers()
  let isRefused = true
  const open = openOnce(async () => {
    if (isRefused) throw new DOMException('Insecure', 'SecurityError')
    return openUpdates({ ...outside(), container: workers.container })
  })
  await expect(open()).rejects.toThrow('Insecure')
  isRefused = false
  const updates = await open()
  workers.deploy()
  workers.deploy()
  workers.takeOverElsewhere()
  expect((await open()).state()).toBe('taken-over')
  expect(await open()).toBe(updates)
  await vi.advanceTimersByTimeAsync(hourMs)
  expect(workers.updates()).toBe(1)
})

it.each([
  ['nothing is there any more', new Response(null, { status: 404 }), 1],
  ['a page is there instead', new Response('<p>', { headers: { 'Content-Type': 'text/html' } }), 1],
  ['the server is out of order', new Response(null, { status: 503 }), 0],
])('unregisters from the address if %s', async (_, response, times) => {
  const { workers } = await opened({ fetch: () => Promise.resolve(response) })
  workers.replaceProgram()
  await vi.advanceTimersByTimeAsync(hourMs + 1)
  expect(workers.unregistered()).toBe(times)
})

it('reloads the page with the waiting version, even without a worker', async () => {
  const workers = createFakeWorkers()
  workers.deploy()
  workers.deploy()
  const reload = vi.fn<() => void>()
  await loadNewest(workers.container, reload)
  expect(reload).toHaveBeenCalledOnce()
  expect((await workers.container.getRegistration())?.waiting).toBeNull()
  await loadNewest(undefined, reload)
  expect(reload).toHaveBeenCalledTimes(2)
})

it('reloads the page with the waiting version without a network', async () => {
  const workers = createFakeWorkers()
  workers.deploy()
  workers.deploy()
  const registration = await workers.container.getRegistration()
  vi.spyOn(registration!, 'update').mockRejectedValue(new TypeError('no network'))
  const reload = vi.fn<() => void>()
  await loadNewest(workers.container, reload)
  expect(reload).toHaveBeenCalledOnce()
  expect(registration?.waiting).toBeNull()
})

it('loads what is there if the network hangs', async () => {
  const { workers } = await opened()
  const registration = await workers.container.getRegistration()
  vi.spyOn(registration!, 'update').mockReturnValue(new Promise(() => {}))
  const reload = vi.fn<() => void>()
  void loadNewest(workers.container, reload)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reload).toHaveBeenCalledOnce()
})

const outside = () => ({
  fetch: (): Promise<Response> => Promise.reject(new TypeError('no network in this test')),
  now: () => Date.now(),
})

async function opened(options: Partial<ReturnType<typeof outside>> = {}) {
  const workers = createFakeWorkers()
  const updates = await openUpdates({ ...outside(), ...options, container: workers.container })
  return { workers, updates }
}
