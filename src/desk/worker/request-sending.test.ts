import { describe, expect, it } from 'vitest'
import { createFakeLocks } from '../testing/fake-locks.ts'
import { createSendingLocks } from './request-sending.ts'

/** Locks whose release the browser never confirms. */
function neverReleased(): LockManager {
  const locks = createFakeLocks()
  const granting = createFakeLocks()
  const request = (name: string, work: LockGrantedCallback<unknown>) =>
    granting.request(name, async (lock) => {
      await work(lock)
      await new Promise(() => {})
    })
  return Object.assign(locks, { request: request as LockManager['request'] })
}

describe('the lock of a request that is being sent', () => {
  it('is held while sending, no longer', async () => {
    const locks = createSendingLocks(createFakeLocks())
    const held = await locks.hold('a', () => locks.isHeld('a'))
    expect(held).toBe(true)
    await expect.poll(() => locks.isHeld('a')).toBe(false)
  })

  it('does not delay the response when released', async () => {
    const locks = createSendingLocks(neverReleased())
    await expect(locks.hold('a', () => Promise.resolve('accepted'))).resolves.toBe('accepted')
    await expect(locks.hold('b', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  })

  it('reports that the browser refuses it', async () => {
    const request = () => Promise.reject(new DOMException('No', 'SecurityError'))
    const locks = createSendingLocks(Object.assign(createFakeLocks(), { request }))
    await expect(locks.hold('a', () => Promise.resolve())).rejects.toThrow('No')
  })
})
