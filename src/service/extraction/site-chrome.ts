import type { Document, Element, Parent } from './tree.ts'
import { attribute, findAll, isElement, isText, textOf, walk } from './tree.ts'
import { isHidden } from './html-to-text.ts'
import { headingOf } from './text-blocks.ts'
import { wordsOf } from './titles.ts'

/**
 * Finds page boilerplate around articles by tag, by role, and by class and id names that sites use for it. An element
 * with a large part of the page's text is never excluded by name or role.
 */
export function findSiteChrome(page: Document): ReadonlySet<Element> {
  const found = new Set<Element>()
  const paragraphs = new Map<Parent | null, number>()
  const letters = countLetters(page)
  const all = letters.get(page) ?? 0
  walk(page, (node) => {
    if (!isElement(node)) return true
    // Highlighted code uses class names that look like those of boxes.
    if (node.tagName === 'pre') return false
    const before = paragraphs.get(node.parentNode) ?? 0
    if (node.tagName === 'p') paragraphs.set(node.parentNode, before + 1)
    const isRead = isIngredients(node) || (before > 1 && isNote(node))
    const isLarge = (letters.get(node) ?? 0) > all * 0.3
    if (
      (!chromeTags.has(node.tagName) || isRead) &&
      !isHidden(node) &&
      !isControl(node) &&
      (isLarge || !isChromeByName(node))
    )
      return true
    found.add(node)
    return false
  })
  return found
}

/**
 * Unhides elements that hold most of a page's text: some pages are sent complete but hidden, for a script to reveal. So
 * are the answers of an FAQ.
 */
export function unhidePage(page: Document): void {
  const letters = countLetters(page)
  const most = (letters.get(page) ?? 0) * 0.6
  const answers = new Set(findAll(page, isQuestion).flatMap(controlledIds))
  for (const [element, count] of letters) {
    if (!isElement(element) || !isHidden(element)) continue
    if (count > most || answers.has(attribute(element, 'id') ?? ''))
      element.attrs = element.attrs.filter(({ name }) => !/^(?:hidden|aria-hidden|style)$/.test(name))
  }
}

const controlledIds = (element: Element): string[] =>
  attribute(element, 'aria-controls')?.split(/\s+/).filter(Boolean) ?? []

/** Many recipes put the ingredients in an `aside`. */
const isIngredients = (element: Element): boolean =>
  element.tagName === 'aside' && /ingredients?\b/i.test(attribute(element, 'class') ?? '')

/** Whether an `aside` among paragraphs has paragraphs of its own; teasers and advertisements are mostly links. */
function isNote(element: Element): boolean {
  if (element.tagName !== 'aside') return false
  const lengthOf = (tag: string): number =>
    findAll(element, ({ tagName }) => tagName === tag).reduce(
      (sum, one) => sum + textOf(one).trim().length,
      0,
    )
  const length = lengthOf('p')
  return length >= shortestNote && lengthOf('a') < length * 0.3
}

/** About 25 words: pull quotes, which repeat the text, are shorter. */
const shortestNote = 150

/** Whether an element is a button, but no question. */
const isControl = (element: Element): boolean =>
  isButton(element) && !isQuestion(element) && headingOf(element) === 0

/** In an FAQ, questions are marked as buttons that show the answer. */
const isQuestion = (element: Element): boolean => isButton(element) && /[?？؟]$/.test(textOf(element).trim())

const isButton = (element: Element): boolean =>
  element.tagName === 'button' || attribute(element, 'role') === 'button'

function isChromeByName(element: Element): boolean {
  if (containerTags.has(element.tagName)) return false
  if (element.tagName === 'form' || roles.has(attribute(element, 'role')?.toLowerCase() ?? '')) return true
  const id = attribute(element, 'id') ?? ''
  // Inline elements such as links are often named after what they open, so only hidden ones count.
  const name = inline.has(element.tagName) ? visuallyHiddenName : chromeName
  return name.test(attribute(element, 'class') ?? '') || (name.test(id) && !isAnchor(id, element))
}

/**
 * Whether an id is for links to a part of the text: that of a heading, or of a section, made from the words of its heading
 * ("related-work") or for a table of contents ("toc_related-work").
 */
function isAnchor(id: string, element: Element): boolean {
  if (headingOf(element) > 0 || /^toc_(?!container)/i.test(id)) return true
  const first = element.childNodes.find((node) => isElement(node))
  const words = first && headingOf(first) > 0 ? wordsOf(textOf(first)) : []
  return words.length > 1 && words.join('-') === wordsOf(id).join('-')
}

const inline = new Set('a abbr b cite code em font i mark small span strong sub sup time u'.split(' '))

const visuallyHiddenName = /(?:^|[\s_-])(?:screen-reader-text|sr-only|visually-hidden)(?:$|[\s_-])/i

const containerTags = new Set(['html', 'body', 'main', 'article'])

/** Counts the letters below each element. */
function countLetters(page: Document): Map<Parent, number> {
  const letters = new Map<Parent, number>()
  walk(page, (node) => {
    if (!isText(node) || node.parentNode?.nodeName === 'script') return
    const length = node.value.replace(/\s+/g, '').length
    if (length === 0) return
    for (let up: Parent | null = node.parentNode; up; up = isElement(up) ? up.parentNode : null)
      letters.set(up, (letters.get(up) ?? 0) + length)
  })
  return letters
}

const chromeTags = new Set(
  'script nav aside footer dialog select textarea label figcaption head title'.split(' '),
)

const roles = new Set(
  'navigation complementary banner contentinfo search dialog alertdialog alert menu menubar toolbar tablist tooltip'.split(
    ' ',
  ),
)

const chromeName =
  /(?:^|[\s_-])(?:share|sharing|social|sharedaddy|newsletter|subscribe|subscription|signup|sign-up|related|recommended|recommendations|breadcrumbs?|comments?|disqus|cookie|consent|gdpr|advert|advertisement|ads?|sponsored|promo|paywall|byline|author[-_]*(?:bio|box|info|card|details?|about|profile|description)|about[-_]the[-_]author|post[-_]*(?:meta|tags|nav|navigation)|entry[-_]*meta|tags|tag-?list|pagination|toc|table-of-contents|sidebar|popup|modal|screen-reader-text|sr-only|visually-hidden|skip-link|print-only|caption|credit|read-?more|read-?next|up-?next|outbrain|taboola)(?:$|[\s_-])/i
