import { describe, expect, it } from 'vitest'
import { addKeywords, allKeywords, hasExclusion, readArticleCount, splitKeywords } from './form-state.ts'

it.each([
  ['', undefined],
  ['  ', undefined],
  ['1', 1],
  [' 50 ', 50],
  ['1 000', 1000],
  ['1,000', 1000],
  ['10.000', 10_000],
  ['10’000', 10_000],
  ['1,000,000', 1_000_000],
  ['010', 10],
  ['１，０００', 1000],
  ['۵۰', 50],
])('%j asks for %j', (text, count) => {
  expect(readArticleCount(text)).toEqual({ count })
})

it.each(['0', '-1', '+5', '1.5', '1,00', '1,0000', ',000', 'ten', '1e3', '9007199254740992'])(
  '%j is rejected with a reason',
  (text) => {
    expect(readArticleCount(text)).toHaveProperty('error')
  },
)

describe('while keywords are being typed', () => {
  it.each([
    ['bread', [], 'bread'],
    ['bread,', ['bread'], ''],
    ['bread, sour dough', ['bread'], ' sour dough'],
    [' storm   surge ,, x', ['storm surge'], ' x'],
    ['a\nb\r\nc', ['a', 'b'], 'c'],
    ['rye bread\tsalt\nwater\t', ['rye bread', 'salt', 'water'], ''],
    ['"flour, water" salt,', ['"flour, water" salt'], ''],
    ['a, "flour, wa', ['a'], ' "flour, wa'],
    ['“a, b”, c', ['“a, b”'], ' c'],
    ['„a, b“, c', ['„a, b“'], ' c'],
    ['„a, b”, c', ['„a, b”'], ' c'],
    ['”a, b”, c', ['”a, b”'], ' c'],
    ['«a, b», c', ['«a, b»'], ' c'],
    ['»a, b«, c', ['»a, b«'], ' c'],
    ['»a, b», c', ['»a, b»'], ' c'],
    ['5” disks, x', ['5” disks'], ' x'],
    ["baker's, it's", ["baker's"], " it's"],
    ['5" disks, 7" tapes, x', ['5" disks', '7" tapes'], ' x'],
    ['צה"ל, ארה"ב,', ['צה"ל', 'ארה"ב'], ''],
    ['خبز، ماء', ['خبز'], ' ماء'],
    ['Brot; "Salz; Mehl"; x', ['Brot', '"Salz; Mehl"'], ' x'],
  ])('%j is complete up to the last comma outside quotes', (text, complete, rest) => {
    expect(splitKeywords(text)).toEqual({ complete, rest })
  })
})

describe('once typing is over', () => {
  it.each([
    ['a, b', ['a', 'b']],
    ['a, "b, c"', ['a', '"b, c"']],
    ['12" ruler, b', ['12" ruler', 'b']],
    ['"خبز، ملح', ['"خبز', 'ملح']],
    ['a\t"b', ['a', '"b']],
    [' , ', []],
  ])('%j is all keywords', (text, keywords) => {
    expect(allKeywords(text)).toEqual(keywords)
  })
})

it('keeps each keyword once, and names the repeats', () => {
  expect(addKeywords(['a'], ['b', 'a', 'b', 'c'])).toEqual({
    keywords: ['a', 'b', 'c'],
    added: ['b', 'c'],
    repeated: ['a', 'b'],
  })
})

it.each([
  'river -flood',
  '-flood',
  '-5',
  'river --flood',
  'river -"flood water"',
  '27" screen -tv',
  '川 -洪水',
])('%j looks like an exclusion', (keyword) => expect(hasExclusion(keyword)).toBe(true))

it.each([
  '',
  'e-mail',
  '2024-25',
  '-',
  'river - flood',
  'river -- flood',
  '"river -flood"',
  '“-flood”',
  '"river -fl',
])('%j does not look like an exclusion', (keyword) => expect(hasExclusion(keyword)).toBe(false))
