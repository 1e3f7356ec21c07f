import { defaultTreeAdapter, html } from 'parse5'
import { isBlock } from './html-to-text.ts'
import { isJsonLd } from './parse-json-ld.ts'
import { headingOf } from './text-blocks.ts'
import type { Element, Node, Parent } from './tree.ts'
import { isElement, isText, textOf } from './tree.ts'

/**
 * Removes elements that are never read and cost time, and limits the depth of the tree: beyond it, elements are
 * replaced by their text, with breaks between blocks. Puts spaces between the parts of headings.
 */
export function prepareTree(root: Parent): void {
  const open: { parent: Parent; depth: number }[] = [{ parent: root, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { parent, depth } = next
    if (depth > deepest) flatten(parent)
    parent.childNodes = parent.childNodes.filter(
      (node) => node.nodeName !== '#comment' && !(isElement(node) && isRemoved(node)),
    )
    if (isElement(parent) && headingOf(parent) > 0) separateParts(parent)
    for (const node of parent.childNodes) if (isElement(node)) open.push({ parent: node, depth: depth + 1 })
  }
}

const deepest = 200

/** With ruby annotations (`rt`, `rp`), whose readings would otherwise stand between the characters. */
const removedTags = new Set(
  'style noscript template svg math iframe object embed canvas audio video source track rt rp'.split(' '),
)

const isRemoved = (element: Element): boolean =>
  element.tagName === 'script' ? !isJsonLd(element) : removedTags.has(element.tagName)

function flatten(parent: Parent): void {
  const flat: Node[] = []
  const put = (node: Node): void => {
    node.parentNode = parent
    flat.push(node)
  }
  // A null marks the end of a block, and comes after its children.
  const open: (Node | null)[] = parent.childNodes.toReversed()
  let isNewBlock = false
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node === null) isNewBlock = true
    else if (!isElement(node) || node.tagName === 'br') {
      if (isNewBlock && flat.length > 0) for (const br of [lineBreak(), lineBreak()]) put(br)
      isNewBlock = false
      put(node)
    } else if (node.tagName !== 'script' && !isRemoved(node)) {
      if (isBlock(node)) {
        isNewBlock = true
        open.push(null)
      }
      for (const child of node.childNodes.toReversed()) open.push(child)
    }
  }
  parent.childNodes = flat
}

const lineBreak = (): Element => defaultTreeAdapter.createElement('br', html.NS.HTML, [])

/**
 * Some sites set the parts of a heading apart by style alone, as in `<span>Floods</span><span>River rises</span>`: a
 * capital follows a small letter where an element begins or ends.
 */
function separateParts(parent: Element): void {
  const texts = parent.childNodes.map((node) =>
    isText(node) ? node.value : isElement(node) ? textOf(node) : '',
  )
  parent.childNodes = parent.childNodes.flatMap((node, index): Node[] => {
    const isNewPart = /\p{Ll}{2}$/u.test(texts[index - 1] ?? '') && /^\p{Lu}/u.test(texts[index]!)
    return isNewPart ? [{ nodeName: '#text', value: ' ', parentNode: parent }, node] : [node]
  })
}
