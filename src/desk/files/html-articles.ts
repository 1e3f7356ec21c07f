import { toPlainText } from '../../text/html-text.ts'
import type { ExportArticle } from './export-article.ts'
import { markupText } from './markup-text.ts'
import { factsOf, noteParagraphs, paragraphsOf, titleLine, namedLines } from './article-lines.ts'
import type { TextFormat } from './text-format.ts'
import { factMark } from './id-notation.ts'

/**
 * A self-contained page. All of an article is escaped. The content security policy is a second defence: if we make a
 * mistake, it can still neither run nor load anything.
 */
export const htmlArticles: TextFormat = {
  head: `<!doctype html>
<html lang="und">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>Articles</title>
<style>
body { max-width: 38em; margin: 3em auto; padding: 0 1em; font: 1.125rem/1.6 Georgia, serif; overflow-wrap: anywhere }
h1 { margin: 0 0 .5em; font-size: 1.8em; line-height: 1.2 }
.facts { color: #6d665c; font: .8em/1.5 sans-serif }
.note { padding-inline-start: 1em; border-inline-start: 3px solid #ccc; color: #544e46 }
article + article { margin-top: 4em; padding-top: 3em; border-top: 1px solid #ccc }
@media print { article + article { border: 0; break-before: page } }
</style>
</head>
<body>
`,
  article: (article) => `<article>
${[
  `<h1 dir="auto">${markupText(titleLine(article.title))}</h1>`,
  `<p class="facts">${factLines(article).join('<br>\n')}</p>`,
  ...noteParagraphs(article).map((lines) => paragraph(lines, ' class="note"')),
  ...paragraphsOf(toPlainText(article.text)).map((lines) => paragraph(lines)),
].join('\n')}
</article>
`,
  foot: '</body>\n</html>\n',
}

/** A paragraph of lines, with its direction by its first letter. */
function paragraph(lines: readonly string[], attributes = ''): string {
  return `<p dir="auto"${attributes}>${lines.map(markupText).join('<br>\n')}</p>`
}

function factLines(article: ExportArticle): string[] {
  const facts = factsOf(article).map((fact) => `<bdi>${markupText(fact)}</bdi>`)
  return [facts.join(factMark), ...namedLines(article).map(markupText)]
}
