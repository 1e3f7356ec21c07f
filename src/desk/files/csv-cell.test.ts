import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvSafeTextCell, csvTextCell } from './csv-cell.ts'

describe('a text cell', () => {
  it.each([
    ['plain', 'plain'],
    ['=1+1', "'=1+1"],
    ['+49', "'+49"],
    ['-5x', "'-5x"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['  =1', "'  =1"],
    ['\tindented', "'\tindented"],
    ['\r=1', "'\r=1"],
    ['＝1', "'＝1"],
    ['\u3000＋1', "'\u3000＋1"],
    ['\0=1', "'\0=1"],
    ["'=1", "''=1"],
    ["'quoted'", "'quoted'"],
    ['a,b', 'a,b'],
    ['say "so"', 'say ""so""'],
    ['two\nlines', 'two\nlines'],
    ['007', '007'],
    ['', ''],
  ])('contains %j as %j', (text, inside) => {
    expect(csvTextCell(text)).toBe(`"${inside}"`)
  })

  // A semicolon is the separator in most of Europe: there, quotes count only in what begins a row or follows a semicolon.
  it.each([',', ';', '\t'])('holds nothing that is run where %j separates cells', (separator) => {
    const text = 'One line\n=HYPERLINK("http://evil.example/")\r\n - 1|cmd;=1+1\tand\t@x'
    const row = `17,${csvSafeTextCell('Title')},${csvSafeTextCell(text)},3`
    const cells = row.matchAll(
      new RegExp(`(?:^|[\\r\\n${separator}])("(?:[^"]|"")*"|[^\\r\\n${separator}]*)`, 'gu'),
    )
    for (const [, cell = ''] of cells) expect(cell.replace(/^"/, '')).not.toMatch(/^\s*[=+\-@]/)
  })

  it('has one apostrophe before what is run, after any number of blank lines, and takes time proportional to them', () => {
    expect(csvSafeTextCell('One\n\n\t =1')).toBe(`"One\n\n\t' =1"`)
    const before = process.cpuUsage()
    for (const blank of ['\n', '\r\n', '\t', ' ', '; ']) csvSafeTextCell(`One${blank.repeat(100_000)}`)
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
  })

  it('never begins with anything a spreadsheet runs', () => {
    const risky = fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '＝', ' ', '\t', '\r', "'", 'a') })
    fc.assert(
      fc.property(risky, (text) => {
        expect(csvTextCell(text).slice(1)).not.toMatch(/^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u)
      }),
    )
  })
})
