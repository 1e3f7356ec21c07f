import { expect, it } from 'vitest'
import type { SkipPart } from '../../../library/skips/skip-scope.ts'
import { releasedWords, skipWords } from './skip-words.ts'

const total = (count: number, parts: SkipPart[], sharedCount = 0) => ({
  count,
  parts,
  sharedCount,
  releasedCount: 0,
})

it.each<[string, ReturnType<typeof total>]>([
  ['No ids will be skipped', total(0, [])],
  ['1 id will be skipped', total(1, [{ kind: 'everything', count: 1 }])],
  [
    '2 ids will be skipped',
    total(2, [
      { kind: 'everything', count: 0 },
      { kind: 'pasted', count: 2 },
    ]),
  ],
  [
    '312 ids will be skipped: 290 you already have, 30 from Solar 2025, 8 in both',
    total(
      312,
      [
        { kind: 'everything', count: 290 },
        { kind: 'list', name: 'Solar 2025', count: 30 },
      ],
      8,
    ),
  ],
  [
    '5 ids will be skipped: 2 from this chain, 2 from category Food, 1 from earlier jobs, 2 from “Article ids”, 2 in several',
    total(
      5,
      [
        { kind: 'chain', count: 2 },
        { kind: 'category', name: 'Food', count: 2 },
        { kind: 'jobs', count: 1 },
        { kind: 'pasted', count: 2 },
      ],
      2,
    ),
  ],
  [
    '5 ids will be skipped: 3 from \u2068רשימה 2026\u2069, 2 from “Article ids”',
    total(5, [
      { kind: 'list', name: 'רשימה 2026', count: 3 },
      { kind: 'pasted', count: 2 },
    ]),
  ],
])('%s', (words, skipped) => {
  expect(skipWords(skipped)).toBe(words)
})

it.each([
  [0, ''],
  [1, '1 id no longer skipped may come again.'],
  [3, '3 ids no longer skipped may come again.'],
])('%i un-skipped ids read %j', (releasedCount, words) => {
  expect(releasedWords({ ...total(0, []), releasedCount })).toBe(words)
})
