import { csvQuotedCell, csvTextCell } from './csv-cell.ts'
import { exportColumns, exportRow, type ExportArticle } from './export-article.ts'
import type { TextFormat } from './text-format.ts'

/**
 * A table as RFC 4180 has it, with a byte order mark, without which Excel reads UTF-8 as Latin-1. Numbers and times
 * are bare and texts in quotes; what is not there is an empty cell.
 *
 * @param safeCells puts an apostrophe before what a spreadsheet would run. The id has it in any case: it is read back
 *   from this file, and can be only if there is one way to write it.
 */
export function csvArticles({ safeCells }: { safeCells: boolean }): TextFormat {
  const textCell = safeCells ? csvTextCell : csvQuotedCell
  return {
    head: `\uFEFF${exportColumns.join(',')}\r\n`,
    article: (article) => `${cellsOf(article, textCell).join(',')}\r\n`,
    foot: '',
  }
}

function cellsOf(article: ExportArticle, textCell: (text: string) => string): string[] {
  const row = exportRow(article)
  return exportColumns.map((column) => {
    const cell = row[column]
    const value = typeof cell === 'object' && cell !== null ? cell.join('; ') : cell
    if (value === null || value === '') return ''
    if (typeof value === 'number') return String(value)
    if (column === 'id') return csvTextCell(value)
    if (column === 'collected_at' || column === 'exported_at') return value
    return textCell(withoutControls(value))
  })
}

/** Spreadsheets cut a cell at a NUL, or refuse the file. */
const withoutControls = (text: string): string => text.replaceAll(/[^\P{Cc}\t\n\r]/gu, '')
