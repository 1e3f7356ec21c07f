import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvTextCell, textOfCell } from './csv-cell.ts'

describe('a cell of text', () => {
  it.each([
    ['plain', 'plain'],
    ['=1+1', "'=1+1"],
    ['+49', "'+49"],
    ['-5x', "'-5x"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['  =1', `"'  =1"`.replaceAll('"', '')],
    ['\t=1', "'\t=1"],
    ['\tindented', "'\tindented"],
    ['\r=1', `"'\r=1"`],
    ['＝1', "'＝1"],
    ['\u3000＋1', "'\u3000＋1"],
    ["'=1", "''=1"],
    ["'quoted'", "'quoted'"],
    ['a,b', '"a,b"'],
    ['say "so"', '"say ""so"""'],
    ['two\nlines', '"two\nlines"'],
    ['7', '"7"'],
    ['007', '"007"'],
    [' padded ', '" padded "'],
    ['', '""'],
  ])('writes %j as %j', (text, cell) => {
    expect(csvTextCell(text)).toBe(cell)
  })

  it('never begins with what a spreadsheet runs', () => {
    const risky = fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '＝', ' ', '\t', '\r', "'", 'a') })
    fc.assert(
      fc.property(risky, (text) => {
        expect(csvTextCell(text).replace(/^"/, '')).not.toMatch(/^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u)
      }),
    )
  })

  it('gives the same text back', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom('=', '-', ' ', '\t', "'", '"', 'a', ',') }),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const cell = csvTextCell(text)
        const bare = cell.startsWith('"') && cell.endsWith('"') && cell.length > 1 ? unquoted(cell) : cell
        expect(textOfCell(bare)).toBe(text)
      }),
    )
  })
})

const unquoted = (cell: string) => cell.slice(1, -1).replaceAll('""', '"')
