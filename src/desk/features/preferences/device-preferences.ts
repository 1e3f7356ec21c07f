import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

/** Where the keyboard goes after a decision: on to the next article without one, to the next one, or nowhere. */
export type AfterDeciding = 'undecided' | 'next' | 'stay'

/** Preferences of this browser, the same for every account. */
export interface DevicePreferences {
  readonly theme: Theme
  /** Whether single letters are shortcuts (WCAG 2.1.4). */
  readonly singleKeys: boolean
  readonly afterDeciding: AfterDeciding
}

const defaults: DevicePreferences = { theme: 'system', singleKeys: true, afterDeciding: 'undecided' }

/** `public/before-paint.js` reads the same entry before the first paint. */
const storageKey = 'article-desk/preferences'

let current = read()
const listeners = new Set<() => void>()

export function useDevicePreferences(): DevicePreferences {
  return useSyncExternalStore(subscribe, () => current)
}

export function changePreferences(change: Partial<DevicePreferences>): void {
  current = { ...current, ...change }
  try {
    localStorage.setItem(storageKey, JSON.stringify(current))
  } catch {
    // No storage here: the choice holds until the page is left.
  }
  applyTheme(current.theme)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', followOtherTabs)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', followOtherTabs)
  }
}

function followOtherTabs(event: StorageEvent): void {
  if (event.key !== storageKey) return
  current = read()
  applyTheme(current.theme)
  for (const listener of listeners) listener()
}

/** Whatever is stored, by whichever version of the desk: what makes no sense counts as not chosen. */
function read(): DevicePreferences {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<DevicePreferences> | null
    const { theme, singleKeys, afterDeciding } = stored ?? {}
    return {
      theme: theme === 'light' || theme === 'dark' ? theme : defaults.theme,
      singleKeys: typeof singleKeys === 'boolean' ? singleKeys : defaults.singleKeys,
      afterDeciding:
        afterDeciding === 'next' || afterDeciding === 'stay' ? afterDeciding : defaults.afterDeciding,
    }
  } catch {
    return defaults
  }
}

function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}
