import { csvQuotedCell, csvSafeTextCell, csvTextCell } from './csv-cell.ts'
import { exportColumns, exportRow, type ExportArticle } from './export-article.ts'
import type { TextFormat } from './text-format.ts'

/**
 * A CSV table (RFC 4180) with a byte order mark, without which Excel reads UTF-8 as Latin-1. Numbers and times are
 * bare, texts are quoted, and missing values are empty cells.
 *
 * @param safeCells puts an apostrophe before anything a spreadsheet would run as a formula. Ids always get it, because
 *   they are read back from this file and need a single way to write them.
 */
export function csvArticles({ safeCells }: { safeCells: boolean }): TextFormat {
  const textCell = safeCells ? csvSafeTextCell : csvQuotedCell
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

/** Spreadsheets truncate a cell at a NUL, or reject the file. */
const withoutControls = (text: string): string => text.replaceAll(/[^\P{Cc}\t\n\r]/gu, '')
