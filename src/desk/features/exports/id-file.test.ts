import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ArticleId } from '../../../contract/ids.ts'
import { textOfCell } from './csv-cell.ts'
import { idFile } from './id-file.ts'

const someIds: ArticleId[] = [3, 1, 'abc-9', '7', '=cmd()', 'two words']

describe('a file of ids', () => {
  it('is one id a line as text', () => {
    expect(idFile(someIds, 'txt').text).toBe('3\n1\nabc-9\n"7"\n"=cmd()"\n"two words"\n')
  })

  it('is a bare array as JSON, so that it pastes into ids_to_skip', () => {
    expect(idFile(someIds, 'json').text).toBe('[3,1,"abc-9","7","=cmd()","two words"]\n')
  })

  it('is a column named id as CSV, with a byte order mark and nothing a spreadsheet would run', () => {
    expect(idFile(someIds, 'csv').text).toBe(
      `\uFEFFid\r\n3\r\n1\r\nabc-9\r\n"7"\r\n'=cmd()\r\ntwo words\r\n`,
    )
  })

  it('holds nothing but the header where there are no ids', () => {
    expect(idFile([], 'txt').text).toBe('')
    expect(idFile([], 'json').text).toBe('[]\n')
    expect(idFile([], 'csv').text).toBe('\uFEFFid\r\n')
  })

  it.each([
    ['txt', readLines],
    ['json', (text: string) => JSON.parse(text) as ArticleId[]],
    ['csv', readColumn],
  ] as const)('reads back the same ids, numbers as numbers and text as text, from %s', (format, read) => {
    const id = fc.oneof(
      fc.maxSafeInteger(),
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.string({ unit: fc.constantFrom('0', '7', '-', '=', '"', "'", ',', '\n', ' ', 'x'), minLength: 1 }),
    )
    fc.assert(
      fc.property(fc.array(id), (ids) => {
        expect(read(idFile(ids, format).text)).toEqual(ids)
      }),
      { numRuns: 500 },
    )
  })
})

function readLines(text: string): ArticleId[] {
  const lines = text.split('\n').slice(0, -1)
  return lines.map((line) => (/^["-\d]/.test(line) ? (JSON.parse(line) as ArticleId) : line))
}

/** A reader of RFC 4180 written apart from the writer, so that both can't be wrong together. */
function readColumn(text: string): ArticleId[] {
  const cells = [...text.slice('\uFEFFid\r\n'.length).matchAll(/(?:"((?:[^"]|"")*)"|([^\r\n]*))\r\n/gy)]
  return cells.map(([, quoted, bare = '']) => {
    if (quoted !== undefined) return textOfCell(quoted.replaceAll('""', '"'))
    return /^-?\d+$/.test(bare) ? Number(bare) : textOfCell(bare)
  })
}
