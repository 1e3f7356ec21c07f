// Readability is among the best at finding articles, and runs nothing. linkedom is a DOM fast enough for it (jsdom
// spends seconds on the styles of some pages). It parses HTML differently from browsers, so it gets the output of
// parse5.
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import type { Document, Element, Node } from './tree.ts'
import { isElement, isText } from './tree.ts'

/**
 * Returns the elements of a page that Readability keeps. Its own tree isn't used: it drops subheads and leads that it
 * mistakes for site headers. These are recovered from the page's own tree.
 *
 * @param skips elements to hide from it
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

/** The attributes that Readability uses. Attributes make up half of a page; the others would only cost time. */
const keptAttributes = new Set([
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
 * Writes HTML with each element's number in the list as an attribute name. An attribute value would not do: Readability
 * merges the attributes of nested elements, and one value would replace another.
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
        if (keptAttributes.has(attribute.name))
          parts.push(' ', attribute.name, '="', escape(attribute.value.slice(0, 200)), '"')
      parts.push('>')
      elements.push(next)
      if (voidTags.has(name)) continue
      open.push(`</${name}>`)
      for (let index = next.childNodes.length - 1; index >= 0; index -= 1) open.push(next.childNodes[index]!)
    }
  }
  return parts.join('')
}

const voidTags = new Set(['area', 'base', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'wbr'])

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) =>
    sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : sign === '>' ? '&gt;' : '&quot;',
  )
