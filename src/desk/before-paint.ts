// Runs before the first paint. A file of its own, because the page's security policy allows no inline script; and a
// single one, because the page waits for it.

import { workerLauncher } from './worker-client/launch-worker.ts'

/** Holds the history entry that was left last, and how far it was scrolled. */
const placeKey = 'article-desk/place'

// Sets the chosen theme (features/preferences), so that the other one doesn't flash.
try {
  const { theme } = JSON.parse(localStorage.getItem('article-desk/preferences') ?? '{}') as {
    theme?: unknown
  }
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme
} catch {
  // No storage, or an invalid value: the system's theme will do.
}

// What a reload waits for longest: the worker, which opens the library. Modules don't run before the document and its
// styles are there.
const signedIn = isSignedIn()
try {
  const url = document.currentScript?.dataset['worker']
  if (url !== undefined && signedIn) globalThis.launchedWorker = workerLauncher(url, 'article-desk-early')()
} catch {
  // No workers: the library is opened in the page.
}

// Shows the prerendered sign-in form before the script has loaded. What is typed and submitted until then waits for the
// script (features/sign-in/sign-in-form.tsx). The form stays hidden on every other page, and where it will say more.
try {
  const database: unknown = indexedDB
  if (location.pathname === '/sign-in' && signedIn === false && isSecureContext && database)
    document.documentElement.dataset['showsForm'] = 'sign-in'
} catch {
  // No storage: the form will say so.
}
addEventListener('submit', (event) => {
  if (event.defaultPrevented) return
  event.preventDefault()
  const form = event.target as HTMLFormElement
  form.dataset['sent'] = 'yes'
})

// The browser returns to the place in a page only while it loads, and a long list is drawn after that.
try {
  const [entry, place] = sessionStorage.getItem(placeKey)?.split(' ') ?? []
  // The router has not touched an entry that has no state: its address was typed or followed, not reloaded.
  if (history.state !== null && entry === entryKey()) returnTo(Number(place))
  // The history entry itself can't be changed any more while the page is left.
  addEventListener('pagehide', () => sessionStorage.setItem(placeKey, `${entryKey()} ${scrollY}`))
} catch {
  // No storage: lists begin at their top.
}

function entryKey(): string {
  return (history.state as { key?: string } | null)?.key ?? 'first'
}

/** Scrolls to a place as soon as the page is long enough, unless the editor does something before. */
function returnTo(place: number): void {
  if (place === 0) return
  const done = new AbortController()
  const { signal } = done
  const observer = new ResizeObserver(([page]) => {
    if (!page || page.contentRect.height - innerHeight < place) return
    scrollTo({ top: place, behavior: 'instant' })
    done.abort()
  })
  signal.addEventListener('abort', () => observer.disconnect())
  for (const input of ['wheel', 'pointerdown', 'keydown', 'popstate'])
    addEventListener(input, () => done.abort(), { signal, passive: true })
  observer.observe(document.documentElement)
}

/** @returns undefined if there is no storage */
function isSignedIn(): boolean | undefined {
  try {
    return sessionStorage.getItem('article-desk/session') !== null
  } catch {
    return undefined
  }
}
