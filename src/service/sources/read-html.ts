import type { DefaultTreeAdapterTypes } from 'parse5'
import { parse } from 'parse5'
import type { FoundArticle } from './found-article.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

/**
 * The article of a page as plain text: what stands in `article`, else in `main`, else in the body without what is
 * around it. The title is the first `h1`, else the page's. What is not meant to be read (scripts, styles,
 * navigation, forms) is left out. Nesting costs no stack, so that no page can end the process.
 */
export function readHtml(html: string): FoundArticle {
  const page = parse(html)
  const article = find(page, 'article') ?? find(page, 'main')
  const root = article ?? find(page, 'body') ?? page
  const heading = find(root, 'h1')
  const title = heading ?? find(page, 'title')
  const skipped = article ? unread : new Set([...unread, 'header', 'footer'])
  return {
    index: 0,
    title: title ? toText(title, unread) : '',
    text: toText(root, skipped, heading),
  }
}

const unread = new Set(
  'script style noscript template head nav aside form iframe object svg math button select textarea canvas audio video dialog'.split(
    ' ',
  ),
)

const blocks = new Set(
  'address article blockquote dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tr ul'.split(
    ' ',
  ),
)

type Parent = DefaultTreeAdapterTypes.ParentNode

function find(root: Parent, name: string): Element | undefined {
  const open: Node[] = root.childNodes.toReversed()
  for (let node = open.pop(); node; node = open.pop()) {
    if (!('childNodes' in node)) continue
    if (node.nodeName === name) return node
    for (const child of node.childNodes.toReversed()) open.push(child)
  }
  return undefined
}

function toText(root: Parent, skipped: ReadonlySet<string>, except?: Element): string {
  let text = ''
  const open: (Node | string)[] = root.childNodes.toReversed()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') text += next
    else if (next.nodeName === '#text' && 'value' in next) text += readValue(next, text.endsWith('\n'))
    else if (next.nodeName === 'br') text += '\n'
    else if ('childNodes' in next && next !== except && !skipped.has(next.nodeName) && !isHidden(next)) {
      const around = blocks.has(next.nodeName) ? '\n\n' : ''
      text += around
      open.push(around)
      for (const child of next.childNodes.toReversed()) open.push(child)
    }
  }
  // Looking behind keeps a million spaces from costing their square.
  return text.replace(/(?<! ) +\n/g, '\n')
}

/** White space means nothing in HTML, except inside of `pre`. */
function readValue({ value, parentNode }: DefaultTreeAdapterTypes.TextNode, startsLine: boolean): string {
  if (parentNode?.nodeName === 'pre') return value
  const flowing = value.replace(/[ \t\n\f\r]+/g, ' ')
  return startsLine ? flowing.replace(/^ /, '') : flowing
}

const isHidden = (element: Element): boolean =>
  element.attrs.some(({ name, value }) => name === 'hidden' || (name === 'aria-hidden' && value === 'true'))
