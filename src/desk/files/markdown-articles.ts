import { toPlainText } from '../../text/html-text.ts'
import { markdownLine, markdownLines } from './markdown-text.ts'
import { factLines, noteParagraphs, paragraphsOf, titleLine } from './article-lines.ts'
import type { TextFormat } from './text-format.ts'

/** CommonMark with all of an article escaped, so that it reads as typed. */
export const markdownArticles: TextFormat = {
  head: '',
  article(article, place) {
    const blocks = [
      `# ${markdownLine(titleLine(article.title))}`,
      markdownLines(factLines(article)),
      ...[...noteParagraphs(article), ...paragraphsOf(toPlainText(article.text))].map(markdownLines),
    ]
    return `${place === 0 ? '' : '\n---\n\n'}${blocks.join('\n\n')}\n`
  },
  foot: '',
}
