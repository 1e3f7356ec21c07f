import type { AtomFeed, JsonFeed, RdfFeed, RssFeed } from 'feedsmith'
import { parseFeed } from 'feedsmith'
import { htmlToText, rssToText } from '../../extraction/html-to-text.ts'
import { isDayFirstIn, readDate } from '../../extraction/read-date.ts'
import { convertIfHtml, plainTitle } from '../convert-if-html.ts'
import { firstLine, normalizeText, toTitle } from '../plain-text.ts'
import type { ListedItem, Listing, Unreadable } from './listing.ts'
import { absoluteUrl, maxItems } from './listing.ts'

/**
 * Reads RSS 0.9x to 2.0 and RDF, Atom and JSON Feed. The document type is dropped unread, so only character entities
 * are ever expanded.
 *
 * @param address the feed's; relative addresses are resolved against it unless `xml:base` is given
 */
export function readFeed(text: string, address: string | undefined): Listing | Unreadable {
  const whole = wholeEntriesOf(text)
  if (whole !== undefined) {
    const listing = readFeed(whole, address)
    return 'error' in listing ? listing : { ...listing, isCutOff: true }
  }
  try {
    const isDayFirst = isDayFirstIn(text)
    const { format, feed } = parseFeed(withoutDocumentType(text), {
      maxItems,
      parseDateFn: (written) => readDate(written, undefined, isDayFirst),
    })
    if (format === 'rss') return readRss(feed, address)
    if (format === 'atom') return readAtom(feed, address)
    if (format === 'rdf') return readRdf(feed, address)
    return readJson(feed, address)
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined
    return { error: cause ? `is not a well-formed feed: ${firstLine(cause.message)}` : 'is not a feed' }
  }
}

/**
 * The feed up to its last whole entry, if its end is missing: the program that makes it failed midway, or the connection
 * was closed early, which HTTP can't always tell from the end. The parser would take half an entry for a whole one.
 */
function wholeEntriesOf(text: string): string | undefined {
  const root = /<((?:rdf:)?rdf|rss|feed)[\s>]/i.exec(text.slice(0, 20_000))?.[1]
  if (root === undefined) return undefined
  const entryEnd = /feed/i.test(root) ? '</entry>' : '</item>'
  const lastEnd = text.lastIndexOf(entryEnd)
  if (lastEnd === -1 || new RegExp(`</${root}\\s*>`).test(text.slice(lastEnd))) return undefined
  return `${text.slice(0, lastEnd + entryEnd.length)}${/rss/i.test(root) ? '</channel>' : ''}</${root}>`
}

type ReadDate = Date | undefined

function readRss(feed: RssFeed.Feed<ReadDate>, address: string | undefined): Listing {
  const base = absoluteUrl(feed.xml?.base, address) ?? address
  return listingOf(feed.title, feed.items, (item) => {
    const itemBase = absoluteUrl(item.xml?.base, base) ?? base
    const guid = item.guid?.value
    const isLink = item.guid?.isPermaLink !== false
    return {
      guid,
      url:
        absoluteUrl(item.link, itemBase) ??
        linkOf(item.atom?.links, itemBase) ??
        (isLink ? absoluteUrl(guid, undefined) : undefined),
      title: plainTitle(item.title ?? item.dc?.titles?.[0]),
      text: longest(item.content?.encoded, item.description, item.dc?.descriptions?.[0]),
      publishedAt: item.pubDate ?? item.dc?.dates?.[0] ?? item.dcterms?.created?.[0] ?? item.atom?.published,
      updatedAt: item.atom?.updated ?? item.dcterms?.modified?.[0],
      language: item.dc?.languages?.[0] ?? item.xml?.lang ?? feed.language,
    }
  })
}

function readRdf(feed: RdfFeed.Feed<ReadDate>, address: string | undefined): Listing {
  const base = absoluteUrl(feed.xml?.base, address) ?? address
  return listingOf(feed.title, feed.items, (item) => ({
    guid: item.rdf?.about,
    url: absoluteUrl(item.link, base) ?? absoluteUrl(item.rdf?.about, base),
    title: plainTitle(item.title ?? item.dc?.titles?.[0]),
    text: longest(item.content?.encoded, item.description, item.dc?.descriptions?.[0]),
    publishedAt: item.dc?.dates?.[0] ?? item.dcterms?.created?.[0],
    updatedAt: item.dcterms?.modified?.[0],
    language: item.dc?.languages?.[0] ?? feed.dc?.languages?.[0],
  }))
}

function readAtom(feed: AtomFeed.Feed<ReadDate>, address: string | undefined): Listing {
  const base = absoluteUrl(feed.xml?.base, address) ?? address
  return listingOf(atomToText(feed.title), feed.entries, (entry) => {
    const entryBase = absoluteUrl(entry.xml?.base, base) ?? base
    return {
      guid: entry.id,
      url: linkOf(entry.links, entryBase) ?? absoluteUrl(entry.content?.src, entryBase),
      title: toTitle(atomToText(entry.title)),
      text:
        [atomToText(entry.content), atomToText(entry.summary)].sort((a, b) => b.length - a.length)[0] ?? '',
      publishedAt: entry.published,
      updatedAt: entry.updated,
      language: entry.content?.xml?.lang ?? entry.xml?.lang ?? feed.xml?.lang,
    }
  })
}

function readJson(feed: JsonFeed.Feed<ReadDate>, address: string | undefined): Listing {
  return listingOf(feed.title, feed.items, (item) => ({
    guid: item.id,
    url:
      absoluteUrl(item.url, address) ??
      absoluteUrl(item.external_url, address) ??
      absoluteUrl(item.id, undefined),
    title: plainTitle(item.title),
    text: normalizeText(
      item.content_html === undefined
        ? convertIfHtml(item.content_text ?? item.summary ?? '')
        : htmlToText(item.content_html),
    ),
    publishedAt: item.date_published,
    updatedAt: item.date_modified,
    language: item.language ?? feed.language,
  }))
}

/** Skips entries with neither an address nor a text. */
function listingOf<Entry>(
  title: string | undefined,
  entries: readonly Entry[] = [],
  read: (entry: Entry) => ListedItem,
): Listing {
  const items = entries.flatMap((entry) => {
    const item = read(entry)
    return item.url || item.text ? [item] : []
  })
  return { kind: 'feed', title: plainTitle(title), items, sitemaps: [] }
}

function linkOf(
  links: readonly { href?: string; rel?: string; type?: string }[] = [],
  base: string | undefined,
): string | undefined {
  const alternates = links.filter(({ rel = 'alternate' }) => rel === 'alternate')
  const page = alternates.find(({ type = 'text/html' }) => /html/.test(type)) ?? alternates[0]
  return absoluteUrl(page?.href, base)
}

function atomToText(text: AtomFeed.Text | AtomFeed.Content | undefined): string {
  const { value = '', type = 'text' } = text ?? {}
  // Some feeds don't say that a text is markup.
  return normalizeText(/html/.test(type) ? htmlToText(value) : convertIfHtml(value))
}

const longest = (...texts: (string | undefined)[]): string =>
  texts
    .map((text = '') => normalizeText(rssToText(text)))
    .reduce((one, other) => (other.length > one.length ? other : one), '')

/** Removes the document type, which may hold any number of declarations in brackets. */
export function withoutDocumentType(text: string): string {
  const start = /^[^<]{0,1000}(?:<\?[^>]{0,1000}>\s*|<!--[^>]{0,1000}-->\s*){0,10}<!doctype/i.exec(text)?.[0]
    .length
  if (start === undefined) return text
  const bracket = text.indexOf('[', start)
  const end = text.indexOf('>', start)
  const hasSubset = bracket !== -1 && bracket < end
  const close = hasSubset ? /\]\s*>/.exec(text.slice(bracket)) : undefined
  if (hasSubset && !close) return text
  return text.slice(close ? bracket + close.index + close[0].length : end + 1)
}
