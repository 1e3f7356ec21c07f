import { describe, expect, it } from 'vitest'
import type { ParsedIds } from '../files/id-collector.ts'
import { idsReadWords } from './ids-read-words.ts'

describe('the summary of a list of ids', () => {
  it.each<[string, string, ParsedIds]>([
    ['No ids', '', read(0)],
    ['1,204 ids, 4 repeated', '', read(1204, { repeatedCount: 4 })],
    ['2 ids as text', '', read(0, { strings: 2 })],
    ['5 ids (2 as text)', '', read(3, { strings: 2 })],
    ['1 id', '1 not an id: line 3 “x”', read(1, refused(1))],
    [
      'No ids, 2 repeated',
      '5 not ids: line 3 “x”, line 1,003 “007” (starts with a zero), line 4 “{” (never ends), and 2 more',
      read(0, { repeatedCount: 2, ...refused(5) }),
    ],
    [
      '1 id',
      '1 not an id: b/2.md, line 7 “x” (has no id)',
      read(1, { invalidCount: 1, invalid: [{ file: 'b/2.md', text: 'x', line: 7, reason: 'without-id' }] }),
    ],
  ])('%s | %s', (words, problems, found) => {
    expect(idsReadWords(found)).toEqual({ words, problems })
  })
})

function read(numbers: number, rest: Partial<ParsedIds> & { strings?: number } = {}): ParsedIds {
  const { strings = 0, ...others } = rest
  const ids = { numbers: new Float64Array(numbers), strings: Array.from({ length: strings }, String) }
  return { ids, repeatedCount: 0, invalidCount: 0, invalid: [], ...others }
}

function refused(invalidCount: number): Pick<ParsedIds, 'invalidCount' | 'invalid'> {
  const places: ParsedIds['invalid'] = [
    { text: 'x', line: 3, reason: 'not-a-number' },
    { text: '007', line: 1003, reason: 'leading-zero' },
    { text: '{', line: 4, reason: 'unfinished' },
    { text: '[', line: 5, reason: 'unfinished' },
  ]
  return { invalidCount, invalid: places.slice(0, invalidCount) }
}
