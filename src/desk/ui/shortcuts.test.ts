import { afterEach, expect, it } from 'vitest'
import {
  ariaKeys,
  beginsSequence,
  isModShortcut,
  keyCaps,
  keyClash,
  setOwnKeys,
  shortcut,
  shortcuts,
  type ShortcutName,
} from './shortcuts.ts'

const names = Object.keys(shortcuts) as ShortcutName[]

it('assigns no key to two shortcuts', () => {
  const keys = names.flatMap((name) => shortcut(name).keys)
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
})

it('gives no meaning of its own to a key that begins a sequence', () => {
  const keys = names.flatMap((name) => shortcut(name).keys)
  const firsts = keys.filter((key) => key.includes(' ')).map((key) => key.split(' ')[0])
  expect(keys.filter((key) => firsts.includes(key))).toEqual([])
})

it('gives no two shortcuts the same name, nor the same name in the palette', () => {
  expect(new Set(names.map((name) => shortcut(name).name)).size).toBe(names.length)
  const commands = names.flatMap((name) => shortcut(name).command ?? [])
  expect(new Set(commands).size).toBe(commands.length)
})

it.each<[ShortcutName, string[][]]>([
  ['keep', [['v']]],
  ['back', [['Esc']]],
  ['open', [['Enter'], ['o']]],
  ['select-range', [['Shift', 'x']]],
  ['new-job', [['n'], ['g', 'n']]],
  ['commands', [['Ctrl', 'K']]],
])('shows the keys of %s as they are labelled on the keyboard', (name, caps) => {
  expect(keyCaps(name)).toEqual(caps)
})

it.each<[ShortcutName, string]>([
  ['keep', 'v'],
  ['new-job', 'n'],
  ['select-range', 'Shift+X'],
])('exposes the keys of %s to assistive technology', (name, keys) => {
  expect(ariaKeys(name)).toBe(keys)
})

it('assigns Ctrl+K to the palette, but neither K nor Ctrl+Shift+K', () => {
  const press = { key: 'k', ctrlKey: true, metaKey: false, altKey: false, shiftKey: false }
  expect(isModShortcut(press, 'commands')).toBe(true)
  expect(isModShortcut({ ...press, key: 'K' }, 'commands')).toBe(true)
  expect(isModShortcut({ ...press, ctrlKey: false }, 'commands')).toBe(false)
  expect(isModShortcut({ ...press, shiftKey: true }, 'commands')).toBe(false)
  expect(isModShortcut(press, 'create-job')).toBe(false)
})

it('assigns Ctrl+K on layouts without Latin letters by its place, and on others by its letter', () => {
  const press = { ctrlKey: true, metaKey: false, altKey: false, shiftKey: false }
  expect(isModShortcut({ ...press, key: 'л', code: 'KeyK' }, 'commands')).toBe(true)
  expect(isModShortcut({ ...press, key: 'ל', code: 'KeyK' }, 'commands')).toBe(true)
  expect(isModShortcut({ ...press, key: 't', code: 'KeyK' }, 'commands')).toBe(false)
  expect(isModShortcut({ ...press, key: 'ı', code: 'KeyK' }, 'commands')).toBe(false)
})

afterEach(() => setOwnKeys({}))

it('gives a shortcut the editor’s own key, and keeps Enter where it was', () => {
  setOwnKeys({ keep: 'a', open: 'e', 'go-jobs': 'w j' })
  expect(shortcut('keep').keys).toEqual(['a'])
  expect(shortcut('open').keys).toEqual(['Enter', 'e'])
  expect(beginsSequence('w')).toBe(true)
  expect(keyClash('maybe', 'v')).toBeUndefined()
})

it('can assign the default key of a shortcut that has been given another', () => {
  setOwnKeys({ previous: 'p', next: 'k' })
  expect(shortcut('previous').keys).toEqual(['p'])
  expect(shortcut('next').keys).toEqual(['k'])
})

it('ignores stored keys that clash or that no desk would store', () => {
  setOwnKeys({ keep: 'd', maybe: 'g', label: '', back: 'q', help: 5 as unknown as string })
  expect(names.map((name) => shortcut(name).keys)).toEqual(names.map((name) => shortcuts[name].keys))
  setOwnKeys({ next: 'k', previous: 'd' })
  expect(names.map((name) => shortcut(name).keys)).toEqual(names.map((name) => shortcuts[name].keys))
})
