import { defaultTreeAdapter } from 'parse5'
import type { Element, Node, Parent } from './tree.ts'
import { attribute, findAll, isElement } from './tree.ts'

/**
 * Puts parts of a page where a browser shows them. React sends what is late at the end, hidden, and moves it by a script
 * to where a template keeps its place. A shadow tree can be declared in a template of its host.
 */
export function placeParts(page: Parent): void {
  const late = new Map<string, Element>()
  for (const element of findAll(page, (one) => attribute(one, 'id')?.includes('S:') ?? false))
    late.set(attribute(element, 'id')!, element)
  const open = findAll(page, isTemplate).toReversed()
  let left = maxNodes
  for (let next = open.pop(), seen = 0; next && seen < maxTemplates; next = open.pop(), seen += 1) {
    const parent = next.parentNode!
    left -= parent.childNodes.length
    if (left < 0) return
    const from = parent.childNodes.indexOf(next)
    // It stood within what another part has replaced.
    if (from === -1) continue
    const [, prefix, kind, number] = placeholder.exec(attribute(next, 'id') ?? '') ?? []
    const part = late.get(`${prefix}S:${number}`)
    if (part && !isWithin(next, part)) {
      const to = kind === 'B' ? endOfFallback(parent.childNodes, from) : from + 1
      const [before, after] = [parent.childNodes.slice(0, from), parent.childNodes.slice(to)]
      setChildren(parent, [...before, ...part.childNodes, ...after])
      part.childNodes = []
    } else if (attribute(next, 'shadowrootmode') !== undefined && 'content' in next) {
      const shadow = next.content as Parent
      open.push(...findAll(shadow, isTemplate).toReversed())
      showShadow(parent, shadow)
    }
  }
}

/** No page has more, and each may be nested deeply. */
const maxTemplates = 2_000
/** Of all templates' parents together: each template is looked for among its siblings. */
const maxNodes = 2_000_000

const isTemplate = ({ tagName }: Element): boolean => tagName === 'template'

/** "P:1f" keeps a place, "B:1f" stands before what is shown until the part is there. */
const placeholder = /^(.{0,100})([BP]):([\da-f]{1,8})$/

function isWithin(element: Element, outer: Element): boolean {
  for (let up: Parent | null = element; up && isElement(up); up = up.parentNode) if (up === outer) return true
  return false
}

/** Finds the comment that ends what is shown until then, which may hold others of its kind. */
function endOfFallback(nodes: readonly Node[], from: number): number {
  let depth = 0
  for (let index = from; index < nodes.length; index += 1) {
    const mark = commentOf(nodes[index]!)
    if (mark === '/$' && depth === 0) return index
    if (mark === '/$') depth -= 1
    else if (/^\$[?!~]?$/.test(mark)) depth += 1
  }
  return from + 1
}

const commentOf = (node: Node): string => (defaultTreeAdapter.isCommentNode(node) ? node.data : '')

function setChildren(parent: Parent, nodes: Node[]): void {
  parent.childNodes = nodes
  for (const node of nodes) node.parentNode = parent
}

/** Shows a shadow tree in place of its host's children, which stand where it has slots for them. */
function showShadow(host: Parent, shadow: Parent): void {
  const bySlot = new Map<string, Node[]>()
  for (const node of host.childNodes) {
    const slot = (isElement(node) && attribute(node, 'slot')) || ''
    const nodes = bySlot.get(slot)
    if (nodes) nodes.push(node)
    else bySlot.set(slot, [node])
  }
  for (const slot of findAll(shadow, ({ tagName }) => tagName === 'slot')) {
    const name = attribute(slot, 'name') ?? ''
    const nodes = bySlot.get(name)
    if (nodes) setChildren(slot, nodes)
    bySlot.delete(name)
  }
  setChildren(host, shadow.childNodes)
}
