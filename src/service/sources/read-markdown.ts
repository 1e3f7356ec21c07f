import type { FoundArticle } from './found-article.ts'
import { UnusableFileError } from './found-article.ts'
import { FrontMatterError, readFrontMatter } from './front-matter.ts'
import { toPlainText } from './plain-text.ts'

/**
 * Reads one article. The title comes from the front matter, else from a heading in the first line, else it is empty.
 * Markup such as `*` and `[]()` is kept as typed.
 *
 * @throws UnusableFileError
 */
export function readMarkdown(text: string): FoundArticle {
  try {
    const { title, category, published, body } = readFrontMatter(text.replace(/\r\n?/g, '\n'))
    const plain = toPlainText(body)
    const heading = /^# (.{1,300})(?:\n|$)/.exec(plain)
    if (title || !heading) return { index: 0, title: title ?? '', text: plain, category, published }
    return {
      index: 0,
      title: (heading[1] ?? '').replace(/ #+ *$/, ''),
      text: plain.slice(heading[0].length),
      category,
      published,
    }
  } catch (error) {
    throw error instanceof FrontMatterError ? new UnusableFileError(error.message) : error
  }
}

/** Reads one article. A short first line followed by a blank line is the title. */
export function readTextFile(text: string): FoundArticle {
  const plain = toPlainText(text)
  const title = /^(.{1,200})\n\n/.exec(plain)
  return title
    ? { index: 0, title: title[1] ?? '', text: plain.slice(title[0].length) }
    : { index: 0, title: '', text: plain }
}
