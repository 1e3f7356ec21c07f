import { isHidden } from './html-to-text.ts'
import type { KindMetadata } from './kind-metadata.ts'
import { createKindMetadata, readKindMetadata } from './kind-metadata.ts'
import {
  acceptButton,
  authorName,
  byLine,
  callToAction,
  pageLink,
  postName,
  price,
  profileLink,
  replyLabel,
  shareLink,
  threadLink,
} from './signal-patterns.ts'
import type { Element, Node, Parent } from './tree.ts'
import { attribute, isElement, isText } from './tree.ts'

/** Counts of signals on a page; lengths in characters. Menus, headers and footers are left out. */
export interface PageSignals extends KindMetadata {
  text: number
  linkText: number
  /** Total of paragraphs with at least 80 characters outside links. */
  prose: number
  /** The most prose in one place, and the number of places that hold prose. */
  maxProse: number
  proseParts: number
  /** Text of teasers: siblings of one kind, each with a link and a picture, heading or date. */
  teaserText: number
  captions: number
  rows: number
  prices: number
  /** Count of the most frequent call to action. */
  callsToAction: number
  authors: number
  byLines: number
  tags: number
  /** This and the following are counted anywhere on the page, menus included. */
  shareLinks: number
  pageLinks: number
  threadLinks: number
  profileLinks: number
  replyLabels: number
  /** Visible fields. */
  passwords: number
  acceptButtons: number
  /** Text in posts, answers and comments, and in the longest of them. */
  postText: number
  longestPost: number
}

/** The length in alphabetic characters: one Chinese or Japanese character counts as three. */
export const lengthOf = (text: string): number => text.length + 2 * countOf(text, characters)

/** @param perCharacter of Chinese and Japanese, which have no spaces between words: a word has about two */
export const countWords = (text: string, perCharacter: number): number =>
  countOf(text, spacedWords) + perCharacter * countOf(text, characters)

const characters = /[\u3040-\u30ff\u3400-\u9fff]/g
const spacedWords = /(?:(?![\u3040-\u30ff\u3400-\u9fff])[\p{L}\p{M}\p{N}'’])+/gu

const countOf = (text: string, wanted: RegExp): number => text.match(wanted)?.length ?? 0

/** Reads a page once, in linear time. */
export function readSignals(root: Parent): PageSignals {
  const reader = new Reader(root)
  const open: Frame[] = [new Frame(root)]
  for (let frame = open.at(-1); frame; frame = open.at(-1)) {
    const node = frame.element.childNodes[frame.next]
    frame.next += 1
    if (!node) {
      open.pop()
      const outer = open.at(-1)
      if (outer && isElement(frame.element)) reader.leave(frame, frame.element, outer, open.at(-2))
    } else if (isText(node)) reader.readText(node.value, frame)
    else if (isElement(node)) {
      const inner = reader.enter(node, frame)
      if (inner) open.push(inner)
    }
  }
  return reader.end()
}

/** An element whose children are being read. */
class Frame {
  next = 0
  isLink = false
  isChrome = false
  isHidden = false
  isInArticle = false
  post: { text: number } | undefined
  text = 0
  linkText = 0
  /** The first words of its text. */
  label = ''
  holdsLink = false
  holdsTeaser = false
  teasers: Map<string, { count: number; text: number }> | undefined

  readonly element: Parent

  constructor(element: Parent, outer?: Frame) {
    this.element = element
    if (!outer) return
    this.isLink = outer.isLink
    this.isChrome = outer.isChrome
    this.isHidden = outer.isHidden
    this.isInArticle = outer.isInArticle
    this.post = outer.post
  }
}

const shortLabel = 60

/** The rest is irrelevant, and matching a million characters would take too long. */
const longestAttribute = 500

const skippedTags = new Set('script style noscript template svg math iframe object title'.split(' '))

class Reader {
  readonly #signals: PageSignals = {
    ...createKindMetadata(),
    text: 0,
    linkText: 0,
    prose: 0,
    maxProse: 0,
    proseParts: 0,
    teaserText: 0,
    captions: 0,
    rows: 0,
    prices: 0,
    callsToAction: 0,
    authors: 0,
    byLines: 0,
    tags: 0,
    shareLinks: 0,
    pageLinks: 0,
    threadLinks: 0,
    profileLinks: 0,
    replyLabels: 0,
    passwords: 0,
    acceptButtons: 0,
    postText: 0,
    longestPost: 0,
  }
  readonly #posts: { text: number }[] = []
  readonly #proseIn = new Map<Parent, number>()
  readonly #proseNear = new Map<Parent, number>()
  readonly #calls = new Map<string, number>()

  readonly #sizes: ReadonlyMap<Parent, number>
  readonly #size: number

  constructor(root: Parent) {
    this.#sizes = sizesOf(root)
    this.#size = this.#sizes.get(root) ?? 0
  }

  enter(element: Element, outer: Frame): Frame | undefined {
    const signals = this.#signals
    const name = element.tagName
    readKindMetadata(element, signals)
    if (skippedTags.has(name)) return undefined
    const frame = new Frame(element, outer)
    const names = `${attribute(element, 'class') ?? ''} ${attribute(element, 'id') ?? ''}`.slice(
      0,
      longestAttribute,
    )
    frame.isInArticle ||= name === 'article' || name === 'main'
    frame.isChrome ||= this.#isChrome(element, frame)
    if (attribute(element, 'itemprop') === 'author' || authorName.test(names)) signals.authors += 1
    if (name === 'a') {
      frame.isLink = true
      this.#readLink(element)
    }
    frame.isHidden ||= isHidden(element)
    if (name === 'input' && !frame.isHidden && attribute(element, 'type')?.toLowerCase() === 'password')
      signals.passwords += 1
    if (frame.isChrome) return frame
    if (name === 'figcaption') signals.captions += 1
    if (name === 'tr') signals.rows += 1
    if (postTags.has(name) && postName.test(names)) {
      frame.post = { text: 0 }
      this.#posts.push(frame.post)
    }
    return frame
  }

  readText(value: string, frame: Frame): void {
    const signals = this.#signals
    const text = value.replace(/\s+/g, ' ').trim()
    if (text === '') return
    const length = lengthOf(text)
    frame.text += length
    if (frame.label.length < shortLabel) frame.label = `${frame.label} ${text}`.trim().slice(0, shortLabel)
    if (frame.isLink) frame.linkText += length
    if (frame.isChrome) return
    signals.text += length
    if (frame.isLink) signals.linkText += length
    if (frame.post) frame.post.text += length
    signals.prices += text.match(price)?.length ?? 0
    if (text.length >= shortLabel) return
    if (byLine.test(text)) signals.byLines += 1
    if (replyLabel.test(text)) signals.replyLabels += 1
  }

  leave(frame: Frame, element: Element, outer: Frame, outerOfOuter: Frame | undefined): void {
    const signals = this.#signals
    const name = element.tagName
    if (!frame.isChrome) {
      const own = frame.text - frame.linkText
      if (name === 'p' && own >= 80) {
        signals.prose += own
        count(this.#proseIn, outer.element, own)
        if (outerOfOuter) count(this.#proseNear, outerOfOuter.element, own)
      }
      for (const { count, text } of frame.teasers?.values() ?? []) if (count >= 4) signals.teaserText += text
    }
    if ((name === 'a' || name === 'button') && frame.label.length < 40) {
      if (acceptButton.test(frame.label)) signals.acceptButtons += 1
      if (callToAction.test(frame.label)) count(this.#calls, frame.label.toLowerCase(), 1)
      if (name === 'a' && /^\d{1,3}$/.test(frame.label)) signals.pageLinks += 1
    }
    outer.text += frame.text
    outer.linkText += frame.linkText
    if (outer.label.length < shortLabel) outer.label = `${outer.label} ${frame.label}`.trim()
    const holdsLink = frame.holdsLink || name === 'a'
    const holdsTeaser = frame.holdsTeaser || teaserParts.has(name)
    outer.holdsLink ||= holdsLink
    outer.holdsTeaser ||= holdsTeaser
    if (!frame.isChrome && holdsLink && holdsTeaser && frame.text < 1_000 && name !== 'p') {
      const kind = `${name} ${(attribute(element, 'class') ?? '').trim().split(/\s+/)[0]}`
      outer.teasers ??= new Map()
      const known = outer.teasers.get(kind) ?? { count: 0, text: 0 }
      outer.teasers.set(kind, { count: known.count + 1, text: known.text + frame.text })
    }
  }

  end(): PageSignals {
    const signals = this.#signals
    signals.maxProse = Math.max(largest(this.#proseIn.values()), 0.8 * largest(this.#proseNear.values()))
    signals.proseParts = this.#proseIn.size
    signals.callsToAction = largest(this.#calls.values())
    const posts = this.#posts.map(({ text }) => text).filter((text) => text >= 20)
    signals.postText = posts.length > 1 ? posts.reduce((sum, text) => sum + text, 0) : 0
    signals.longestPost = posts.length > 1 ? largest(posts) : 0
    return signals
  }

  #readLink(element: Element): void {
    const signals = this.#signals
    const href = attribute(element, 'href')?.slice(0, longestAttribute) ?? ''
    const rel = attribute(element, 'rel')?.toLowerCase() ?? ''
    if (/\btag\b/.test(rel)) signals.tags += 1
    if (rel === 'author') signals.authors += 1
    if (rel === 'next') signals.pageLinks += 2
    if (pageLink.test(href)) signals.pageLinks += 1
    if (threadLink.test(href)) signals.threadLinks += 1
    if (shareLink.test(href)) signals.shareLinks += 1
    if (profileLink.test(href) && !/login|sign|regist/i.test(href)) signals.profileLinks += 1
  }

  /** Whether an element is a menu, header or the like. One that holds more than half of the page is not. */
  #isChrome(element: Element, { isInArticle }: Frame): boolean {
    if ((this.#sizes.get(element) ?? 0) > this.#size / 2) return false
    const name = element.tagName
    if (name === 'nav' || name === 'aside') return true
    if (!isInArticle && (name === 'header' || name === 'footer')) return true
    return chromeRoles.test(attribute(element, 'role') ?? '')
  }
}

const chromeRoles = /^(?:navigation|banner|contentinfo|complementary|search|dialog|alertdialog|menu)$/

const postTags = new Set('div article section li tr td table dl blockquote'.split(' '))

const teaserParts = new Set('img picture time h1 h2 h3 h4 h5 h6'.split(' '))

/** Counts the characters below each element. */
function sizesOf(root: Parent): Map<Parent, number> {
  const sizes = new Map<Parent, number>()
  const open: { element: Parent; next: number; size: number }[] = [{ element: root, next: 0, size: 0 }]
  for (let frame = open.at(-1); frame; frame = open.at(-1)) {
    const node: Node | undefined = frame.element.childNodes[frame.next]
    frame.next += 1
    if (!node) {
      open.pop()
      sizes.set(frame.element, frame.size)
      const outer = open.at(-1)
      if (outer) outer.size += frame.size
    } else if (isText(node)) frame.size += node.value.trim().length
    else if (isElement(node) && !skippedTags.has(node.tagName)) open.push({ element: node, next: 0, size: 0 })
  }
  return sizes
}

const count = <K>(counts: Map<K, number>, key: K, by: number): void => {
  counts.set(key, (counts.get(key) ?? 0) + by)
}

/** Not `Math.max(...)`, which throws on a very long list. */
function largest(values: Iterable<number>): number {
  let most = 0
  for (const value of values) most = Math.max(most, value)
  return most
}
