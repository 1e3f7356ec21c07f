import '@testing-library/jest-dom/vitest'
import './setup-storage.ts'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(cleanup)

// A busy machine loads a screen's code slowly; a second would make tests of screens fail by chance.
configure({ asyncUtilTimeout: 30_000 })

// jsdom lays nothing out: there is no size to observe and nowhere to scroll to.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Element.prototype.scrollIntoView = () => {}
window.scrollTo = () => {}
