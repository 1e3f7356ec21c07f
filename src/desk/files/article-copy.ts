import { markdownLine, markdownLines } from './markdown-text.ts'
import { markupText } from './markup-text.ts'
import { paragraphsOf, titleLine } from './readable-lines.ts'

/** The copied parts of an article. The text is as shown, with markup already converted. */
export interface CopiedArticle {
  readonly title: string
  readonly text: string
}

/** One article for the clipboard, as plain text: the title, a blank line, the text as it is. */
export function articleAsText({ title, text }: CopiedArticle): string {
  return `${title}\n\n${text}`
}

/** The same as rich text: a heading and paragraphs, with all of the article escaped. */
export function articleAsHtml({ title, text }: CopiedArticle): string {
  const paragraphs = paragraphsOf(text).map(
    (lines) => `<p dir="auto">${lines.map(markupText).join('<br>')}</p>`,
  )
  return [`<h1 dir="auto">${markupText(titleLine(title))}</h1>`, ...paragraphs].join('\n')
}

/** The same as Markdown, with all of the article escaped. */
export function articleAsMarkdown({ title, text }: CopiedArticle): string {
  return `${[`# ${markdownLine(titleLine(title))}`, ...paragraphsOf(text).map(markdownLines)].join('\n\n')}\n`
}
