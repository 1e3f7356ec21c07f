import '@testing-library/jest-dom/vitest'
import './quick-rendering.ts'
import './setup-storage.ts'
import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterAll, afterEach } from 'vitest'
import { dropKeys } from '../ui/held-keys.ts'

// Many test files share a window: each test leaves it empty.
afterEach(() => {
  cleanup()
  // Keys wait up to a second for a popup that took no focus, and would keep those of the next test.
  dropKeys()
  document.body.replaceChildren()
  document.title = ''
  localStorage.clear()
  sessionStorage.clear()
})

// `onTestFinished` runs after the above: what it writes would be found by the first test of another file.
afterAll(() => {
  if (localStorage.length > 0) throw new Error(`Left in local storage: ${Object.keys(localStorage).join()}`)
})

// On a busy machine a screen's code loads slowly; the default of one second would make screen tests flaky.
configure({ asyncUtilTimeout: 30_000 })

// What a query waits for fails many times before it is found, and each failure would print the whole page: a tenth of the
// time of these tests. Only a query that timed out prints it, and one that doesn't wait.
const { getElementError } = getConfig()
configure({
  getElementError(message, container) {
    const { _disableExpensiveErrorDiagnostics: isWaiting } = getConfig() as {
      _disableExpensiveErrorDiagnostics?: boolean
    }
    if (!isWaiting) return getElementError(message, container)
    return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
  },
})

// jsdom has no layout: there is no size to observe, nowhere to scroll to, and no room that a query may ask for.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Element.prototype.scrollIntoView = () => {}
Element.prototype.scrollTo = () => {}
window.scrollTo = () => {}
window.matchMedia = () => ({ matches: false }) as MediaQueryList
