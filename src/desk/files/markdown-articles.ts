import { plainText } from '../../text/html-text.ts'
import { markdownLine, markdownLines } from './markdown-text.ts'
import { factsOf, noteParagraphs, paragraphsOf, titleLine, namedLines } from './article-lines.ts'
import type { TextFormat } from './text-format.ts'
import { factMark } from './id-notation.ts'

/** CommonMark with all of an article escaped, so that it reads as typed. */
export const markdownArticles: TextFormat = {
  head: '',
  article(article, place) {
    const blocks = [
      `# ${markdownLine(titleLine(article.title))}`,
      markdownLines([factsOf(article).join(factMark), ...namedLines(article)]),
      ...[...noteParagraphs(article), ...paragraphsOf(plainText(article.text))].map(markdownLines),
    ]
    return `${place === 0 ? '' : '\n---\n\n'}${blocks.join('\n\n')}\n`
  },
  foot: '',
}
