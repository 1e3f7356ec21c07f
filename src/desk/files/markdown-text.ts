/** Joins the lines of one paragraph with hard breaks: two trailing spaces, which are invisible in other programs. */
export function markdownLines(lines: readonly string[]): string {
  return lines.map(markdownLine).join('  \n')
}

/**
 * Escapes one line of plain text, so that it is never a heading, list, quote, code, table, formula, link, image or HTML
 * in CommonMark and the dialects of GitHub and Pandoc. Only an e-mail address becomes a link on GitHub, which looks for
 * them after it has read the escapes. Escapes no more than necessary, since many people read Markdown as source.
 */
export function markdownLine(line: string): string {
  return line
    .replaceAll(/[\\`*_[\]<>{}|~^$]/g, String.raw`\$&`)
    .replaceAll(/&(?=#|[a-z])/gi, String.raw`\&`) // &amp; and its like
    .replaceAll(/:(?=\/\/)/g, String.raw`\:`) // a bare address becomes a link elsewhere
    .replaceAll(/www\./gi, (www) => `${www.slice(0, 3)}\\.`)
    .replaceAll(/(^|[^\p{L}\p{N}])@(?=[\p{L}\p{N}])/gu, String.raw`$1\@`)
    .replace(/^(\s*)([#+\-=:%])/, String.raw`$1\$2`)
    .replace(listMarker, String.raw`$1\$2`)
    .replace(/(\s)#(?=#*\s*$)/, String.raw`$1\#`) // what ends a heading would be taken for its closing mark
    .replace(/^[ \t]+/, (indent) => indent.replaceAll('\t', '    ').replaceAll(' ', '\u00A0'))
    .trimEnd()
}

/**
 * A number, letter or Roman numeral that begins an item of a list, in Pandoc also in parentheses: "(c) 2026". A single
 * capital with one space is the initial of a name.
 */
const listMarker = /^(\s*\(?(?:\d+|[a-z]|[ivxlcdm]+|[IVXLCDM]{2,}|[A-Z](?!\. \S)|#|@))([.)])(?=\s|$)/

/** Unescapes such a line. Leading spaces stay non-breaking, and trailing spaces are lost. */
export function plainMarkdown(line: string): string {
  return line.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
}
