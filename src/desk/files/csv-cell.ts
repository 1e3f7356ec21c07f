/** The signs of a formula, including full-width forms. */
const formulaSign = String.raw`[=+\-@＝＋－＠]`

/**
 * Cells that a spreadsheet would run as a formula: those that start with a formula sign, also after spaces or control
 * characters, which LibreOffice drops, and those that start with a tab or line end, which some spreadsheets skip. Also
 * matches leading apostrophes before the sign, so that escaping is reversible: `'=1` becomes `''=1`.
 */
const dangerous = new RegExp(String.raw`^'*(?:[\t\r\n]|[\s\p{Cc}]*${formulaSign})`, 'u')

/** Where such a cell begins if a semicolon or a tab separates cells: after the last of several separators. */
const dangerousWithin = new RegExp(String.raw`(?<=[;\t\r\n])(?=[^\S\t\r\n]*${formulaSign})`, 'gu')

/** A quoted CSV cell (RFC 4180) that no spreadsheet runs as a formula. */
export function csvTextCell(text: string): string {
  return csvQuotedCell(dangerous.test(text) ? `'${text}` : text)
}

/**
 * The same, also where the separator of lists is a semicolon or a tab, as in most of Europe: a spreadsheet then takes a
 * row for one cell, up to the first semicolon or line end within a text, and runs what comes next. Can't be read back.
 */
export function csvSafeTextCell(text: string): string {
  return csvTextCell(text.replaceAll(dangerousWithin, "'"))
}

/** The text of a cell of {@link csvTextCell}, without the apostrophe that was put before it. */
export const textOfCell = (cell: string): string =>
  cell.startsWith("'") && dangerous.test(cell.slice(1)) ? cell.slice(1) : cell

/** A quoted CSV cell with the exact text, for programs. */
export function csvQuotedCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
