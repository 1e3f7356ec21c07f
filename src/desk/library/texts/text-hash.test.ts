import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { textHash } from './text-hash.ts'

it('is the same in every release, since it is stored', () => {
  expect(textHash({ title: 'Bread', text: 'The first tray comes out at five.' })).toBe(4489570409163265)
  expect(textHash({ title: '', text: '' })).toBe(3549680033338972)
})

it.each([
  ['a letter', { title: 'Bread', text: 'Tray one' }, { title: 'Bread', text: 'Tray two' }],
  ['a blank at the end', { title: 'Bread', text: 'Tray' }, { title: 'Bread', text: 'Tray ' }],
  ['what is title and what is text', { title: 'Bread', text: 'Tray' }, { title: 'BreadT', text: 'ray' }],
  ['the order', { title: 'ab', text: 'ba' }, { title: 'ba', text: 'ab' }],
])('changes with %s', (_, one, other) => {
  expect(textHash(one)).not.toBe(textHash(other))
})

it('is an integer that a double represents exactly, and well distributed', () => {
  const seen = new Set<number>()
  for (let i = 0; i < 100_000; i += 1) {
    const hash = textHash({ title: '', text: `Tray ${i}` })
    expect(Number.isSafeInteger(hash) && hash >= 0).toBe(true)
    seen.add(hash)
  }
  expect(seen.size).toBe(100_000)
  const halves = [...seen].filter((hash) => hash < 2 ** 52).length
  expect(Math.abs(halves - 50_000)).toBeLessThan(1_000)
})

it('differs for any two different texts', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      fc.pre(one !== other)
      expect(textHash({ title: '', text: one })).not.toBe(textHash({ title: '', text: other }))
    }),
    { numRuns: 2_000 },
  )
})
