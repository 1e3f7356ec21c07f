import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packIds, type ArticleId } from '../../contract/ids.ts'
import { parseIds } from './parse-ids.ts'
import { idFile } from './id-file.ts'

const someIds: ArticleId[] = [3, 1, 'abc-9', '7', '=cmd()', 'two words']

describe('a file of ids', () => {
  it('is one id per line as text', () => {
    expect(idFile(someIds, 'txt').text).toBe('3\n1\n"abc-9"\n"7"\n"=cmd()"\n"two words"\n')
  })

  it('is a bare array in JSON, so that it can be pasted into ids_to_skip', () => {
    expect(idFile(someIds, 'json').text).toBe('[3,1,"abc-9","7","=cmd()","two words"]\n')
  })

  it('is a column named id in CSV, with a byte order mark and nothing a spreadsheet would run', () => {
    expect(idFile(someIds, 'csv').text).toBe(
      `\uFEFFid\r\n3\r\n1\r\n"abc-9"\r\n"7"\r\n"'=cmd()"\r\n"two words"\r\n`,
    )
  })

  it('contains only the header if there are no ids', () => {
    expect(idFile([], 'txt').text).toBe('')
    expect(idFile([], 'json').text).toBe('[]\n')
    expect(idFile([], 'csv').text).toBe('\uFEFFid\r\n')
  })

  it.each(['txt', 'json', 'csv'] as const)(
    'returns the same ids when %s is pasted into "Article ids", numbers as numbers and texts as texts',
    (format) => {
      const id = fc.oneof(
        fc.maxSafeInteger(),
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.string({ unit: fc.constantFrom('0', '7', '-', '=', '"', "'", ',', '\n', ' ', 'x'), minLength: 1 }),
      )
      fc.assert(
        fc.property(fc.uniqueArray(id), (ids) => {
          const read = parseIds(idFile(ids, format).text)
          expect(read.invalidCount).toBe(0)
          expect(asSets(read.ids)).toEqual(asSets(packIds(ids)))
        }),
        { numRuns: 500 },
      )
    },
  )
})

const asSets = ({ numbers, strings }: ReturnType<typeof packIds>) => [new Set(numbers), new Set(strings)]
