import { afterEach, describe, expect, it } from 'vitest'
import { changePreferences } from './device-preferences.ts'

const storageKey = 'article-desk/preferences'
const stored = () => JSON.parse(localStorage.getItem(storageKey) ?? '{}') as object
const theme = () => document.documentElement.dataset['theme']

const chooseElsewhere = (choice: object) => localStorage.setItem(storageKey, JSON.stringify(choice))

afterEach(() => {
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: storageKey }))
})

describe('the choices of another tab', () => {
  it.each([
    ['while no screen used them here', () => new StorageEvent('storage', { key: storageKey })],
    [
      'while this page was in the browser’s cache',
      () => new PageTransitionEvent('pageshow', { persisted: true }),
    ],
  ])('made %s are shown, and kept by a change made here', (_when, event) => {
    chooseElsewhere({ theme: 'dark' })
    window.dispatchEvent(event())
    expect(theme()).toBe('dark')
    changePreferences({ singleKeys: false })
    expect(stored()).toMatchObject({ theme: 'dark', singleKeys: false })
  })

  it('made before the editor signed in here are shown then', async () => {
    chooseElsewhere({ theme: 'dark' })
    // Not `vi.resetModules`: the files that follow would get another copy of every module, the set-up of the tests included.
    const anew = './device-preferences.ts?anew'
    await import(anew)
    expect(theme()).toBe('dark')
  })
})

it.each([
  'null',
  '{',
  '"dark"',
  '{"theme":"blue","singleKeys":0,"afterDeciding":1,"density":null,"filtersFolded":1,"shortWords":-1}',
  '{"shortWords":1.5,"reading":{"face":"large","size":1},"jobOrder":"size","ownKeys":"v"}',
  '{"reading":7,"ownKeys":null}',
])('an entry of which nothing is valid counts as none: %s', (entry) => {
  localStorage.setItem(storageKey, entry)
  window.dispatchEvent(new StorageEvent('storage', { key: storageKey }))
  changePreferences({})
  expect(stored()).toEqual({
    theme: 'system',
    singleKeys: true,
    afterDeciding: 'undecided',
    density: 'comfortable',
    filtersFolded: false,
    shortWords: 150,
    reading: { face: 'serif', size: 'normal', width: 'normal', lines: 'normal' },
    jobOrder: 'came',
    ownKeys: {},
  })
})
