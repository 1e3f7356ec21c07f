import { expect, it } from 'vitest'
import { type ArticleId, packInOrder as packed, unpackInOrder as unpacked } from '../../../../contract/ids.ts'
import type { Annotation } from '../../../library/records.ts'
import type { LibraryView, ViewSpec } from '../../../library/view/view.ts'
import { withFoundSince } from './use-library-view.ts'

const viewOf = (decisions: readonly (readonly [id: ArticleId, code: number])[]) =>
  ({
    ids: packed(decisions.map(([id]) => id)),
    decisions: Uint8Array.from(decisions, ([, code]) => code),
    total: 9,
  }) as LibraryView

const shown = viewOf([
  [3, 0],
  ['a', 0],
  [4, 0],
  [5, 1],
  [1, 0],
])
const next = viewOf([
  [2, 1],
  [1, 2],
  ['b', 0],
  [3, 3],
])
const annotations = new Map<ArticleId, Annotation>([
  ['a', { decision: 'keep' }],
  [5, {}],
])

const listed = (spec: ViewSpec) => {
  const { ids, decisions } = withFoundSince(shown, next, spec, (id) => annotations.get(id))
  return unpacked(ids).map((id, place) => [id, decisions[place]])
}

it('adds new matches at the end, so that no row moves, and keeps what has been decided since', () => {
  expect(listed({ query: 'sun', decisions: ['none'] })).toEqual([
    [3, 3],
    ['a', 1],
    [4, 0],
    [5, 0],
    [1, 2],
    [2, 1],
    ['b', 0],
  ])
})

it('drops articles that turned out to have duplicates, but none that was decided', () => {
  expect(listed({ duplicated: false }).map(([id]) => id)).toEqual([3, 'a', 5, 1, 2, 'b'])
})
