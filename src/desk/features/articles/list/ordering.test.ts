import { describe, expect, it } from 'vitest'
import { fullOrdering, givenOrdering, positionsBetween } from './ordering.ts'

const found = givenOrdering(Uint32Array.of(2, 3, 40, 999))

describe('the places in a list', () => {
  it('are the positions themselves if everything is shown', () => {
    const all = fullOrdering(3)
    expect([all.count, all.at(2), all.placeOf(2), all.placeOf(3), all.placeOf(-1)]).toEqual([3, 2, 2, -1, -1])
    expect([all.at(3), all.at(-1)]).toEqual([-1, -1])
  })

  it.each([
    [2, 0],
    [3, 1],
    [40, 2],
    [999, 3],
    [0, -1],
    [39, -1],
    [1000, -1],
  ])('put position %i at place %i of the matches', (position, place) => {
    expect(found.placeOf(position)).toBe(place)
  })

  it('are known for each position in a given order, and only for those', () => {
    const given = givenOrdering(Uint32Array.of(40, 0, 7))
    expect([40, 0, 7].map(given.placeOf)).toEqual([0, 1, 2])
    expect([-1, 1, 39, 41, 1_000_000].map(given.placeOf)).toEqual([-1, -1, -1, -1, -1])
    expect(givenOrdering(new Uint32Array(), true).placeOf(0)).toBe(-1)
  })

  it('do not exist if nothing was found', () => {
    const none = givenOrdering(new Uint32Array())
    expect([none.count, none.placeOf(0), positionsBetween(none, 0, 5)]).toEqual([0, -1, []])
  })

  it.each([
    [1, 2, [3, 40]],
    [2, 1, [3, 40]],
    [0, 0, [2]],
    [-3, 99, [2, 3, 40, 999]],
  ])('from %i to %i include only what is shown', (from, to, positions) => {
    expect(positionsBetween(found, from, to)).toEqual(positions)
  })
})
