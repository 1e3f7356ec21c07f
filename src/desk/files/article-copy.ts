import { markdownLine, markdownLines } from './markdown-text.ts'
import { markupText } from './markup-text.ts'
import type { Provenance } from '../../contract/article.ts'
import { paragraphsOf, provenanceLines, titleLine } from './article-lines.ts'

/** The copied parts of an article. The text is as shown, with markup already converted. */
export interface CopiedArticle extends Provenance {
  readonly title: string
  readonly text: string
}

/** One article for the clipboard, as plain text: the title, where it comes from, a blank line, the text as it is. */
export function articleAsText(article: CopiedArticle): string {
  return `${[article.title, ...provenanceLines(article)].join('\n')}\n\n${article.text}`
}

/** The same as rich text: a heading and paragraphs, with all of the article escaped. */
export function articleAsHtml(article: CopiedArticle): string {
  const paragraphs = blocksOf(article).map(
    (lines) => `<p dir="auto">${lines.map(markupText).join('<br>')}</p>`,
  )
  return [`<h1 dir="auto">${markupText(titleLine(article.title))}</h1>`, ...paragraphs].join('\n')
}

/** The same as Markdown, with all of the article escaped. */
export function articleAsMarkdown(article: CopiedArticle): string {
  const blocks = blocksOf(article).map(markdownLines)
  return `${[`# ${markdownLine(titleLine(article.title))}`, ...blocks].join('\n\n')}\n`
}

function blocksOf(article: CopiedArticle): string[][] {
  const provenance = provenanceLines(article)
  return [...(provenance.length > 0 ? [provenance] : []), ...paragraphsOf(article.text)]
}
