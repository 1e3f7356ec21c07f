import { useSyncExternalStore } from 'react'
import { type OwnKeys, setOwnKeys } from '../../ui/shortcuts.ts'

export type Theme = 'system' | 'light' | 'dark'

/** Where the keyboard goes after a decision: on to the next article without one, to the next one, or nowhere. */
export type AfterDeciding = 'undecided' | 'next' | 'stay'

/** How much of an article a row of a list shows: its title, first lines and facts, or the title alone. */
export type Density = 'comfortable' | 'compact'

/** How articles are set, each choice by its name. */
export interface ReadingLook {
  readonly face: 'serif' | 'sans' | 'legible'
  readonly size: 'small' | 'normal' | 'large' | 'huge'
  readonly width: 'narrow' | 'normal' | 'wide'
  readonly lines: 'tight' | 'normal' | 'loose'
}
export const jobOrders = ['came', 'longest', 'hits', 'unread'] as const
export type JobOrder = (typeof jobOrders)[number]

/** Preferences of this browser, the same for every account. */
export interface DevicePreferences {
  readonly theme: Theme
  /** Whether single letters are shortcuts (WCAG 2.1.4). */
  readonly singleKeys: boolean
  readonly afterDeciding: AfterDeciding
  readonly density: Density
  /** Whether the filters beside the library are out of sight. */
  readonly filtersFolded: boolean
  /** Articles of fewer words are marked as short; 0 marks none. */
  readonly shortWords: number
  readonly reading: ReadingLook
  /** The order of the articles of a job. */
  readonly jobOrder: JobOrder
  /** Keys of the editor's own, see `setOwnKeys`. */
  readonly ownKeys: OwnKeys
}

const defaults: DevicePreferences = {
  theme: 'system',
  singleKeys: true,
  afterDeciding: 'undecided',
  density: 'comfortable',
  filtersFolded: false,
  shortWords: 150,
  reading: { face: 'serif', size: 'normal', width: 'normal', lines: 'normal' },
  jobOrder: 'came',
  ownKeys: {},
}

/** `public/before-paint.js` reads the same entry before the first paint. */
const storageKey = 'article-desk/preferences'

let current = read()
setOwnKeys(current.ownKeys)
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
  setOwnKeys(current.ownKeys)
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
  setOwnKeys(current.ownKeys)
  for (const listener of listeners) listener()
}

/** Whatever is stored, by whichever version of the desk: what makes no sense counts as not chosen. */
function read(): DevicePreferences {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<DevicePreferences> | null
    const {
      theme,
      singleKeys,
      afterDeciding,
      density,
      filtersFolded,
      shortWords,
      reading,
      jobOrder,
      ownKeys,
    } = stored ?? {}
    return {
      theme: theme === 'light' || theme === 'dark' ? theme : defaults.theme,
      singleKeys: typeof singleKeys === 'boolean' ? singleKeys : defaults.singleKeys,
      afterDeciding:
        afterDeciding === 'next' || afterDeciding === 'stay' ? afterDeciding : defaults.afterDeciding,
      density: density === 'compact' ? density : defaults.density,
      filtersFolded: filtersFolded === true,
      shortWords:
        Number.isSafeInteger(shortWords) && Number(shortWords) >= 0
          ? Number(shortWords)
          : defaults.shortWords,
      reading: {
        face: oneOf(['serif', 'sans', 'legible'], reading?.face) ?? defaults.reading.face,
        size: oneOf(['small', 'normal', 'large', 'huge'], reading?.size) ?? defaults.reading.size,
        width: oneOf(['narrow', 'normal', 'wide'], reading?.width) ?? defaults.reading.width,
        lines: oneOf(['tight', 'normal', 'loose'], reading?.lines) ?? defaults.reading.lines,
      },
      jobOrder: jobOrders.find((order) => order === jobOrder) ?? defaults.jobOrder,
      ownKeys: typeof ownKeys === 'object' && ownKeys !== null ? ownKeys : defaults.ownKeys,
    }
  } catch {
    return defaults
  }
}

// A declaration: what is stored is read as this file begins.
function oneOf<Name extends string>(names: readonly Name[], stored: unknown): Name | undefined {
  return names.find((name) => name === stored)
}

function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}
