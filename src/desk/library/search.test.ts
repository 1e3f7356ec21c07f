import { describe, expect, it } from 'vitest'
import { isBlankSearch, matchesSearch, parseSearch, searchableText, searchRanges } from './search.ts'

const article = {
  title: 'Café on the corner',
  text: 'A well-known baker sells bread.\nLate at night the ovens are lit; 東京のパン.',
}
const matches = (query: string) => matchesSearch(searchableText(article), parseSearch(query))

describe('search', () => {
  it.each<[query: string, expected: boolean]>([
    ['', true],
    ['   ', true],
    ['bread', true],
    ['BREAD cafe', true],
    ['bre', true],
    ['read', false],
    ['bread butter', false],
    ['"bread late"', false],
    ['"baker sells"', true],
    ['"baker sel"', false],
    ['"at the"', false],
    ['"night the ovens"', true],
    ['"well known baker"', true],
    ['well-known', true],
    ['-butter', true],
    ['bread -oven', false],
    ['bread -"baker eats"', true],
    ['bread -"baker sells"', false],
    ['"corner a well"', false],
    ['東京', true],
    ['京の', true],
    ['"unclosed', false],
    ['"baker', true],
    ['-', true],
    ['--', true],
    ['"" bread', true],
  ])('%j', (query, expected) => {
    expect(matches(query)).toBe(expected)
  })

  it('is blank where nothing of a query can be searched for', () => {
    expect(['', ' " ', '-', '...'].map((query) => isBlankSearch(parseSearch(query)))).toEqual([
      true,
      true,
      true,
      true,
    ])
  })

  it('marks what it found in the original text', () => {
    const text = 'Cafés, a café; decaf. CAFÉ!'
    const ranges = searchRanges(text, parseSearch('cafe -tea'))
    expect(ranges.map(([start, end]) => text.slice(start, end))).toEqual(['Café', 'café', 'CAFÉ'])
  })
})
