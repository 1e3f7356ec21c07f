import { toPlainText } from '../../text/html-text.ts'
import { factLines, noteParagraphs, paragraphsOf, titleLine } from './article-lines.ts'
import type { TextFormat } from './text-format.ts'

/** Plain text for reading: no markup but a line below the title and a line between articles. */
export const textArticles: TextFormat = {
  head: '',
  article(article, place) {
    const title = titleLine(article.title)
    const blocks = [
      `${title}\n${'='.repeat(Math.min(Array.from(title).length, lineLength))}`,
      factLines(article).join('\n'),
      ...[...noteParagraphs(article), ...paragraphsOf(toPlainText(article.text))].map((lines) =>
        lines.join('\n'),
      ),
    ]
    const between = place === 0 ? '' : `\n\n${'_'.repeat(lineLength)}\n\n\n`
    return `${between}${blocks.join('\n\n')}\n`
  },
  foot: '',
}

const lineLength = 72
