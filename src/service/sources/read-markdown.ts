import type { FoundArticle } from './found-article.ts'
import { UnusableFileError } from './found-article.ts'
import { FrontMatterError, readFrontMatter } from './front-matter.ts'
import { toPlainText } from './plain-text.ts'

/**
 * One article: the title from the front matter, else from a heading in the first line, else none. Marks such as
 * `*` and `[]()` stay as they were typed: they are read as text, and are text.
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

/** One article: the first line is the title where it is short and a blank line follows. */
export function readTextFile(text: string): FoundArticle {
  const plain = toPlainText(text)
  const title = /^(.{1,200})\n\n/.exec(plain)
  return title
    ? { index: 0, title: title[1] ?? '', text: plain.slice(title[0].length) }
    : { index: 0, title: '', text: plain }
}
