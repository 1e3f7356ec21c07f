import type { DefaultTreeAdapterTypes } from 'parse5'

/** The tree of parse5. Everything here iterates instead of recursing: pages can be nested deeper than the stack. */
export type Node = DefaultTreeAdapterTypes.ChildNode
export type Parent = DefaultTreeAdapterTypes.ParentNode
export type Document = DefaultTreeAdapterTypes.Document
export type Element = DefaultTreeAdapterTypes.Element
export type TextNode = DefaultTreeAdapterTypes.TextNode

export const isElement = (node: Node | Parent): node is Element => 'tagName' in node

export const isText = (node: Node | Parent): node is TextNode => node.nodeName === '#text'

export const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((one) => one.name === name)?.value

/** Visits every node below the root in document order. If `enter` returns false, the node's children are skipped. */
export function walk(root: Parent, enter: (node: Node) => boolean | void): void {
  const open: Node[] = root.childNodes.toReversed()
  for (let node = open.pop(); node; node = open.pop()) {
    if (enter(node) === false || !('childNodes' in node)) continue
    for (let index = node.childNodes.length; index > 0;) open.push(node.childNodes[(index -= 1)]!)
  }
}

export function find(root: Parent, matches: (element: Element) => boolean): Element | undefined {
  let found: Element | undefined
  walk(root, (node) => {
    if (!found && isElement(node) && matches(node)) found = node
    return !found
  })
  return found
}

export function findAll(root: Parent, matches: (element: Element) => boolean): Element[] {
  const found: Element[] = []
  walk(root, (node) => {
    if (isElement(node) && matches(node)) found.push(node)
  })
  return found
}

/** All text below a node, as in the source. */
export function textOf(root: Parent): string {
  let text = ''
  walk(root, (node) => {
    if (isText(node)) text += node.value
  })
  return text
}
