import { expect, it } from 'vitest'
import { ariaKeys, isModShortcut, keyCaps, shortcut, shortcuts, type ShortcutName } from './shortcuts.ts'

const names = Object.keys(shortcuts) as ShortcutName[]

it('gives no key to two shortcuts', () => {
  const keys = names.flatMap((name) => shortcut(name).keys)
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
})

it('gives no key that begins a sequence a meaning of its own', () => {
  const keys = names.flatMap((name) => shortcut(name).keys)
  const firsts = keys.filter((key) => key.includes(' ')).map((key) => key.split(' ')[0])
  expect(keys.filter((key) => firsts.includes(key))).toEqual([])
})

it('gives no name to two shortcuts, and no name in the palette to two', () => {
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
])('shows the keys of %s as they stand on the keyboard', (name, caps) => {
  expect(keyCaps(name)).toEqual(caps)
})

it.each<[ShortcutName, string]>([
  ['keep', 'v'],
  ['new-job', 'n'],
  ['select-range', 'Shift+X'],
])('tells assistive technology the keys of %s', (name, keys) => {
  expect(ariaKeys(name)).toBe(keys)
})

it('takes Ctrl+K for the palette, and neither K nor Ctrl+Shift+K', () => {
  const press = { key: 'k', ctrlKey: true, metaKey: false, altKey: false, shiftKey: false }
  expect(isModShortcut(press, 'commands')).toBe(true)
  expect(isModShortcut({ ...press, key: 'K' }, 'commands')).toBe(true)
  expect(isModShortcut({ ...press, ctrlKey: false }, 'commands')).toBe(false)
  expect(isModShortcut({ ...press, shiftKey: true }, 'commands')).toBe(false)
  expect(isModShortcut(press, 'create-job')).toBe(false)
})
