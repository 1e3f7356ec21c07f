import { parse } from 'parse5'
import { isUnread, treeToText } from '../../extraction/html-to-text.ts'
import type { Element, Parent } from '../../extraction/tree.ts'
import { find, isElement, walk } from '../../extraction/tree.ts'
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
  const around = (name: string) => !article && (name === 'header' || name === 'footer')
  const heading = findHeading(root, around)
  const title = heading ?? named('title')
  return {
    index: 0,
    title: title ? treeToText(title) : '',
    text: treeToText(root, (element) => element === heading || around(element.tagName) || isUnread(element)),
  }
}

/** The heading of a header around the text may be the name of the site: it counts only if there is no other. */
function findHeading(root: Parent, isAround: (name: string) => boolean): Element | undefined {
  let found: Element | undefined
  walk(root, (node) => {
    if (found || !isElement(node) || isAround(node.tagName)) return false
    if (node.tagName === 'h1') found = node
    return !found
  })
  return found ?? find(root, ({ tagName }) => tagName === 'h1')
}
