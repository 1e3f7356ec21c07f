import { countWords, lengthOf, type PageSignals } from './page-signals.ts'
import {
  articleFolder,
  articleHost,
  articleTypes,
  asks,
  businessTypes,
  forumFolder,
  forumHost,
  forumTypes,
  listFolder,
  offerTypes,
  postTemplate,
  productFolder,
  productTypes,
  sells,
  serviceFolder,
} from './signal-patterns.ts'

/** The strength of each signal on a page, from 0 to 1. */
export type Measures = ReturnType<typeof measurePage>

/**
 * @param text the extracted text of the article
 * @param url where the page was found; its canonical address is used by default
 */
export function measurePage(signals: PageSignals, text: string, url?: string) {
  const has = (types: ReadonlySet<string>): boolean => [...signals.types].some((type) => types.has(type))
  const isForumType = has(forumTypes)
  const isArticleType = has(articleTypes) && !isForumType
  const isOpenGraphArticle = /^(?:article|blog)$/.test(signals.openGraphType) && !isForumType
  const isProductType = signals.openGraphType.includes('product') || (has(productTypes) && !isArticleType)
  const statements =
    Number(signals.hasDate) +
    Number(isArticleType) +
    Number(isOpenGraphArticle) +
    Number(postTemplate.test(signals.templates))
  const address = readAddress(url) ?? readAddress(signals.canonicalUrl)
  const folders = address?.path.slice(0, -1) ?? []
  const title = firstPart(signals.openGraphTitle || signals.documentTitle)
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const share = (part: number): number => Math.min(1, part / Math.max(600, signals.text))
  return {
    // Signals of an article
    metadata: Math.min(1, statements / 3),
    twiceStated: Number(statements > 1),
    author: Number(signals.hasAuthor || isSome(signals.authors, 20) || isSome(signals.byLines, 2)),
    proseInOnePlace: logarithmic(signals.maxProse, 200, 6_000),
    proseShare: share(signals.prose),
    length: logarithmic(lengthOf(text), 200, 6_000),
    titleLength: Math.min(1, countWords(title, 1 / 2) / 8),
    titleAsks: Number(asks.test(title)),
    addressWords: address ? Math.min(1, wordsOf(address.path.at(-1)) / 5) : 0.6,
    articleAddress: Number(
      folders.some((folder) => articleFolder.test(folder)) ||
        articleHost.test(address?.host ?? '') ||
        folders.some((folder) => /^(?:19|20)\d\d(?:-|$)/.test(folder)),
    ),
    captions: upTo(signals.captions, 7),
    tags: Number(signals.tags > 0 || signals.hasSection),
    shareLinks: Math.min(1, signals.shareLinks / 3),
    // Signals against an article, for any other kind
    offerType: Number(isProductType || (has(offerTypes) && !isArticleType)),
    sellingTitle: Number(sells.test(title)),
    prices: upTo(signals.prices, 150),
    frontPage: Number(address !== undefined && address.isRoot),
    // Signals of a list
    linkShare: share(signals.linkText),
    teaserShare: share(signals.teaserText),
    listAddress: Number(address?.path.some((part) => listFolder.test(part)) ?? false),
    pageLinks: upTo(signals.pageLinks, 6),
    // Signals of a forum
    threadLinks: upTo(signals.threadLinks, 50),
    profileLinks: upTo(signals.profileLinks, 20),
    replyLabels: upTo(signals.replyLabels, 50),
    manyPosts: share(signals.postText - signals.longestPost),
    forumAddress: Number(
      (address?.path.some((part) => forumFolder.test(part)) ?? false) || forumHost.test(address?.host ?? ''),
    ),
    forumType: Number(isForumType),
    // Signals of a product
    productType: Number(isProductType),
    productAddress: Number(address?.path.some((part) => productFolder.test(part)) ?? false),
    rows: upTo(signals.rows, 20),
    // Signals of a service
    proseParts: upTo(signals.proseParts, 50),
    you: Math.min(1, rateOf(words, yours) / 0.05),
    we: Math.min(1, rateOf(words, ours) / 0.03),
    callsToAction: upTo(signals.callsToAction, 20),
    businessType: Number(has(businessTypes) && !isArticleType),
    serviceAddress: Number(folders.some((folder) => serviceFolder.test(folder))),
  }
}

const ours = new Set(
  'we our us ours wir unser unsere unseren uns nous notre nos nosotros nuestro nuestra noi nostro nostra wij onze'.split(
    ' ',
  ),
)
const yours = new Set('you your yours vous votre vos usted'.split(' '))

function rateOf(words: readonly string[], wanted: ReadonlySet<string>): number {
  let count = 0
  for (const word of words) if (wanted.has(word)) count += 1
  return count / Math.max(50, words.length)
}

const isSome = (count: number, most: number): boolean => count >= 1 && count <= most

/** Maps 0 to 0 and `most` to 1; the first ones count more. */
const upTo = (count: number, most: number): number => Math.min(1, Math.log1p(count) / Math.log1p(most))

const logarithmic = (value: number, least: number, most: number): number =>
  Math.log(Math.min(most, Math.max(least, value)) / least) / Math.log(most / least)

/** "Title | Site" without the site. */
const firstPart = (title: string): string =>
  title
    .split(/\s+[|–—»·-]\s+|\s?\|\s?/)
    .find((part) => part.trim() !== '')
    ?.trim() ?? ''

interface Address {
  readonly host: string
  readonly path: readonly string[]
  readonly isRoot: boolean
}

function readAddress(text: string | undefined): Address | undefined {
  const url = text && /^https?:\/\//i.test(text) && URL.parse(text)
  if (!url) return undefined
  const path = decode(url.pathname).toLowerCase().split('/').filter(Boolean)
  // "/" or "/en"
  const isRoot = url.search === '' && (path.length === 0 || (path.length === 1 && path[0]?.length === 2))
  return { host: url.hostname, path, isRoot }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const wordsOf = (part: string | undefined): number =>
  part
    ?.replace(/\.\w{2,5}$/, '')
    .split(/[-_+ ]/)
    .filter((word) => /\p{L}/u.test(word)).length ?? 0
