import { expect, it } from 'vitest'
import type { NearDuplicate } from '../../library/view/view.ts'
import { toReject } from './articles-to-reject.ts'

const other = (id: number, share: number | undefined, rest: Partial<NearDuplicate> = {}): NearDuplicate => ({
  id,
  similarity: 1,
  share,
  decision: undefined,
  ...rest,
})

const group = [
  other(1, 1),
  other(2, 0.9),
  other(3, 0.899),
  // Contains the kept article and the same amount of other text.
  other(4, 0.5),
  other(5, undefined),
  other(6, 1, { decision: 'keep' }),
  other(7, 1, { decision: 'maybe' }),
  other(8, 1, { decision: 'reject' }),
]

it('rejects articles of at least the chosen similarity, except those kept or already rejected', () => {
  expect(toReject(group, 90, new Map())).toEqual([1, 2, 7])
  expect(toReject(group, 50, new Map())).toEqual([1, 2, 3, 4, 7])
  expect(toReject(group, 100, new Map())).toEqual([1, 7])
})

it('respects what the editor selected or deselected', () => {
  const said = new Map([
    [1, false],
    [5, true],
    [6, true],
  ])
  expect(toReject(group, 90, said)).toEqual([2, 5, 6, 7])
})
