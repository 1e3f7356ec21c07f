import { describe, expect, it } from 'vitest'
import { addKeywords, allKeywords, splitKeywords } from './split-keywords.ts'

describe('while keywords are being written', () => {
  it.each([
    ['bread', [], 'bread'],
    ['bread,', ['bread'], ''],
    ['bread, sour dough', ['bread'], ' sour dough'],
    [' storm   surge ,, x', ['storm surge'], ' x'],
    ['a\nb\r\nc', ['a', 'b'], 'c'],
    ['"flour, water" salt,', ['"flour, water" salt'], ''],
    ['a, "flour, wa', ['a'], ' "flour, wa'],
    ['“a, b”, c', ['“a, b”'], ' c'],
    ["baker's, it's", ["baker's"], " it's"],
  ])('%j is complete up to the last comma outside quotes', (text, complete, rest) => {
    expect(splitKeywords(text)).toEqual({ complete, rest })
  })
})

describe('once nothing more will be written', () => {
  it.each([
    ['a, b', ['a', 'b']],
    ['a, "b, c"', ['a', '"b, c"']],
    ['12" ruler, b', ['12" ruler', 'b']],
    [' , ', []],
  ])('%j is all keywords', (text, keywords) => {
    expect(allKeywords(text)).toEqual(keywords)
  })
})

it('keeps the first of each keyword, and says which were repeats', () => {
  expect(addKeywords(['a'], ['b', 'a', 'b', 'c'])).toEqual({
    keywords: ['a', 'b', 'c'],
    added: ['b', 'c'],
    repeated: ['a', 'b'],
  })
})
