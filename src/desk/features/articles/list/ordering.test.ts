import { describe, expect, it } from 'vitest'
import { fullOrdering, foundOrdering, givenOrdering, stretch } from './ordering.ts'

const found = foundOrdering(Uint32Array.of(2, 3, 40, 999))

describe('the ordering of a list', () => {
  it('are the positions themselves where everything is shown', () => {
    const all = fullOrdering(3)
    expect([all.count, all.at(2), all.placeOf(2), all.placeOf(3), all.placeOf(-1)]).toEqual([3, 2, 2, -1, -1])
  })

  it.each([
    [2, 0],
    [3, 1],
    [40, 2],
    [999, 3],
    [0, -1],
    [39, -1],
    [1000, -1],
  ])('puts position %i at place %i of those found', (position, place) => {
    expect(found.placeOf(position)).toBe(place)
  })

  it('knows the place of each position in a given order, and no place for the others', () => {
    const given = givenOrdering(Uint32Array.of(40, 0, 7), false)
    expect([40, 0, 7].map(given.placeOf)).toEqual([0, 1, 2])
    expect([-1, 1, 39, 41, 1_000_000].map(given.placeOf)).toEqual([-1, -1, -1, -1, -1])
    expect(givenOrdering(new Uint32Array(), true).placeOf(0)).toBe(-1)
  })

  it('are none where nothing was found', () => {
    const none = foundOrdering(new Uint32Array())
    expect([none.count, none.placeOf(0), stretch(none, 0, 5)]).toEqual([0, -1, []])
  })

  it.each([
    [1, 2, [3, 40]],
    [2, 1, [3, 40]],
    [0, 0, [2]],
    [-3, 99, [2, 3, 40, 999]],
  ])('stretch from %i to %i over what is shown, not over what lies between', (from, to, positions) => {
    expect(stretch(found, from, to)).toEqual(positions)
  })
})
