import { scriptsWithoutSpaces } from '../../text/scripts.ts'
import type { Element, Node, Parent, TextNode } from './tree.ts'
import { attribute, isElement, isText, textOf } from './tree.ts'

/** A continuous run of text: a paragraph, a heading, a list item, a cell. */
export interface TextBlock {
  /** The nearest enclosing block. */
  readonly element: Element
  readonly nodes: readonly TextNode[]
  readonly text: string
  readonly words: number
  /** The share of its letters in links, from 0 to 1. */
  readonly linked: number
  /** 1 to 6; 0 if it is not a heading. */
  readonly heading: number
}

const blockTags = new Set(
  'address article aside blockquote body button caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup label li main nav ol option p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)

/**
 * Reads the text blocks below a root in document order.
 *
 * @param skips which elements to leave out
 */
export function readTextBlocks(root: Parent, skips: (element: Element) => boolean): TextBlock[] {
  const textBlocks: TextBlock[] = []
  let nodes: TextNode[] = []
  let text = ''
  let linked = 0
  let letters = 0
  let block = root as Element
  let links = 0
  let jumps = 0
  let jumped = 0

  const end = (): void => {
    const flowing = text.replace(/\s+/g, ' ').trim()
    // Tables of contents link within the page, and are not part of its text.
    const isContents = jumped > letters * 0.8 && !headingOf(block)
    if (flowing !== '' && !isContents) {
      textBlocks.push({
        element: block,
        nodes,
        text: flowing,
        words: countWords(flowing),
        linked: letters > 0 ? linked / letters : 0,
        heading: headingOf(block),
      })
    }
    nodes = []
    text = ''
    linked = 0
    letters = 0
    jumped = 0
  }

  const open: (Node | (() => void))[] = root.childNodes.toReversed()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'function') next()
    else if (isText(next)) {
      nodes.push(next)
      text += next.value
      const length = next.value.replace(/\s+/g, '').length
      letters += length
      if (links > 0) linked += length
      if (jumps > 0) jumped += length
    } else if (isElement(next) && !skips(next)) {
      const element = next
      if (element.tagName === 'br') text += ' '
      if (blockTags.has(element.tagName) && block.tagName !== 'pre') {
        end()
        const around = block
        block = element
        open.push(() => {
          end()
          block = around
        })
      } else if (element.tagName === 'a') {
        const address = attribute(element, 'href')
        if (address?.startsWith('#') && !isQuestion(element)) {
          jumps += 1
          open.push(() => (jumps -= 1))
        } else if (address && address !== '#') {
          links += 1
          open.push(() => (links -= 1))
        }
      }
      for (const child of element.childNodes.toReversed()) open.push(child)
    }
  }
  end()
  return textBlocks
}

/** In an FAQ, questions are often links to "#" that a script opens. */
const isQuestion = (link: Element): boolean =>
  attribute(link, 'href') === '#' && textOf(link).trim().endsWith('?')

/** The level of the heading that an element is or stands in; 0 if there is none. */
export function headingOf(block: Element): number {
  let element: Parent | null = block
  for (let up = 0; up < 3 && element && isElement(element); up += 1) {
    const level = /^h([1-6])$/.exec(element.tagName)?.[1]
    if (level) return Number(level)
    element = element.parentNode
  }
  return 0
}

const word = new RegExp(String.raw`[${scriptsWithoutSpaces}]{1,2}|[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*`, 'gu')

/** In scripts without spaces, two letters count as one word. */
const countWords = (text: string): number => text.match(word)?.length ?? 0
