import { useSyncExternalStore } from 'react'
import type { Density } from '../../ui/density.ts'
import { type OwnKeys, setOwnKeys } from '../../ui/shortcuts.ts'

export type Theme = 'system' | 'light' | 'dark'

/** Where the cursor goes after a decision: to the next undecided article, to the next one, or nowhere. */
export type AfterDeciding = 'undecided' | 'next' | 'stay'

export const readingChoices = {
  face: ['serif', 'sans', 'legible'],
  size: ['small', 'normal', 'large', 'huge'],
  width: ['narrow', 'normal', 'wide'],
  lines: ['tight', 'normal', 'loose'],
} as const

/** How articles are set. */
export type ReadingLook = {
  readonly [Name in keyof typeof readingChoices]: (typeof readingChoices)[Name][number]
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
  /** Whether the filters beside the library are folded. */
  readonly filtersFolded: boolean
  /** Articles with fewer words are marked as short; 0 marks none. */
  readonly shortWords: number
  readonly reading: ReadingLook
  /** The sort order of a job's articles. */
  readonly jobOrder: JobOrder
  /** The editor's own keys, see `setOwnKeys`. */
  readonly ownKeys: OwnKeys
}

/** `before-paint.ts` reads the same entry before the first paint. */
const storageKey = 'article-desk/preferences'

let current = read()
const listeners = new Set<() => void>()

// Another tab may have chosen since this page was first drawn.
apply()
// Even while no screen uses them: a change here saves all of them, and must not undo another tab's.
addEventListener('storage', ({ key }) => key === storageKey && readAgain())
// A page in the browser's cache hears of nothing.
addEventListener('pageshow', ({ persisted }) => persisted && readAgain())

export function useDevicePreferences(): DevicePreferences {
  return useSyncExternalStore(subscribe, () => current)
}

export function changePreferences(change: Partial<DevicePreferences>): void {
  current = { ...current, ...change }
  try {
    localStorage.setItem(storageKey, JSON.stringify(current))
  } catch {
    // Without storage, the choice lasts until the page is left.
  }
  apply()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function readAgain(): void {
  current = read()
  apply()
}

function apply(): void {
  applyTheme(current.theme)
  setOwnKeys(current.ownKeys)
  for (const listener of listeners) listener()
}

/** Reads an entry of any version of the desk; invalid values count as not chosen. */
function read(): DevicePreferences {
  const { theme, singleKeys, afterDeciding, density, filtersFolded, shortWords, reading, jobOrder, ownKeys } =
    stored()
  return {
    theme: oneOf(['system', 'light', 'dark'], theme, 'system'),
    singleKeys: singleKeys !== false,
    afterDeciding: oneOf(['undecided', 'next', 'stay'], afterDeciding, 'undecided'),
    density: oneOf(['comfortable', 'compact'], density, 'comfortable'),
    filtersFolded: filtersFolded === true,
    shortWords: Number.isSafeInteger(shortWords) && shortWords! >= 0 ? shortWords! : 150,
    reading: {
      face: oneOf(readingChoices.face, reading?.face, 'serif'),
      size: oneOf(readingChoices.size, reading?.size, 'normal'),
      width: oneOf(readingChoices.width, reading?.width, 'normal'),
      lines: oneOf(readingChoices.lines, reading?.lines, 'normal'),
    },
    jobOrder: oneOf(jobOrders, jobOrder, 'came'),
    ownKeys: typeof ownKeys === 'object' && ownKeys !== null ? ownKeys : {},
  }
}

function stored(): Partial<DevicePreferences> {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}') ?? {}
  } catch {
    return {}
  }
}

// A function declaration, since `read` runs while this module is evaluated.
function oneOf<Name extends string>(names: readonly Name[], stored: unknown, otherwise: Name): Name {
  return names.find((name) => name === stored) ?? otherwise
}

function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}
