import { toPlainText } from '../../text/html-text.ts'
import { markupText, runsRightToLeft } from './markup-text.ts'
import { factLines, noteParagraphs, paragraphsOf, titleLine } from './article-lines.ts'
import type { TextFormat } from './text-format.ts'

/**
 * The body of a Word document (`word/document.xml`): a heading, facts and paragraphs for each article, which starts on
 * a new page. Written by hand, because the library for it is twenty times as large and holds all articles as objects
 * before it writes the first.
 */
export const docxArticles: TextFormat = {
  head: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>`,
  article(article, place) {
    return [
      paragraph('Heading1', [titleLine(article.title)], place > 0 ? '<w:pageBreakBefore/>' : ''),
      paragraph('Facts', factLines(article)),
      ...noteParagraphs(article).map((lines) => paragraph('Note', lines)),
      ...paragraphsOf(toPlainText(article.text)).map((lines) => paragraph('BodyText', lines)),
    ].join('')
  },
  // Word repairs documents without a paragraph. The page is A4 with margins of 2.5 cm.
  foot: (count) =>
    `${count === 0 ? '<w:p/>' : ''}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1417" w:right="1417" w:bottom="1417" w:left="1417" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr></w:body></w:document>`,
}

function paragraph(style: string, lines: readonly string[], more = ''): string {
  const fromRight = runsRightToLeft(lines.join('\n'))
  const run = `<w:r>${fromRight ? '<w:rPr><w:rtl/></w:rPr>' : ''}`
  const texts = lines.map(lineText).join('<w:br/>')
  // The order of these elements is fixed: in another order, Word reports a damaged document.
  return `<w:p><w:pPr><w:pStyle w:val="${style}"/>${more}${fromRight ? '<w:bidi/>' : ''}</w:pPr>${run}${texts}</w:r></w:p>`
}

function lineText(line: string): string {
  return line
    .split('\t')
    .map((text) => `<w:t xml:space="preserve">${markupText(text)}</w:t>`)
    .join('<w:tab/>')
}
