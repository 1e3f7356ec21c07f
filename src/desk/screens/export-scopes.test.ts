import { describe, expect, it } from 'vitest'
import type { Scope } from '../features/articles/list/selection.ts'
import { exportScopes } from './export-scopes.ts'

const everything: Scope = { kind: 'everything', count: 12, positions: 'all' }
const selected: Scope = { kind: 'selected', count: 1, positions: [5] }
const matching: Scope = { kind: 'matching', count: 2, positions: [1, 4] }
const kept = { kind: 'kept', count: 2, positions: [4, 1] }

describe('what can be exported', () => {
  it.each([
    ['everything, where nothing is kept', [everything], [], [], [everything]],
    ['what is kept, after what is meant', [everything], [], [4, 1], [everything, kept]],
    ['what is kept, before everything', [selected, everything], [], [4, 1], [selected, kept, everything]],
    [
      'what the search and the filter leave, in their words',
      [matching, everything],
      ['maybe', '“solar”'],
      [],
      [{ ...matching, words: 'maybe, “solar”' }, everything],
    ],
    [
      'what is kept but once, where that is what is shown',
      [matching, everything],
      ['kept'],
      [4, 1],
      [{ ...matching, kind: 'kept' }, everything],
    ],
    [
      'both, where something was decided since',
      [matching, everything],
      ['kept'],
      [4],
      [{ ...matching, words: 'kept' }, { kind: 'kept', count: 1, positions: [4] }, everything],
    ],
  ])('is %s', (_what, scopes, filters, positions, expected) => {
    expect(exportScopes(scopes, filters, positions)).toEqual(expected)
  })
})
