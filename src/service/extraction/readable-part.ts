import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import type { Document } from './tree.ts'
import { serialize } from 'parse5'
import type { Element } from './tree.ts'
import { isElement, walk } from './tree.ts'

/**
 * The elements that Readability keeps of a page. It is asked only which; its own tree has lost subheads and leads that
 * it took for headers of the site, and they are found again in the page's.
 */
export function readablePart(page: Document): Set<Element> {
  const elements: Element[] = []
  walk(page, (node) => {
    if (!isElement(node)) return
    // As a name, since Readability joins the attributes of nested elements, where one value would replace another.
    node.attrs.push({ name: `${mark}${elements.length}`, value: '' })
    elements.push(node)
  })
  const { document } = parseHTML(serialize(page))
  for (const element of elements) element.attrs.pop()
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
