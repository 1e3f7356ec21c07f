// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { standForElection } from './leader-election.ts'

/** Tabs in one room: each hears what the others say. */
function createRoom() {
  const listeners = new Map<object, (event: MessageEvent) => void>()
  const join = () => {
    const channel = {
      postMessage(data: unknown) {
        for (const [other, hear] of listeners) if (other !== channel) hear({ data } as MessageEvent)
      },
      addEventListener: (_: string, hear: (event: MessageEvent) => void) => void listeners.set(channel, hear),
      removeEventListener: () => void listeners.delete(channel),
    }
    return channel
  }
  return { join, silence: (channel: object) => listeners.delete(channel) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function tab(room: ReturnType<typeof createRoom>) {
  const channel = room.join()
  const state = { leads: false }
  const leave = standForElection({
    channel: channel as never,
    now: Date.now,
    onChange: (leads) => (state.leads = leads),
  })
  return { state, leave, channel }
}

it('lets a tab that is alone lead, after it has listened', () => {
  const { state } = tab(createRoom())
  expect(state.leads).toBe(false)
  vi.advanceTimersByTime(500)
  expect(state.leads).toBe(true)
})

it('lets the oldest of several lead, and the next at once when it goes', () => {
  const room = createRoom()
  const first = tab(room)
  vi.advanceTimersByTime(500)
  const second = tab(room)
  vi.advanceTimersByTime(500)
  const third = tab(room)
  vi.advanceTimersByTime(10_000)
  expect([first, second, third].map(({ state }) => state.leads)).toEqual([true, false, false])
  first.leave()
  expect([first, second, third].map(({ state }) => state.leads)).toEqual([false, true, false])
})

it('waits a minute for a tab whose timers sleep, and takes over when it has died', () => {
  const room = createRoom()
  const first = tab(room)
  vi.advanceTimersByTime(500)
  const second = tab(room)
  vi.advanceTimersByTime(500)
  first.channel.postMessage = () => {}
  vi.advanceTimersByTime(60_000)
  expect(second.state.leads).toBe(false)
  vi.advanceTimersByTime(15_000)
  expect(second.state.leads).toBe(true)
})

it('has one leader where two tabs open in the same moment', () => {
  const room = createRoom()
  const tabs = [tab(room), tab(room)]
  vi.advanceTimersByTime(3_000)
  expect(tabs.filter(({ state }) => state.leads)).toHaveLength(1)
})
