import { expect, it } from 'vitest'
import type { ArticleId } from '../../../../contract/ids.ts'
import type { LibraryView } from '../../../library/view/view.ts'
import { packed, unpacked } from '../library-source.ts'
import { withFoundSince } from './use-library-view.ts'

const viewOf = (decisions: readonly (readonly [id: ArticleId, code: number])[]) =>
  ({
    ids: packed(decisions.map(([id]) => id)),
    decisions: Uint8Array.from(decisions, ([, code]) => code),
    total: 9,
  }) as LibraryView

it('adds what was found since at the end, so that no row moves, and leaves out what is gone', () => {
  const shown = viewOf([
    [3, 0],
    ['a', 0],
    [1, 0],
  ])
  const next = viewOf([
    [2, 1],
    [1, 2],
    ['b', 0],
    [3, 3],
  ])
  const { ids, decisions } = withFoundSince(shown, next)
  expect(unpacked(ids)).toEqual([3, 1, 2, 'b'])
  expect([...decisions]).toEqual([3, 2, 1, 0])
})
