/**
 * What a spreadsheet would run instead of showing: a cell that begins with a formula sign, in its full-width form
 * too, also behind spaces, and one that begins with a tab or a line end, which some of them skip first.
 * Leading apostrophes are let through to the sign, so that defusing stays reversible: `'=1` becomes `''=1`.
 */
const dangerous = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/u

/** A string as a CSV cell that no spreadsheet runs, quoted as RFC 4180 has it. Numbers need neither. */
export function csvTextCell(text: string): string {
  const inert = dangerous.test(text) ? `'${text}` : text
  return needsQuotes(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

/** The text that {@link csvTextCell} was given, from the cell with its quotes already taken off. */
export function textOfCell(cell: string): string {
  return cell.startsWith("'") && dangerous.test(cell.slice(1)) ? cell.slice(1) : cell
}

/** Digits are quoted too: the quotes are all that tells the text "7" from the number 7 when the file comes back. */
function needsQuotes(text: string): boolean {
  return /[",\r\n]|^\s|\s$|^$|^-?\d+$/.test(text)
}
