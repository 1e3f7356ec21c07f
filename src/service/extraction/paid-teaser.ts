import type { PaidArticle } from './metadata.ts'
import { collapseSpaces } from './metadata.ts'
import { countWords, lengthOf } from './page-signals.ts'
import type { Parent } from './tree.ts'
import { attribute, isElement, textOf, walk } from './tree.ts'

/**
 * Whether a text is only the teaser of an article that its page declares to be for subscribers. Many sites declare that
 * and deliver all of it, so a text is kept if it is as long as articles are, if it has half of the words that the page
 * states, or if it holds the part that only subscribers are shown.
 */
export function isPaidTeaser(text: string, { words, selectors }: PaidArticle, page: Parent): boolean {
  if (lengthOf(text) >= shortestArticle) return false
  if (words !== undefined) return countWords(text, 1) < words / 2
  return !holdsPaidPart(text, selectors, page)
}

/** About 250 words. One real article in sixty is shorter. */
const shortestArticle = 1_500

/**
 * What the selectors name often holds the whole article, or an offer in place of its end. So it has to hold paragraphs of
 * the text, and not the first one.
 */
function holdsPaidPart(text: string, selectors: readonly string[], page: Parent): boolean {
  const wanted = selectors.slice(0, 10).flatMap(namesIn)
  const part = collapseSpaces(textIn(page, new Set(wanted)))
  const [first = '', ...others] = text
    .split('\n\n')
    .map(collapseSpaces)
    .filter((paragraph) => lengthOf(paragraph) >= shortestParagraph)
  return !part.includes(first) && others.some((paragraph) => part.includes(paragraph))
}

/** Headings and captions may stand anywhere. */
const shortestParagraph = 80

/** The classes and ids that selectors end with: ".paywall", "div#premium > .body". */
function namesIn(selectors: string): string[] {
  return selectors
    .slice(0, 1_000)
    .split(',')
    .flatMap((selector) => /[.#][\w-]+$/.exec(selector.trim().slice(-100))?.[0] ?? [])
}

function textIn(page: Parent, names: ReadonlySet<string>): string {
  let text = ''
  walk(page, (node) => {
    if (!isElement(node)) return true
    const id = attribute(node, 'id')
    const classes = attribute(node, 'class')?.split(/\s+/) ?? []
    const isWanted = names.has(`#${id}`) || classes.some((name) => names.has(`.${name}`))
    if (isWanted) text += `${textOf(node)}\n`
    return !isWanted
  })
  return text
}
