/** The lines of one paragraph, kept apart by two spaces at their ends, which other programs show as nothing. */
export function markdownLines(lines: readonly string[]): string {
  return lines.map(markdownLine).join('  \n')
}

/**
 * One line of plain text as Markdown that reads as typed: no heading, list, quote, code, table, formula, link, image
 * or HTML comes of it, in CommonMark and in the dialects of GitHub and Pandoc. Escapes no more than that takes, since
 * many read Markdown as it is.
 */
export function markdownLine(line: string): string {
  return line
    .replaceAll(/[\\`*_[\]<>{}|~^$]/g, String.raw`\$&`)
    .replaceAll(/&(?=#|[a-z])/gi, String.raw`\&`) // &amp; and its like
    .replaceAll(/:(?=\/\/)/g, String.raw`\:`) // a bare address becomes a link elsewhere
    .replaceAll(/www\./gi, (www) => `${www.slice(0, 3)}\\.`)
    .replaceAll(/(^|[^\p{L}\p{N}])@(?=[\p{L}\p{N}])/gu, String.raw`$1\@`)
    .replace(/^(\s*)([#+\-=:%])/, String.raw`$1\$2`)
    .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/, String.raw`$1\$2`)
    .replace(/(\s)#(?=#*\s*$)/, String.raw`$1\#`) // what ends a heading would be taken for its closing mark
    .replace(/^[ \t]+/, (indent) => indent.replaceAll('\t', '    ').replaceAll(' ', '\u00A0'))
    .trimEnd()
}

/** What such a line was before, within it: at its start spaces have become others, and at its end they are lost. */
export function plainMarkdown(line: string): string {
  return line.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
}
