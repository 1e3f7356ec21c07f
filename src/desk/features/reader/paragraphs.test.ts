import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paragraphsOf } from './paragraphs.ts'

const texts = (text: string) => paragraphsOf(text).map((piece) => piece.text)

describe('the paragraphs of a text', () => {
  it.each([
    ['One.\n\nTwo.', ['One.', 'Two.']],
    ['One.\r\n\r\nTwo.', ['One.', 'Two.']],
    ['One.\n \t\n\n\nTwo.', ['One.', 'Two.']],
    ['12 High Street\nOxford', ['12 High Street\nOxford']],
    ['\n\n  Set in\n\n', ['Set in']],
    ['A\u2029\u2029B', ['A', 'B']],
    ['', []],
    [' \n \n', []],
  ])('of %j are %j', (text, paragraphs) => {
    expect(texts(text)).toEqual(paragraphs)
  })

  it('lose nothing but white space', () => {
    const prose = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '.', '。', '𝒳', '\r'), maxLength: 60 })
    const blank = /\s/gu
    fc.assert(
      fc.property(prose, fc.integer({ min: 1, max: 400 }), (text, times) => {
        const long = text.repeat(times)
        expect(texts(long).join('').replace(blank, '')).toBe(long.replace(blank, ''))
      }),
    )
  })

  it('of a megabyte in one line come in coherent pieces, without splitting characters', () => {
    const pieces = paragraphsOf('𝒳'.repeat(250_000))
    expect(pieces.length).toBeGreaterThan(80)
    expect(pieces.filter((piece) => !piece.continues)).toHaveLength(1)
    expect(pieces.some((piece) => /\p{Surrogate}/u.test(piece.text))).toBe(false)
  })

  it('are split after a sentence if very long', () => {
    const [first] = paragraphsOf('A sentence of some length. '.repeat(1000))
    expect(first?.text.endsWith('length. ')).toBe(true)
  })
})
