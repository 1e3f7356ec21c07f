import type { Measures } from './page-measures.ts'
import { measurePage } from './page-measures.ts'
import type { PageSignals } from './page-signals.ts'
import { lengthOf, readSignals } from './page-signals.ts'
import { checkTitle, consentHost, consentWord, errorTitle, loginTitle } from './signal-patterns.ts'
import type { Parent } from './tree.ts'

/** The input for classifying a page. */
export interface PageFacts {
  /** The parsed page; not modified. */
  readonly tree: Parent
  /** The page's address, if known. */
  readonly url?: string | undefined
  /** The text extracted from it. */
  readonly text: string
  /** Whether it is only what a site shows of an article to those who haven't paid. */
  readonly isTeaser?: boolean
}

/** `isTransient` for a notice shown instead of the requested page, which may be an article. */
export type Classification =
  | { readonly article: true }
  | { readonly article: false; readonly reason: string; readonly isTransient?: true }

/**
 * Decides whether a page is an article; if not, the reason follows "The page ...".
 *
 * Each kind of page has weighted signals, and the weights decide between them. No single signal is decisive: articles quote
 * prices, and shops have paragraphs.
 */
export function classifyPage({ tree, url, text, isTeaser }: PageFacts): Classification {
  const signals = readSignals(tree)
  const obstacle = findObstacle(signals, text, url)
  if (obstacle !== undefined) return { article: false, reason: obstacle, isTransient: true }
  const measures = measurePage(signals, text, url)
  const tooShort = isTooShort(text, measures) ? 'has too little text' : undefined
  const reason =
    (isTeaser ? 'is behind a paywall' : undefined) ??
    // A page with next to no text has no kind to name.
    (signals.text < minCharacters ? tooShort : undefined) ??
    otherKind(measures) ??
    tooShort
  return reason === undefined ? { article: true } : { article: false, reason }
}

/** Recognises pages shown instead of the requested text. */
function findObstacle(signals: PageSignals, text: string, url: string | undefined): string | undefined {
  if (consentHost.test(URL.parse(url ?? '')?.host ?? '')) return asksForConsent
  if (text.length > 2_500 || signals.maxProse > 1_500) return undefined
  const titles = [signals.documentTitle, signals.heading]
  if (titles.some((title) => errorTitle.test(title))) return 'is an error page'
  if (titles.some((title) => checkTitle.test(title))) return 'is a check that keeps programs out'
  if (titles.some((title) => loginTitle.test(title)) || (signals.passwords > 0 && signals.prose < 600))
    return 'asks for a login'
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const onConsent = words.filter((word) => consentWord.test(word)).length
  if (signals.acceptButtons > 0 && onConsent >= 3 && onConsent > words.length * 0.04) return asksForConsent
  return undefined
}

const asksForConsent = 'asks for consent to cookies'

type Weights = Partial<Record<keyof Measures, number>>

interface Kind {
  readonly reason: string
  /** The weight without any signals: how common the kind is. */
  readonly base: number
  readonly weights: Weights
}

/**
 * The weights come from a logistic regression over real pages. Each weight's direction was fixed in advance, so that
 * none reflects an accident of the sample. One is set by hand, since the sample has few pages of the press, nearly all
 * of which declare by date, type or template that they are articles.
 */
const articleWeights: Weights = {
  twiceStated: 1,
  metadata: 1.1,
  author: 0.4,
  proseInOnePlace: 1.4,
  proseShare: 1.1,
  length: 2.5,
  titleLength: 2.3,
  titleAsks: 0.9,
  addressWords: 2.1,
  articleAddress: 1,
  captions: 2.4,
  tags: 0.9,
  shareLinks: 1.3,
  offerType: -2.5,
  sellingTitle: -1.5,
  prices: -1.5,
  frontPage: -0.7,
}

const kinds: readonly Kind[] = [
  {
    reason: 'is a list of links',
    base: 2.9,
    weights: { linkShare: 2.5, teaserShare: 2, listAddress: 2, pageLinks: 1.1 },
  },
  {
    reason: 'is a forum thread',
    base: 2.1,
    weights: {
      threadLinks: 2.7,
      profileLinks: 1.2,
      replyLabels: 1.9,
      manyPosts: 2.6,
      forumAddress: 3.2,
      forumType: 1.7,
    },
  },
  {
    reason: 'is a product page',
    base: 2.3,
    weights: { productType: 2.6, productAddress: 4.8, rows: 1.1 },
  },
  {
    reason: 'advertises a service',
    base: 1.6,
    weights: { proseParts: 2.2, you: 1.5, we: 1, callsToAction: 2.1, businessType: 2.4, serviceAddress: 1.8 },
  },
]

/** How much more a page must look like something else before it is refused: losing an article does more harm. */
const margin = 0.5

/** @returns undefined if the page looks most like an article */
function otherKind(measures: Measures): string | undefined {
  const article = weigh(measures, articleWeights)
  const others = kinds
    .map(({ reason, base, weights }) => ({ reason, weight: base + weigh(measures, weights) - article }))
    .sort((a, b) => b.weight - a.weight)
  // Odds are added: a page may look half like a list and half like a shop.
  const odds = others.reduce((sum, { weight }) => sum + Math.exp(weight), 0)
  return odds > Math.exp(margin) ? others[0]?.reason : undefined
}

function weigh(measures: Measures, weights: Weights): number {
  let sum = 0
  for (const [signal, weight] of Object.entries(weights)) sum += weight * measures[signal as keyof Measures]
  return sum
}

const minCharacters = 250

/** Short news items usually state twice that they are articles, so they may be shorter. */
function isTooShort(text: string, { twiceStated }: Measures): boolean {
  return lengthOf(text) < (twiceStated === 1 ? 120 : minCharacters)
}
