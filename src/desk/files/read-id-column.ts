import { textOfCell } from './csv-cell.ts'
import type { IdCollector } from './id-collector.ts'

/** The position of the ids in a CSV file. */
export interface IdColumn {
  readonly delimiter: string
  /** From 0. `alone` if it is the only column, so that rows can't have more. */
  readonly index: number
  readonly alone: boolean
  /** If a file quotes everything, quotes mean nothing; otherwise they tell the string "7" from the number 7. */
  readonly quotesEverything: boolean
  readonly bodyStart: number
}

/**
 * Finds the column named `article_id`, `Article ID` or the like, else `id`, which beside such a column counts the rows,
 * if the text is a CSV file that has one. A line "sep=;" tells Excel the delimiter.
 */
export function findIdColumn(text: string): IdColumn | undefined {
  const header = /^\uFEFF?(?:sep=(.)(?:\r\n?|\n))?([^\r\n]{1,4000})(?:\r\n?|\n)/i.exec(text)
  if (!header?.[2] || /^\s*[[{]/.test(header[2])) return undefined
  for (const delimiter of header[1] ? [header[1]] : [',', ';', '\t']) {
    const names = cellsOf(header[2], delimiter).map((name) => name.trim())
    const name =
      names.find((name) => /^("?)article[ _-]?id\1$/i.test(name)) ??
      names.find((name) => /^("?)id\1$/i.test(name))
    if (name !== undefined)
      return {
        delimiter,
        index: names.indexOf(name),
        alone: names.length === 1,
        quotesEverything: name.startsWith('"'),
        bodyStart: header[0].length,
      }
  }
  return undefined
}

/** The cells of a header, which may contain the delimiter in quotes. */
function cellsOf(line: string, delimiter: string): string[] {
  const cells: string[] = []
  for (let at = 0; at <= line.length;) {
    const end = cellEnd(line, at, delimiter)
    if (end === -1) return line.split(delimiter)
    cells.push(line.slice(at, end))
    at = end + 1
  }
  return cells
}

/** Reads that column according to RFC 4180: other cells may contain line breaks, quotes and numbers. */
export function readIdColumn(text: string, column: IdColumn, sink: IdCollector): void {
  let index = 0
  for (let at = column.bodyStart; at < text.length;) {
    const end = cellEnd(text, at, column.delimiter)
    if (end === -1) return sink.refuse(at, text.length, 'unfinished')
    if (index === column.index || column.alone) readCell(text, at, end, column, sink)
    index = text.charAt(end) === column.delimiter ? index + 1 : 0
    at = text.charAt(end) === '\r' && text.charAt(end + 1) === '\n' ? end + 2 : end + 1
  }
}

/** The index after a cell: of a delimiter, a line end or the end of the text; -1 if its quote never closes. */
function cellEnd(text: string, start: number, delimiter: string): number {
  let at = start
  if (text.charAt(at) === '"') {
    at = text.indexOf('"', at + 1)
    while (at !== -1 && text.charAt(at + 1) === '"') at = text.indexOf('"', at + 2)
    if (at === -1) return -1
  }
  const stop = delimiter.charCodeAt(0)
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === stop || code === lineFeed || code === carriageReturn) return at
  }
  return at
}

function readCell(text: string, start: number, end: number, column: IdColumn, sink: IdCollector): void {
  const cell = text.slice(start, end).trim()
  if (cell === '') return
  const first = start + text.slice(start, end).indexOf(cell)
  if (!cell.startsWith('"')) return sink.bare(first, first + cell.length)
  const quoted = cell.slice(1, -1)
  if (column.quotesEverything && /^-?\d+$/.test(quoted)) return sink.bare(first + 1, first + cell.length - 1)
  const id = textOfCell(quoted)
  // A spreadsheet with another delimiter takes a row, or the start of it, for one cell, and saves that in quotes.
  const isWholeRow = column.index === 0 && !column.alone && text.charAt(end) !== column.delimiter
  const isUneven = !cell.endsWith('"') || quoted.replaceAll('""', '').includes('"')
  if (id === '' || isWholeRow || isUneven) sink.refuse(first, first + cell.length, 'not-a-number')
  else sink.string(id.replaceAll('""', '"'))
}

const lineFeed = 10
const carriageReturn = 13
