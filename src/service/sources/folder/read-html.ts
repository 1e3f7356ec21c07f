import { parse } from 'parse5'
import { isUnread, toText } from '../../extraction/html-to-text.ts'
import { find } from '../../extraction/tree.ts'
import type { FoundArticle } from './found-article.ts'

/**
 * The article of a page as plain text: the content of `article`, else of `main`, else of the body without header and
 * footer. The title is the first `h1`, else the page's. The owner chose the file, so it isn't judged whether it is an
 * article.
 */
export function readHtml(html: string): FoundArticle {
  const page = parse(html)
  const named = (name: string) => find(page, ({ tagName }) => tagName === name)
  const article = named('article') ?? named('main')
  const root = article ?? named('body') ?? page
  const heading = find(root, ({ tagName }) => tagName === 'h1')
  const title = heading ?? named('title')
  const around = (name: string) => !article && (name === 'header' || name === 'footer')
  return {
    index: 0,
    title: title ? toText(title) : '',
    text: toText(root, (element) => element === heading || around(element.tagName) || isUnread(element)),
  }
}
