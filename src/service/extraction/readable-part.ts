// Readability finds articles as well as the best, and runs nothing; linkedom is a DOM that is fast enough for it (jsdom
// spends seconds on the styles of some pages). It reads HTML otherwise than browsers do, so it gets what parse5 made of it.
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import type { Document, Element, Node } from './tree.ts'
import { isElement, isText } from './tree.ts'

/**
 * The elements that Readability keeps of a page. It is asked only which; its own tree has lost subheads and leads that
 * it took for headers of the site, and they are found again in the page's.
 *
 * @param skips what it is not shown
 */
export function readablePart(page: Document, skips: (element: Element) => boolean): Set<Element> {
  const elements: Element[] = []
  const { document } = parseHTML(write(page, skips, elements))
  const found = new Readability(document, { serializer: (content) => content as HTMLElement }).parse()
  const kept = new Set<Element>()
  for (const element of found?.content?.querySelectorAll('*') ?? []) {
    for (const name of element.getAttributeNames()) {
      const original = name.startsWith(mark) ? elements[Number(name.slice(mark.length))] : undefined
      if (original) kept.add(original)
    }
  }
  return kept
}

const mark = 'n-'

/** What Readability goes by: half of a page are attributes, which would only cost time. */
const telling = new Set([
  'class',
  'id',
  'role',
  'itemprop',
  'rel',
  'href',
  'src',
  'type',
  'lang',
  'dir',
  'colspan',
  'rowspan',
])

/**
 * HTML in which each element has its number in the list. As an attribute's name, since Readability joins the
 * attributes of nested elements, where one value would replace another.
 */
function write(page: Document, skips: (element: Element) => boolean, elements: Element[]): string {
  const parts = ['<!doctype html>']
  const open: (Node | string)[] = page.childNodes.toReversed()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') parts.push(next)
    else if (isText(next)) parts.push(escape(next.value))
    else if (isElement(next) && !skips(next)) {
      const name = next.tagName
      parts.push('<', name, ' ', mark, String(elements.length))
      for (const attribute of next.attrs)
        if (telling.has(attribute.name))
          parts.push(' ', attribute.name, '="', escape(attribute.value.slice(0, 200)), '"')
      parts.push('>')
      elements.push(next)
      if (voids.has(name)) continue
      open.push(`</${name}>`)
      for (let index = next.childNodes.length - 1; index >= 0; index -= 1) open.push(next.childNodes[index]!)
    }
  }
  return parts.join('')
}

const voids = new Set(['area', 'base', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'wbr'])

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) =>
    sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : sign === '>' ? '&gt;' : '&quot;',
  )
