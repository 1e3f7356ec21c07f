import { describe, expect, it, vi } from 'vitest'
import { createDecisionIndex } from './decision-index.ts'
import { nextUndecided } from './next-undecided.ts'

const ids = { numbers: Float64Array.of(10, Number.NaN, 30, 40), strings: new Map([[1, 'b']]) }
const opened = () => createDecisionIndex(ids, Uint8Array.of(0, 1, 0, 3))

describe('the decisions on the articles of a list', () => {
  it('are known by position and by id, numbers and strings alike', () => {
    const index = opened()
    expect([0, 1, 2, 3].map(index.decisionAt)).toEqual([undefined, 'keep', undefined, 'reject'])
    expect([0, 1].map(index.idAt)).toEqual([10, 'b'])
    expect([index.positionOf('b'), index.positionOf(30), index.positionOf(99)]).toEqual([1, 2, undefined])
  })

  it('are counted, and counted again only if a decision changes', () => {
    const index = opened()
    const heard = vi.fn<() => void>()
    index.subscribe(heard)
    const before = index.counts()
    expect(before).toEqual({ undecided: 2, keep: 1, maybe: 0, reject: 1 })
    index.apply([
      ['b', { decision: 'keep', readAt: 5 }],
      [99, { decision: 'reject' }],
    ])
    expect(index.counts()).toBe(before)
    expect(heard).not.toHaveBeenCalled()
    index.apply([
      [10, { decision: 'maybe' }],
      [40, undefined],
    ])
    expect(index.counts()).toEqual({ undecided: 2, keep: 1, maybe: 1, reject: 0 })
    expect(heard).toHaveBeenCalledTimes(1)
  })

  it('can be replaced as a whole', () => {
    const index = opened()
    const heard = vi.fn<() => void>()
    index.subscribe(heard)
    index.replace(Uint8Array.of(2, 2, 2, 2), new Map([[1, ['b', 'a']]]))
    expect(heard).toHaveBeenCalledTimes(1)
    expect([...index.labelCounts()]).toEqual([
      ['a', 1],
      ['b', 1],
    ])
    index.apply([[10, { decision: 'maybe', labels: ['a'] }]])
    expect(index.labelCounts().get('a')).toBe(2)
    index.apply([['b', { decision: 'maybe' }]])
    expect([...index.labelCounts()]).toEqual([['a', 1]])
    expect(index.labelsAt(1)).toEqual([])
    expect(index.counts()).toEqual({ undecided: 0, keep: 0, maybe: 4, reject: 0 })
  })
})

describe('the next undecided article', () => {
  const places = (positions: number[]) => ({
    count: positions.length,
    at: (place: number) => positions[place] ?? -1,
    placeOf: (position: number) => positions.indexOf(position),
  })

  it.each([
    ['passes over those decided', [0, 1, 2, 3], 0, 2],
    ['keeps to what is shown and its order', [3, 2, 1, 0], 2, 0],
    ['is none at the end', [0, 1, 2, 3], 2, undefined],
    ['is the first where the article itself is not shown', [1, 2], 0, 2],
  ])('%s', (_, shown, from, expected) => {
    expect(nextUndecided(places(shown), opened(), from)).toBe(expected)
  })
})
