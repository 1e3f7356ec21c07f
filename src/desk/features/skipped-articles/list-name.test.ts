import { expect, it } from 'vitest'
import type { SkipList } from '../../library/records.ts'
import { freeName, nameProblem } from './list-name.ts'

const lists = ['Solar', 'Solar 2', 'Café'].map((name): SkipList => ({
  id: name,
  name,
  count: 0,
  createdAt: 0,
  updatedAt: 0,
}))

it.each([
  ['', undefined, 'Give the list a name.'],
  ['  ', undefined, 'Give the list a name.'],
  [' SOLAR ', undefined, 'Another list has this name.'],
  ['Cafe\u0301', undefined, 'Another list has this name.'],
  ['Solar', 'Solar', undefined],
  ['Wind', undefined, undefined],
])('the name %j for the list %s: %s', (name, id, problem) => {
  expect(nameProblem(name, lists, id)).toBe(problem)
})

it.each([
  ['Wind', 'Wind'],
  ['Solar', 'Solar 3'],
  [' café ', 'café 2'],
])('the free name closest to %j is %j', (wanted, name) => {
  expect(freeName(wanted, lists)).toBe(name)
})

it('keeps a free name within the maximum length', () => {
  const long = 'x'.repeat(300)
  const taken = [{ ...lists[0]!, name: freeName(long, []) }]
  expect(freeName(long, taken).length).toBeLessThanOrEqual(200)
  expect(nameProblem(freeName(long, taken), taken)).toBeUndefined()
  expect(freeName(`${'x'.repeat(194)}🌊🌊🌊`, [])).toBe('x'.repeat(194))
})
