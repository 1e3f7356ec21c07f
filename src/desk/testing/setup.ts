import '@testing-library/jest-dom/vitest'
import './setup-storage.ts'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(cleanup)

// On a busy machine a screen's code loads slowly; the default of one second would make screen tests flaky.
configure({ asyncUtilTimeout: 30_000 })

// jsdom has no layout: there is no size to observe and nowhere to scroll to.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Element.prototype.scrollIntoView = () => {}
window.scrollTo = () => {}
