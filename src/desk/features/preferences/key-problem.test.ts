import { afterEach, expect, it } from 'vitest'
import { setOwnKeys, type ShortcutName } from '../../ui/shortcuts.ts'
import { keyProblem } from './key-problem.ts'

afterEach(() => setOwnKeys({}))

it('explains why a shortcut cannot have its default key back', () => {
  setOwnKeys({ previous: 'p', label: 'k', 'new-job': 'w' })
  expect(keyProblem('previous', '')).toMatch(/“k” is already the key for “Label this article”/)
  expect(keyProblem('new-job', '')).toBeUndefined()
})

it.each<[ShortcutName, string, RegExp]>([
  ['keep', 'd', /“d” is already the key for “Reject this article”/],
  ['keep', '3', /already the key for “Reject for the first/],
  ['keep', 'g', /“g” begins “g n”/],
  ['go-jobs', 'v j', /“v” is already the key for “Keep this article”, so no other keys can follow it/],
  ['keep', 'ab', /Type one key/],
  ['keep', ' ', /Type one key/],
])('explains why %s cannot have the key %j', (name, key, problem) => {
  expect(keyProblem(name, key)).toMatch(problem)
})
