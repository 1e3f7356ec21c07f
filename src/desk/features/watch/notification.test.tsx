import { afterEach, describe, expect, it, vi } from 'vitest'
import { askNotificationAccess } from './notification.ts'

function browser(permission: NotificationPermission | undefined, query?: () => Promise<{ state: string }>) {
  vi.stubGlobal('Notification', permission && { permission })
  Object.defineProperty(navigator, 'permissions', { value: query && { query }, configurable: true })
}

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'permissions')
})

describe('the permission to notify', () => {
  it.each([
    ['prompt', 'default'],
    ['granted', 'granted'],
    ['denied', 'denied'],
  ])('is %s in the browser and %s here', async (state, access) => {
    // The result of the query counts, not the property, which would block the page.
    browser('denied', () => Promise.resolve({ state }))
    expect(await askNotificationAccess()).toBe(access)
  })

  it('is read from the page if it cannot be queried', async () => {
    browser('granted', () => Promise.reject(new TypeError('not a permission')))
    expect(await askNotificationAccess()).toBe('granted')
    browser('denied')
    expect(await askNotificationAccess()).toBe('denied')
  })

  it('is unsupported if there are no notifications, and nothing is asked', async () => {
    const query = vi.fn<() => Promise<{ state: string }>>()
    browser(undefined, query)
    expect(await askNotificationAccess()).toBe('unsupported')
    expect(query).not.toHaveBeenCalled()
  })
})
