import { capitalized } from './number-words.ts'

/** Where a shortcut works, in the order of the list of shortcuts. */
export const shortcutGroups = {
  anywhere: 'Anywhere',
  articles: 'Articles, in a list and while reading',
  reader: 'While reading',
  list: 'In a list',
  form: 'In the request form',
} as const

export interface Shortcut {
  /** `event.key` names; a sequence of two as "g j". Any of them works. `Mod+` is Cmd on Apple machines, else Ctrl. */
  readonly keys: readonly string[]
  /** What it does, in the list of shortcuts and in the command palette. */
  readonly name: string
  readonly group: keyof typeof shortcutGroups
  /** A stable name by which the command palette remembers recent commands. Absent: not offered there. */
  readonly command?: string
  /** Whether it repeats while its key is held. */
  readonly repeats?: true
}

/** Every shortcut of the desk. No key may occur twice: nothing else tells shortcuts apart. */
export const shortcuts = {
  commands: { keys: ['Mod+k'], name: 'Commands', group: 'anywhere' },
  'new-job': { keys: ['n', 'g n'], name: 'New job', group: 'anywhere' },
  'go-jobs': { keys: ['g j'], name: 'Go to Jobs', group: 'anywhere' },
  'go-library': { keys: ['g l'], name: 'Go to Library', group: 'anywhere' },
  'go-skips': { keys: ['g s'], name: 'Go to Skipped articles', group: 'anywhere' },
  undo: { keys: ['z'], name: 'Undo', group: 'anywhere', command: 'decisions/z' },
  help: { keys: ['?'], name: 'Keyboard shortcuts', group: 'anywhere', command: 'desk/keys' },
  next: {
    keys: ['j'],
    name: 'Next article, job or group',
    group: 'articles',
    command: 'reader/next',
    repeats: true,
  },
  previous: {
    keys: ['k'],
    name: 'Previous article or job',
    group: 'articles',
    command: 'reader/previous',
    repeats: true,
  },
  keep: { keys: ['v'], name: 'Keep this article', group: 'articles', command: 'decisions/v' },
  maybe: {
    keys: ['b'],
    name: 'Maybe: decide on this article later',
    group: 'articles',
    command: 'decisions/b',
  },
  reject: { keys: ['d'], name: 'Reject this article', group: 'articles', command: 'decisions/d' },
  'toggle-read': {
    keys: ['m'],
    name: 'Mark this article as read, or as unread',
    group: 'articles',
    command: 'decisions/m',
  },
  label: { keys: ['l'], name: 'Label this article', group: 'articles', command: 'labels/l' },
  note: { keys: ['N'], name: 'Add a note to this article', group: 'reader', command: 'decisions/note' },
  'reject-for': {
    keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
    name: 'Reject for the first to ninth of your reasons',
    group: 'articles',
  },
  'focus-mode': {
    keys: ['f'],
    name: 'Focus mode: the article alone',
    group: 'reader',
    command: 'reader/focus-mode',
  },
  'next-hit': { keys: ['.'], name: 'Next hit', group: 'reader', command: 'reader/next-hit', repeats: true },
  'previous-hit': {
    keys: [','],
    name: 'Previous hit',
    group: 'reader',
    command: 'reader/previous-hit',
    repeats: true,
  },
  back: { keys: ['Escape'], name: 'Close the article, clear the selection, or go back', group: 'articles' },
  open: { keys: ['Enter', 'o'], name: 'Open', group: 'list' },
  select: { keys: ['x'], name: 'Select, to decide on several at once', group: 'list' },
  'select-range': { keys: ['X'], name: 'Select a range', group: 'list' },
  search: { keys: ['/'], name: 'Search this list', group: 'list', command: 'articles/search' },
  'copy-ids': { keys: ['c'], name: 'Copy ids', group: 'list', command: 'articles/copy-ids' },
  'create-job': { keys: ['Mod+Enter'], name: 'Create the job', group: 'form' },
} as const satisfies Readonly<Record<string, Shortcut>>

export type ShortcutName = keyof typeof shortcuts

/** The editor's own keys in place of ours: one key, or a sequence of two. */
export type OwnKeys = Readonly<Partial<Record<ShortcutName, string>>>

const names = Object.keys(shortcuts) as ShortcutName[]

let current: Readonly<Record<ShortcutName, Shortcut>> = shortcuts
const listeners = new Set<() => void>()

/** A shortcut with its current keys. */
export const shortcut = (name: ShortcutName): Shortcut => current[name]

export function subscribeToKeys(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Accepts anything that is stored, by any version of the desk: keys that clash with another shortcut's are ignored. */
export function setOwnKeys(own: OwnKeys): void {
  current = withOwnKeys(own)
  for (const listener of listeners) listener()
}

function withOwnKeys(own: OwnKeys): typeof current {
  const given = names.filter((name) => own[name] !== undefined)
  const next: Record<ShortcutName, Shortcut> = { ...shortcuts }
  // First, since a key may be the usual one of a shortcut whose key was changed.
  for (const name of given) next[name] = { ...next[name], keys: fixedKeys(name) }
  for (const name of given) {
    const key = own[name]
    const isUsable = typeof key === 'string' && isOwnable(key) && isChangeable(name)
    // Once this one is ignored, its default key is taken again, so check the others once more.
    if (!isUsable || keyClash(name, key, next)) return withOwnKeys({ ...own, [name]: undefined })
    next[name] = { ...next[name], keys: [...fixedKeys(name), key] }
  }
  return next
}

/** Whether it is what an editor may choose: one key, or a sequence of two. */
export const isOwnable = (key: string): boolean => /^\S( \S)?$/.test(key)

const fixedKeys = (name: ShortcutName): string[] => shortcuts[name].keys.filter((key) => !isOwnable(key))

/** Keys such as Enter and Escape are fixed, as are those of a numbered series. */
export const isChangeable = (name: ShortcutName): boolean =>
  name !== 'reject-for' && shortcuts[name].keys.some(isOwnable)

export interface KeyClash {
  readonly other: ShortcutName
  /** Its key: the same, or one that begins the other or is begun by it. */
  readonly taken: string
}

/** Why a shortcut can't have a key, if another's is in the way. */
export function keyClash(name: ShortcutName, key: string, among = current): KeyClash | undefined {
  const [first, second] = key.split(' ')
  for (const other of names) {
    const isTaken = (taken: string) =>
      taken === key || (second === undefined ? taken.startsWith(`${key} `) : taken === first)
    const taken = other === name ? undefined : among[other].keys.find(isTaken)
    if (taken !== undefined) return { other, taken }
  }
  return undefined
}

/** Whether a key is the first of a sequence of two. */
export const beginsSequence = (key: string): boolean =>
  names.some((name) => shortcut(name).keys.some((keys) => keys.startsWith(`${key} `)))

/** The key pressed, as shortcuts name it: the same with and without Caps Lock, and on every layout. */
export function keyOf(event: KeyboardEvent): string {
  const lower = event.key.toLowerCase()
  const isOwn = names.some((name) => shortcut(name).keys.join(' ').toLowerCase().includes(lower))
  const key = isOwn ? event.key : latinKey(event)
  if (key.length > 1 || (key === event.key && !event.getModifierState('CapsLock'))) return key
  return event.shiftKey ? key.toUpperCase() : key.toLowerCase()
}

/** Layouts such as the Russian, Greek or Hebrew have no Latin letters: the one in the same place counts. */
const latinKey = ({ key, code = '' }: KeyPress): string =>
  key > 'ɏ' && /^\p{L}$/u.test(key) && code.startsWith('Key') ? code.slice(-1) : key

// The sign-in page is also rendered without a browser.
const isApple = /Mac|iP(hone|ad|od)/.test(globalThis.navigator?.userAgent ?? '')

/** Whether a shortcut with Ctrl or Cmd was pressed. These work in fields as well, since they type nothing. */
export function isModShortcut(event: ModEvent, name: ShortcutName): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey } = event
  // On a Mac, Ctrl+K in a field deletes to the end of the line, and must keep doing so.
  const isMod = (isApple ? metaKey : ctrlKey) && !altKey && !shiftKey
  if (!isMod) return false
  const pressed = `mod+${latinKey(event).toLowerCase()}`
  return shortcut(name).keys.some((wanted) => wanted.toLowerCase() === pressed)
}

type KeyPress = Pick<KeyboardEvent, 'key'> & Partial<Pick<KeyboardEvent, 'code'>>
type ModEvent = KeyPress & Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** The key caps of each alternative, with keys held together in one list: `[['Ctrl', 'K']]`, `[['Enter'], ['o']]`. */
export const keyCaps = (name: ShortcutName): string[][] =>
  shortcut(name).keys.map((keys) => keys.split(' ').flatMap(capsOf))

function capsOf(key: string): string[] {
  if (key.startsWith('Mod+')) return [isApple ? '⌘' : 'Ctrl', capitalized(key.slice('Mod+'.length))]
  if (key === 'Escape') return ['Esc']
  if (key.length > 1) return [key]
  return /[A-Z]/.test(key) ? ['Shift', key.toLowerCase()] : [key]
}

/** For `aria-keyshortcuts`. */
export const ariaKeys = (name: ShortcutName): string =>
  shortcut(name)
    .keys.filter((key) => !key.includes(' '))
    .map((key) => (/^[A-Z]$/.test(key) ? `Shift+${key}` : key))
    .join(' ')
