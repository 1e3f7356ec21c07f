/**
 * What a spreadsheet would run instead of showing: a cell that begins with a formula sign, in its full-width form
 * too, also behind spaces, and one that begins with a tab or a line end, which some of them skip first.
 * Leading apostrophes are let through to the sign, so that defusing stays reversible: `'=1` becomes `''=1`.
 */
const dangerous = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/u

/** A text as a CSV cell in quotes, as RFC 4180 has it, that no spreadsheet runs. */
export function csvTextCell(text: string): string {
  return csvQuotedCell(dangerous.test(text) ? `'${text}` : text)
}

/** A text as a CSV cell in quotes, exactly as it is: for programs. */
export function csvQuotedCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
