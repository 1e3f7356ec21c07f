import { parseFragment } from 'parse5'
import type { Element, Node, Parent, TextNode } from './tree.ts'
import { isElement, isText } from './tree.ts'

/**
 * A piece of HTML as plain text: paragraphs, headings and quotations parted by blank lines, list items in lines that
 * begin with "- ", a table's cells parted by " | ", `pre` as it is. What is not meant to be read is left out.
 */
export function htmlToText(html: string): string {
  return toText(parseFragment(html))
}

const unread = new Set(
  'script style noscript template head nav aside form iframe object svg math button select textarea canvas audio video dialog'.split(
    ' ',
  ),
)

const blocks = new Set(
  'address article blockquote body dd details div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr li main ol p pre section summary table tbody td tfoot th thead tr ul caption center'.split(
    ' ',
  ),
)

/** The same for a tree. `skips` answers which elements to leave out beside those that nobody reads. */
export function toText(root: Parent, skips: (element: Element) => boolean = () => false): string {
  const out = new Writer()
  // A function stands for the end of the element whose children were put before it.
  const open: (Node | (() => void))[] = root.childNodes.toReversed()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'function') next()
    else if (isText(next)) out.write(next.value, isPreformatted(next))
    else if (next.nodeName === 'br') out.breakLine()
    else if (isElement(next) && !unread.has(next.nodeName) && !isHidden(next) && !skips(next)) {
      open.push(out.enter(next))
      for (const child of next.childNodes.toReversed()) open.push(child)
    }
  }
  return out.end()
}

const isPreformatted = ({ parentNode }: TextNode): boolean => {
  let node: Parent | null = parentNode
  for (let depth = 0; node && isElement(node) && depth < 8; depth += 1) {
    if (node.tagName === 'pre') return true
    node = node.parentNode
  }
  return false
}

export const isHidden = (element: Element): boolean =>
  element.attrs.some(
    ({ name, value }) =>
      name === 'hidden' ||
      (name === 'aria-hidden' && value === 'true') ||
      (name === 'style' && /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(value)),
  )

const nothing = (): void => {}

class Writer {
  #text = ''
  /** Line breaks owed before the next word: 0, 1 or 2. */
  #breaks = 0
  /** Put before the next word: the mark of a list item or a cell. */
  #mark = ''
  #space = false
  /** Within a table's row everything stands in one line. */
  #rows = 0

  write(value: string, isPreformatted: boolean): void {
    if (isPreformatted) {
      this.#append(value.replace(/\r\n?/g, '\n'))
      return
    }
    const flowing = value.replace(/[\u00AD\u200B\uFEFF]/g, '').replace(/[ \t\n\f\r]+/g, ' ')
    if (flowing === '') return
    if (flowing === ' ') {
      this.#space = true
      return
    }
    if (flowing.startsWith(' ')) this.#space = true
    this.#append(flowing.trimEnd() === '' ? flowing : flowing.replace(/^ | $/g, ''))
    this.#space = flowing.endsWith(' ')
  }

  breakLine(): void {
    this.#break(this.#breaks + 1)
  }

  enter(element: Element): () => void {
    const name = element.tagName
    if (name === 'q') {
      this.write('“', false)
      return () => this.write('”', false)
    }
    if (name === 'tr' && isDataRow(element)) {
      this.#break(1)
      this.#rows += 1
      return () => {
        this.#rows -= 1
        this.#mark = ''
        this.#break(1)
      }
    }
    if (this.#rows > 0 && (name === 'td' || name === 'th')) {
      if (this.#lineHasText()) this.#mark = ' | '
      return nothing
    }
    if (!blocks.has(name)) return nothing
    if (name === 'li') {
      this.#break(1)
      this.#mark = '- '
      return () => {
        this.#mark = ''
        this.#break(1)
      }
    }
    const breaks = name === 'dd' || name === 'dt' || name === 'tr' ? 1 : 2
    this.#break(breaks)
    return () => this.#break(breaks)
  }

  end(): string {
    return this.#text.replace(/[^\S\n]+$/gm, '').trim()
  }

  #lineHasText(): boolean {
    return this.#breaks === 0 && this.#text !== '' && !this.#text.endsWith('\n')
  }

  #break(breaks: number): void {
    if (this.#rows > 0) this.#space = true
    // A list item's first paragraph begins beside its mark.
    else if (this.#mark !== '- ' || breaks === 1) this.#breaks = Math.min(2, Math.max(this.#breaks, breaks))
  }

  #append(words: string): void {
    if (this.#text !== '' && this.#breaks > 0) this.#text += '\n'.repeat(this.#breaks)
    else if (this.#space && this.#text !== '' && this.#mark === '') this.#text += ' '
    this.#text += this.#mark + words
    this.#breaks = 0
    this.#mark = ''
    this.#space = false
  }
}

/** Cells that hold paragraphs or tables of their own lay out a page; only then may they stand one below another. */
function isDataRow(row: Element): boolean {
  const cells = row.childNodes
    .filter((node) => isElement(node))
    .filter(({ tagName }) => /^t[dh]$/.test(tagName))
  return cells.length > 1 && cells.every((cell) => !holdsBlocks(cell))
}

function holdsBlocks(cell: Element): boolean {
  let held = 0
  const open: Node[] = [...cell.childNodes]
  for (let node = open.pop(); node && held < 3; node = open.pop()) {
    if (!isElement(node)) continue
    if (node.tagName === 'table' || /^h[1-6]$/.test(node.tagName)) return true
    if (blocks.has(node.tagName)) held += 1
    open.push(...node.childNodes)
  }
  return held >= 3
}
