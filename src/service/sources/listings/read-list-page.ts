import { parse } from 'parse5'
import { treeToText } from '../../extraction/html-to-text.ts'
import { baseOf } from '../../extraction/metadata.ts'
import type { Element, Parent } from '../../extraction/tree.ts'
import { attribute, find, findAll, isElement, textOf, walk } from '../../extraction/tree.ts'
import { scriptsWithoutSpaces } from '../../../text/scripts.ts'
import { isSameSite, siteOf } from '../address-key.ts'
import { plainTitle } from '../convert-if-html.ts'
import { toTitle } from '../plain-text.ts'
import { readLinkedData } from './linked-data.ts'
import type { ListedItem, Listing, Unreadable } from './listing.ts'
import { absoluteUrl, maxItems } from './listing.ts'

export interface ListPage extends Listing {
  readonly kind: 'page'
  /** The feeds that the page names as its own, in document order. */
  readonly feeds: readonly { readonly url: string; readonly title: string }[]
}

/**
 * Reads the feeds that a page names and the articles that it lists. Links are judged by features that hold on any site:
 * the link's words, the form of its address, its position on the page, and other links in the same structure.
 *
 * @returns a page without items if it lists no articles
 */
export function readListPage(html: string, address: string | undefined): ListPage | Unreadable {
  const tree = parse(html)
  const title = find(tree, isTag('title'))
  const base = absoluteUrl(baseOf(tree, address), undefined) ?? address
  if (!base) return { error: 'has links, but no address to follow them from' }
  const items = new Map<string, ListedItem>()
  const add = (url: string, title: string): void => {
    const known = items.get(url)
    if (items.size < maxItems && (!known || known.title.length < title.length))
      items.set(url, { url, title, text: '' })
  }
  for (const link of articleLinks(tree, base)) add(link.url, link.title)
  for (const { url, title } of readLinkedData(tree)) {
    const absolute = absoluteUrl(url, base)
    if (absolute && isSameSite(absolute, base) && !isSamePage(absolute, base))
      add(absolute, plainTitle(title))
  }
  return {
    kind: 'page',
    title: title ? toTitle(textOf(title)) : '',
    items: [...items.values()],
    sitemaps: [],
    feeds: feedsOf(tree, base),
  }
}

const isTag = (name: string) => (element: Element) => element.tagName === name

/** Also the general types of old feeds, but none of what can be embedded ("application/json+oembed"). */
const feedType = /^(?:application|text)\/(?:(?:rss|atom|rdf|feed)\+?(?:xml|json)?|xml|json)\b(?!\+)/i

function feedsOf(tree: Parent, base: string): { url: string; title: string }[] {
  return findAll(tree, isTag('link'))
    .filter(
      (link) =>
        /\balternate\b/i.test(attribute(link, 'rel') ?? '') && feedType.test(attribute(link, 'type') ?? ''),
    )
    .flatMap((link) => {
      const url = absoluteUrl(attribute(link, 'href'), base)
      return url ? [{ url, title: toTitle(attribute(link, 'title') ?? '') }] : []
    })
    .slice(0, 20)
}

interface Link {
  readonly url: string
  readonly title: string
  readonly score: number
  /** The tag names of its ancestors; links of one list share them. */
  readonly place: string
}

/** Score at which a link counts as an article on its own. */
const minScoreAlone = 4
/** Score at which it counts if the same structure holds several such links. */
const minScoreInList = 2
const minListLength = 3

function articleLinks(tree: Parent, base: string): Link[] {
  const links: Link[] = []
  walk(tree, (node) => {
    const link = isElement(node) && node.tagName === 'a' ? readLink(node, base) : undefined
    if (link) links.push(link)
    // A link has no links within; anchors nested thousands deep would each be read to the end.
    return !link
  })
  const together = new Map<string, number>()
  for (const { score, place } of links)
    if (score >= minScoreInList) together.set(place, (together.get(place) ?? 0) + 1)
  return links.filter(
    ({ score, place }) =>
      score >= minScoreAlone || (score >= minScoreInList && (together.get(place) ?? 0) >= minListLength),
  )
}

function readLink(anchor: Element, base: string): Link | undefined {
  const url = absoluteUrl(attribute(anchor, 'href'), base)
  if (!url || !isSameSite(url, base) || isSamePage(url, base)) return undefined
  const around = ancestors(anchor)
  const title =
    toTitle(treeToText(anchor)) ||
    toTitle(attribute(anchor, 'title') ?? attribute(anchor, 'aria-label') ?? '')
  const score = scoreOfWords(title) + scoreOfAddress(new URL(url)) + scoreOfPlace(anchor, around)
  return {
    url,
    title,
    score,
    place: around
      .slice(0, 5)
      .map(({ tagName }) => tagName)
      .join('<'),
  }
}

const withoutSpaces = new RegExp(String.raw`[${scriptsWithoutSpaces}\p{Script=Hangul}]`, 'gu')

/** A headline has more words than a section's name. In scripts without spaces, characters are counted. */
function scoreOfWords(title: string): number {
  const words = title.split(' ').length + (title.match(withoutSpaces)?.length ?? 0) / 3
  return words >= 5 ? 2 : words >= 3 ? 1 : words >= 2 ? 0 : -1
}

/** Path segments of lists, services and accounts, on all kinds of sites. */
const notArticles =
  /^(?:tags?|topics?|categor(?:y|ies)|kategorien?|sections?|authors?|autor(?:en|es)?|users?|profiles?|account|log-?in|sign-?(?:in|up)|register|subscribe|newsletters?|search|suche|archives?|pages?|feeds?|rss|about(?:-us)?|contact(?:-us)?|kontakt|impressum|privacy(?:-policy)?|datenschutz|terms(?:-of-\w+)?|cookies?|legal|help|faq|jobs|careers|shop|store|cart|gallery|galleries|videos?|podcasts?|events?|comments?|share|print|wp-(?:admin|content|json)|cdn-cgi)$/i

const notPages = /\.(?:jpe?g|png|gif|webp|svg|pdf|zip|mp[34]|xml|json|css|js|docx?|xlsx?|ics)$/i

function scoreOfAddress({ pathname, search }: URL): number {
  const segments = pathname.split('/').filter((segment) => segment !== '')
  const last = segments.at(-1) ?? ''
  if (segments.length === 0 || notPages.test(last)) return -9
  const hasDate = /\/(?:19|20)\d\d[/-]?(?:0?[1-9]|1[0-2])(?:[/-]|\d\d)/.test(`${pathname}/`)
  const hasNumber = /\d{5,}/.test(pathname) || /[?&](?:id|p|article)=\d+/.test(search)
  const slugWords = last.replace(/\.\w{2,5}$/, '').split(/[-_]|%20/).length
  // Non-Latin letters are percent-encoded, at three characters per byte.
  const isWritten = slugWords >= 4 || (last.match(/%[\da-f]{2}/gi)?.length ?? 0) >= 20
  const leadsElsewhere = segments.some(
    (segment, index) => notArticles.test(segment) && (index > 0 || segments.length < 3 || !isWritten),
  )
  return (
    (hasDate ? 2 : 0) +
    (hasNumber ? 1 : 0) +
    (isWritten ? 2 : slugWords === 3 ? 1 : 0) -
    (leadsElsewhere ? 4 : 0)
  )
}

const navigationTags = new Set(['nav', 'footer', 'menu'])
const headings = /^h[1-6]$/

function scoreOfPlace(anchor: Element, around: readonly Element[]): number {
  const isInNavigation = around.some(
    (element) => navigationTags.has(element.tagName) || attribute(element, 'role') === 'navigation',
  )
  const isHeading =
    around.slice(0, 4).some(({ tagName }) => headings.test(tagName)) ||
    find(anchor, ({ tagName }) => headings.test(tagName)) !== undefined
  const isInArticle = around.some(({ tagName }) => tagName === 'article')
  return (isHeading ? 2 : 0) + (isInArticle ? 1 : 0) - (isInNavigation ? 4 : 0)
}

/** Nearest first, limited to 30. */
function ancestors(element: Element): Element[] {
  const found: Element[] = []
  let node = element.parentNode
  while (node && isElement(node) && found.length < 30) {
    found.push(node)
    node = node.parentNode
  }
  return found
}

const pathOf = (address: string): string => new URL(address).pathname.replace(/\/$/, '')

const isSamePage = (one: string, other: string): boolean =>
  siteOf(one) === siteOf(other) &&
  pathOf(one) === pathOf(other) &&
  new URL(one).search === new URL(other).search
