import { parseFragment } from 'parse5'
import { scriptsWithoutSpaces } from '../../text/scripts.ts'
import type { Element, Node, Parent, TextNode } from './tree.ts'
import { attribute, isElement, isText, textOf } from './tree.ts'

/**
 * Converts HTML to plain text: blank lines around paragraphs, headings and quotations, "- " before list items, " | "
 * between table cells, `pre` unchanged. Content not meant to be read is left out.
 */
export function htmlToText(html: string): string {
  return treeToText(parseFragment(html))
}

/** RSS doesn't declare whether a text is markup; one with a tag is. One with entities alone has lines of its own. */
export function rssToText(text: string): string {
  if (tag.test(text)) return htmlToText(text)
  return entity.test(text) ? text.split('\n').map(htmlToText).join('\n') : text
}

const tag = /<[a-z!/][^<>]{0,2000}>/i
const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/i

/** The same for a title. Tags that nothing closes are what is written about: "Understanding <template>". */
export function titleToText(written: string): string {
  // Bounded, since it is searched for each tag.
  const title = written.slice(0, 5_000)
  const lower = title.toLowerCase()
  const isMarkup = (name: string): boolean =>
    /^(?:br|hr|img|p|wbr)$/.test(name) || lower.includes(`</${name}`)
  const markup = title.replace(/<([a-z][a-z\d]*)/gi, (tag, name: string) =>
    isMarkup(name.toLowerCase()) ? tag : `&lt;${name}`,
  )
  return rssToText(markup)
}

const unread = new Set(
  'script style noscript template head nav aside form iframe object svg math button select textarea canvas audio video dialog rt rp'.split(
    ' ',
  ),
)

const blocks = new Set(
  'address article blockquote body dd details div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr li main ol p pre section summary table tbody td tfoot th thead tr ul caption center'.split(
    ' ',
  ),
)

/**
 * Converts a tree to plain text.
 *
 * @param skips which elements to leave out
 * @param only the text nodes to include; all by default
 */
export function treeToText(
  root: Parent,
  skips: (element: Element) => boolean = isUnread,
  only?: ReadonlySet<TextNode>,
): string {
  const out = new Writer()
  // A function marks the end of an element, and runs after its children.
  const open: (Node | (() => void))[] = root.childNodes.toReversed()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'function') next()
    else if (isText(next)) {
      if (!only || only.has(next))
        // Three levels are enough for emphasis within a link.
        out.write(isWithin(next, 'sup', 3) ? toSuperscript(next.value) : next.value, isWithin(next, 'pre', 8))
    } else if (next.nodeName === 'br') out.breakLine()
    else if (isElement(next) && !skips(next)) {
      open.push(out.enter(next))
      const wraps = findHardWraps(next)
      for (const child of next.childNodes.toReversed())
        open.push(wraps?.has(child) ? () => out.write(' ', false) : child)
    }
  }
  return out.end()
}

/**
 * Finds the line breaks of hard-wrapped text, as old editors write it: no line had room for the first word of the next.
 * Lines of poems, addresses and lists do have room.
 */
function findHardWraps({ childNodes }: Element): ReadonlySet<Node> | undefined {
  const breaks = childNodes.filter(({ nodeName }) => nodeName === 'br')
  if (breaks.length < 3) return undefined
  const lines = ['']
  for (const child of childNodes) {
    const text = isText(child) ? child.value : isElement(child) ? lineOf(child) : ''
    if (text === undefined) return undefined
    if (child.nodeName === 'br') lines.push('')
    else lines[lines.length - 1] += text
  }
  const flowing = lines.map((line) => line.replace(/\s+/g, ' ').trim())
  // Neither `Math.max(...)` nor `push(...)`, which throw on a very long list.
  const width = flowing.reduce((most, line) => Math.max(most, line.length), 0)
  const isWithin = (index: number): boolean => flowing[index] !== '' && flowing[index + 1] !== ''
  const hadRoom = (index: number): boolean =>
    flowing[index]!.length + 1 + firstWord.exec(flowing[index + 1]!)![0].length <= width
  return width < 50 || width > 120 || breaks.some((_, index) => isWithin(index) && hadRoom(index))
    ? undefined
    : new Set(breaks.filter((_, index) => isWithin(index)))
}

/** A line may break after any letter of a script without spaces. */
const firstWord = new RegExp(`^(?:[${scriptsWithoutSpaces}]|[^ ]*)`, 'u')

/** The text of an element within a line; undefined if it holds more than a line. */
function lineOf(element: Element): string | undefined {
  let text = ''
  const open: Node[] = [...element.childNodes]
  for (let node = open.pop(), seen = 0; node; node = open.pop(), seen += 1) {
    if (seen > 20 || node.nodeName === 'br' || (isElement(node) && blocks.has(node.tagName))) return undefined
    if (isText(node)) text = node.value + text
    else if (isElement(node)) for (const child of node.childNodes) open.push(child)
  }
  return blocks.has(element.tagName) ? undefined : text
}

function isWithin({ parentNode }: TextNode, tag: string, levels: number): boolean {
  let node: Parent | null = parentNode
  for (let depth = 0; node && isElement(node) && depth < levels; depth += 1) {
    if (node.tagName === tag) return true
    node = node.parentNode
  }
  return false
}

/** Without superscripts, 10⁶ would become 106, and a footnote would change the year before it. */
const toSuperscript = (text: string): string =>
  /^[\d,\s+−-]+$/.test(text)
    ? text.replace(/[\d+−-]/g, (sign) => superscripts['0123456789+-−'.indexOf(sign)]!)
    : text

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻'

export const isBlock = ({ tagName }: Element): boolean => blocks.has(tagName)

/** Whether an element is not meant to be read, or invisible. */
export const isUnread = (element: Element): boolean => unread.has(element.tagName) || isHidden(element)

export const isHidden = (element: Element): boolean =>
  element.attrs.some(
    ({ name, value }) =>
      // "until-found" is closed, like `details`, until somebody opens it or searches the page.
      (name === 'hidden' && value.toLowerCase() !== 'until-found') ||
      (name === 'aria-hidden' && value === 'true') ||
      (name === 'style' && /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(value)),
  )

const tight = new Set(['dd', 'dt', 'tr'])

const lists = new Set(['ol', 'ul'])

const nothing = (): void => {}

class Writer {
  #text = ''
  /** Line breaks due before the next word: 0, 1 or 2. */
  #breaks = 0
  /** A list item's marker, put before the next word. */
  #mark = ''
  /** Put before the next word and its marker: one for each column since the last, so that empty ones keep their place. */
  #bars = ''
  /** Whether more than one cell of the row has text. */
  #hasBars = false
  #space = false
  /** Depth of open table rows. Each row is written on one line. */
  #rows = 0
  /** The column of each cell of the open row, and the one written last. */
  #columns: ReadonlyMap<Element, number> = new Map()
  #column = 0
  /** By part of a table and column: the cells of earlier rows that reach into the next one. */
  readonly #spans = new Map<Parent | null, ReadonlyMap<number, Span>>()
  readonly #items = new Map<Parent | null, number>()

  write(value: string, isPreformatted: boolean): void {
    if (isPreformatted) {
      this.#append(value.replace(/\r\n?/g, '\n'))
      return
    }
    const flowing = toFlowing(value)
    if (flowing.startsWith(' ')) this.#space = true
    const startsParagraph = this.#text === '' || this.#breaks === 2 || this.#mark !== '' || this.#bars !== ''
    const words = flowing.replace(startsParagraph ? /^[ \u00A0\u3000]+| $/g : /^ | $/g, '')
    if (words === '') return
    this.#append(words)
    this.#space = flowing.endsWith(' ')
  }

  breakLine(): void {
    this.#break(this.#breaks + 1)
  }

  /** @returns a function to call at the element's end */
  enter(element: Element): () => void {
    const name = element.tagName
    if (name === 'q') {
      this.write('“', false)
      return () => this.#close('”')
    }
    if (name === 'tr' && this.#placeCells(element)) return this.#enterRow()
    if (this.#rows > 0 && (name === 'td' || name === 'th')) return this.#enterCell(element)
    if (!blocks.has(name)) return nothing
    if (name === 'li') return this.#enterItem(element)
    const breaks = tight.has(name) || (lists.has(name) && element.parentNode?.nodeName === 'li') ? 1 : 2
    this.#break(breaks)
    return () => this.#break(breaks)
  }

  end(): string {
    return this.#text.replace(/(?<!\s)[^\S\n]+$/gm, '').trim()
  }

  /**
   * Finds the columns of a row's cells, and whether their texts are separated by bars.
   *
   * @returns false if the row is page layout: its cells are written one below another
   */
  #placeCells(row: Element): boolean {
    const above = this.#spans.get(row.parentNode) ?? new Map<number, Span>()
    const below = new Map<number, Span>()
    for (const [column, { rows, hasText }] of above)
      if (rows > 1) below.set(column, { rows: rows - 1, hasText })
    this.#spans.set(row.parentNode, below)
    const cells = row.childNodes.filter((node) => isElement(node)).filter(isCell)
    const texts = [...above.values()].filter(({ hasText }) => hasText).length
    if (cells.length + texts < 2 || cells.some(holdsBlocks)) return false
    const withText = new Set(cells.filter((cell) => textOf(cell).trim() !== ''))
    const columns = new Map<Element, number>()
    let column = 0
    for (const cell of cells) {
      while (above.has(column)) column += 1
      columns.set(cell, column)
      const rows = rowsOf(cell)
      for (let left = columnsOf(cell); left > 0; left -= 1) {
        if (rows > 1 && column < maxColumns)
          below.set(column, { rows: rows - 1, hasText: withText.has(cell) })
        column += 1
      }
    }
    this.#columns = columns
    this.#hasBars = withText.size + texts > 1
    return true
  }

  #enterRow(): () => void {
    this.#break(1)
    this.#column = 0
    this.#rows += 1
    return () => {
      this.#rows -= 1
      this.#bars = ''
      this.#break(1)
    }
  }

  #enterCell(cell: Element): () => void {
    const column = this.#columns.get(cell) ?? this.#column
    if (this.#hasBars) this.#bars += '| '.repeat(column - this.#column)
    this.#column = column
    return nothing
  }

  #enterItem(item: Element): () => void {
    const list = item.parentNode
    const isNumbered = list !== null && isElement(list) && list.tagName === 'ol'
    const isReversed = isNumbered && attribute(list, 'reversed') !== undefined
    const number =
      numberOf(item, 'value') ?? this.#items.get(list) ?? (isNumbered ? firstNumber(list, isReversed) : 1)
    this.#items.set(list, number + (isReversed ? -1 : 1))
    this.#break(1)
    this.#mark = isNumbered ? `${number}. ` : '- '
    return () => {
      this.#mark = ''
      this.#break(1)
    }
  }

  #close(mark: string): void {
    this.#space = false
    this.#append(mark)
  }

  #break(breaks: number): void {
    if (this.#rows > 0) this.#space = true
    // A list item's first block stays on the line of its marker.
    else this.#breaks = this.#mark !== '' ? 1 : Math.min(2, Math.max(this.#breaks, breaks))
  }

  #append(words: string): void {
    if (this.#text !== '' && this.#breaks > 0) this.#text += '\n'.repeat(this.#breaks)
    else if (this.#bars !== '' || (this.#space && this.#mark === '')) this.#text += ' '
    // Some lists also have hand-written numbers.
    const isMarked = /^\d/.test(this.#mark) && words.startsWith(this.#mark.trim())
    this.#text += this.#bars + (isMarked ? '' : this.#mark) + words
    this.#breaks = 0
    this.#mark = ''
    this.#bars = ''
    this.#space = false
  }
}

function numberOf(element: Element, name: string): number | undefined {
  const number = Number.parseInt(attribute(element, name) ?? '', 10)
  return Number.isNaN(number) ? undefined : number
}

const firstNumber = (list: Element, isReversed: boolean): number =>
  numberOf(list, 'start') ??
  (isReversed ? list.childNodes.filter(({ nodeName }) => nodeName === 'li').length : 1)

/** Chinese and Japanese have no spaces between words, and so none where the source breaks a line. */
const wide = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u303F\uFF00-\uFFEF]`
const brokenLine = new RegExp(String.raw`(${wide})[ \t]*\n[ \t\n]*(?=${wide})`, 'gu')

/**
 * Collapses white space as HTML does. No-break spaces stay where typography needs them, beside digits and before French
 * punctuation; most others come from editors that insert one for every second space.
 */
const toFlowing = (value: string): string =>
  value
    .replace(/[\u00AD\u200B\uFEFF]/g, '')
    .replace(brokenLine, '$1')
    .replace(/(?<![\d«‹\u00A0\u202F])[\u00A0\u202F](?![\d»›:;!?%€£\u00A0\u202F])/g, ' ')
    .replace(/[ \t\n\f\r]+/g, ' ')

interface Span {
  /** How many further rows the cell reaches into. */
  readonly rows: number
  readonly hasText: boolean
}

/** Wider tables are not for reading, or crafted to take long. */
const maxColumns = 50

/** A cell of 0 rows reaches to the end of its part of the table. */
const rowsOf = (cell: Element): number => {
  const rows = numberOf(cell, 'rowspan') ?? 1
  return rows === 0 ? Infinity : rows
}

const columnsOf = (cell: Element): number => Math.min(Math.max(1, numberOf(cell, 'colspan') ?? 1), maxColumns)

const isCell = (element: Element): boolean => /^t[dh]$/.test(element.tagName) && !isHidden(element)

/** Cells with several blocks, headings or tables are page layout. */
function holdsBlocks(cell: Element): boolean {
  let held = 0
  let letters = 0
  const open: Node[] = [...cell.childNodes]
  for (let node = open.pop(); node && held < 3 && letters < 500; node = open.pop()) {
    if (isText(node)) letters += node.value.trim().length
    if (!isElement(node)) continue
    if (node.tagName === 'table' || /^h[1-6]$/.test(node.tagName)) return true
    if (blocks.has(node.tagName)) held += 1
    for (const child of node.childNodes) open.push(child)
  }
  return held >= 3 || letters >= 500
}
