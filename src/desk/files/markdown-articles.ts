import { markdownLine, markdownLines } from './markdown-text.ts'
import { factsOf, noteParagraphs, paragraphsOf, titleLine, wordLines } from './readable-lines.ts'
import type { TextFormat } from './text-format.ts'
import { factMark } from './written-id.ts'

/** CommonMark in which nothing of an article is markup: it reads as it was typed. */
export const markdownArticles: TextFormat = {
  head: '',
  article(article, place) {
    const blocks = [
      `# ${markdownLine(titleLine(article.title))}`,
      markdownLines([factsOf(article).join(factMark), ...wordLines(article)]),
      ...[...noteParagraphs(article), ...paragraphsOf(article.text)].map(markdownLines),
    ]
    return `${place === 0 ? '' : '\n---\n\n'}${blocks.join('\n\n')}\n`
  },
  foot: '',
}
