import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headLength, maxHashes, sketchOf } from './sketch.ts'
import { anyCharacter } from './testing/any-character.ts'

const prose =
  'The first tray comes out of the oven at five, and the street wakes up to the smell of it. Nobody can remember a day on which it was closed.'

describe('a sketch', () => {
  it.each([
    ['case', prose.toUpperCase()],
    ['punctuation', prose.replaceAll(/[.,]/g, ' –')],
    ['line ends', prose.replaceAll(' ', '\r\n')],
    ['accents', prose.replaceAll('e', 'é')],
    ['width', prose.replaceAll('o', 'ｏ')],
    ['soft hyphens', prose.replaceAll('street', 'st\u00adreet')],
    ['markup', `<p>${prose.replace('Nobody', '</p><p class="x"><b>Nobody</b>')}</p>`],
    ['a sentence said twice', `${prose} ${prose}`],
  ])('is not affected by %s', (_, text) => {
    const distinct = (sketch: Uint32Array) => new Set(sketch.subarray(headLength))
    const expected = distinct(sketchOf(prose))
    // Where the sentence repeats, two runs of words are new.
    expect([...distinct(sketchOf(text))].filter((shingle) => !expected.has(shingle)).length).toBeLessThan(3)
  })

  it('is the same in every release, since it is stored', () => {
    expect([...sketchOf(prose).subarray(0, 5)]).toEqual([30, 28, 222130473, 227837220, 257446450])
  })

  it.each([
    ['', 0],
    ['Read more', 2],
    ['one two three four five six seven', 7],
    ['. . . , , ,', 0],
  ])('of %j counts words, but has nothing to compare', (text, words) => {
    expect([...sketchOf(text)]).toEqual([words, 0])
  })

  it.each([
    ['Japanese', '最初の一枚は五時に窯から出て、通りはその香りで目を覚ます。', 26],
    ['Thai', 'ถาดแรกออกจากเตาตอนตีห้าและทั้งถนนก็ตื่นขึ้นมาพร้อมกับกลิ่นหอม', 60],
    ['Hindi', 'पहली ट्रे पाँच बजे भट्ठी से निकलती है और गली जाग जाती है', 13],
  ])('of %s has shingles', (_, text, most) => {
    const [, shingles = 0] = sketchOf(text)
    expect(shingles).toBeGreaterThan(5)
    expect(shingles).toBeLessThan(most)
  })

  it('is as long for a book as for an article, and sorted', () => {
    const words = Array.from({ length: 50_000 }, (_, index) => `word${(index * 7919) % 10_007}`)
    const sketch = sketchOf(words.join(' '))
    expect(sketch).toHaveLength(headLength + maxHashes)
    expect(sketch.subarray(headLength).toSorted()).toEqual(sketch.subarray(headLength))
  })

  it('can be made of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
        const sketch = sketchOf(text)
        expect(sketch.length).toBe(headLength + Math.min(maxHashes, sketch[1] ?? 0))
      }),
    )
  })
})
