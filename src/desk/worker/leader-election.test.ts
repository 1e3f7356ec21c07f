import { expect, it, onTestFinished, vi } from 'vitest'
import { createFakeLocks } from '../testing/fake-locks.ts'
import { electByLock } from './leader-election.ts'

const confirmedAfterMs = 300

/** Locks whose release the browser confirms after a moment. */
function slowlyReleased(): LockManager {
  const locks = createFakeLocks()
  const request = async (name: string, options: LockOptions, callback: LockGrantedCallback<unknown>) => {
    await locks.request(name, options, callback)
    await new Promise((resolve) => setTimeout(resolve, confirmedAfterMs))
  }
  return Object.assign(createFakeLocks(), { request: request as LockManager['request'] })
}

it('does not lead again after it was frozen until it is granted the lock anew', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const election = electByLock({
    locks: slowlyReleased(),
    name: 'leading',
    sendHeartbeat() {},
    isNeeded: () => true,
    onChange() {},
  })
  onTestFinished(() => election.leave())
  await vi.advanceTimersByTimeAsync(0)
  expect(election.leads()).toBe(true)

  const clockBefore = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => clockBefore() + 60_000)
  onTestFinished(() => clock.mockRestore())
  await vi.advanceTimersByTimeAsync(1_000)
  expect(election.leads()).toBe(false)
  await vi.advanceTimersByTimeAsync(confirmedAfterMs)
  expect(election.leads()).toBe(true)
})
