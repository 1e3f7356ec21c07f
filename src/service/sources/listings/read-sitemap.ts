import { readDate } from '../../extraction/read-date.ts'
import { plainTitle } from '../convert-if-html.ts'
import type { ListedItem, Listing, Unreadable } from './listing.ts'
import { absoluteUrl, maxItems } from './listing.ts'

/**
 * Reads a sitemap, a news sitemap or a sitemap index. Scans the text once for the few relevant elements, so document
 * types, entities and nesting cost nothing.
 *
 * @returns addresses newest first; those without a date last, in document order
 */
export function readSitemap(text: string, address: string | undefined): Listing | Unreadable {
  const entries: Fields[] = []
  let isSitemap = false
  let entry: Fields | undefined
  /** Of the root's namespace, if it has one. */
  let prefix = ''
  const newsPrefix = `${newsNamespace.exec(text)?.[1]?.toLowerCase() ?? 'news'}:`
  for (const { name: qualified, value } of readElements(text)) {
    const name = qualified.startsWith(prefix) ? qualified.slice(prefix.length) : qualified
    const root = isSitemap ? undefined : /^([\w.-]+:)?(?:urlset|sitemapindex)$/.exec(name)
    if (root) {
      isSitemap = true
      prefix = root[1] ?? ''
    } else if (name === 'url' || name === 'sitemap') {
      if (entries.length === maxEntries) break
      entry = { isIndex: name === 'sitemap' }
      entries.push(entry)
    } else if (entry) {
      const field = name.startsWith(newsPrefix) ? `news:${name.slice(newsPrefix.length)}` : name
      if (isField(field)) entry[field] ??= value
    }
  }
  if (!isSitemap) return { error: 'is not a sitemap' }

  const found = entries
    .map((fields) => ({ fields, item: itemOf(fields, address) }))
    .filter(({ item }) => item.url !== undefined)
    .sort((one, other) => dateOf(other.item) - dateOf(one.item))
  const ofKind = (isIndex: boolean): ListedItem[] =>
    found.filter(({ fields }) => fields.isIndex === isIndex).map(({ item }) => item)
  const sitemaps = ofKind(true)
  const areDated = sitemaps.some((item) => dateOf(item) !== dateOf(sitemaps[0]!))
  const names = (areDated ? sitemaps : fromBothEnds(sitemaps)).map(({ url }) => url!)
  return {
    kind: 'sitemap',
    title: '',
    items: newestOf(ofKind(false)),
    sitemaps: [...new Set(names)].slice(0, maxItems),
  }
}

/** If no date tells which is the newest, it is the first or the last: the first, the last, the second, ... */
const fromBothEnds = <T>(all: readonly T[]): T[] =>
  all.map((_, n) => all.at(n % 2 === 0 ? n / 2 : -(n + 1) / 2)!)

/**
 * Reads a sitemap that is plain text: an address per line.
 *
 * @returns undefined if any line is something else
 */
export function readTextSitemap(text: string): Listing | undefined {
  const lines = text
    .split(/[\r\n]+/, maxEntries)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (lines.length === 0 || !lines.every((line) => /^https?:\/\/\S+$/i.test(line))) return undefined
  const items = lines.map((line) => ({ url: absoluteUrl(line, undefined), title: '', text: '' }))
  return {
    kind: 'sitemap',
    title: '',
    items: newestOf(items.filter(({ url }) => url !== undefined)),
    sitemaps: [],
  }
}

/**
 * Of those with the same date, or none, the newest may stand at either end: the middle is left out.
 *
 * @param items newest first
 */
function newestOf(items: readonly ListedItem[]): readonly ListedItem[] {
  if (items.length <= maxItems) return items
  const date = dateOf(items[maxItems - 1]!)
  const from = items.findIndex((item) => dateOf(item) === date)
  const to = items.findLastIndex((item) => dateOf(item) === date) + 1
  const atEnd = Math.floor((maxItems - from) / 2)
  return [...items.slice(0, maxItems - atEnd), ...items.slice(to - atEnd, to)]
}

/** Usually "news:", which files without a declaration use as well. */
const newsNamespace = /xmlns:([\w.-]{1,40})\s*=\s*["']https?:\/\/www\.google\.com\/schemas\/sitemap-news\//i

/** The protocol's limit per file. */
const maxEntries = 50_000

const fieldNames = ['loc', 'lastmod', 'news:title', 'news:publication_date', 'news:language'] as const

type Fields = { isIndex: boolean } & { [name in (typeof fieldNames)[number]]?: string }

const isField = (name: string): name is (typeof fieldNames)[number] =>
  (fieldNames as readonly string[]).includes(name)

function itemOf(fields: Fields, address: string | undefined): ListedItem {
  const publishedAt = readDate(fields['news:publication_date'])
  return {
    url: absoluteUrl(fields.loc, address),
    title: plainTitle(fields['news:title']),
    text: '',
    publishedAt,
    updatedAt: readDate(fields.lastmod) ?? publishedAt,
    language: fields['news:language'],
  }
}

const dateOf = ({ updatedAt }: ListedItem): number => updatedAt?.getTime() ?? -Infinity

/** Yields each start tag in document order, with the text up to the next tag. */
function* readElements(text: string): Generator<{ name: string; value: string }> {
  let at = text.indexOf('<')
  while (at !== -1) {
    const special = specials.find(({ start }) => text.startsWith(start, at))
    const end = text.indexOf(special?.end ?? '>', at)
    if (end === -1) return
    if (special) {
      at = text.indexOf('<', end + special.end.length)
      continue
    }
    const name = /^[\w:.-]{1,60}/.exec(text.slice(at + 1, at + 61))?.[0].toLowerCase()
    const next = valueEnd(text, end + 1)
    if (name) yield { name, value: readValue(text.slice(end + 1, Math.min(next, end + 1 + longestValue))) }
    at = next < text.length ? next : -1
  }
}

const specials = [
  { start: '<!--', end: '-->' },
  { start: '<![CDATA[', end: ']]>' },
]

const longestValue = 4_000

/** Finds the next tag; CDATA sections count as text, and comments end none. */
function valueEnd(text: string, from: number): number {
  for (let at = text.indexOf('<', from); at !== -1;) {
    const special = specials.find(({ start }) => text.startsWith(start, at))
    if (!special) return at
    const end = text.indexOf(special.end, at)
    if (end === -1) return text.length
    at = text.indexOf('<', end + special.end.length)
  }
  return text.length
}

function readValue(value: string): string {
  return (
    value
      .split(/<!\[CDATA\[([^]*?)\]\]>|<!--[^]*?(?:-->|$)/)
      // Nothing of a comment is captured.
      .map((part: string | undefined, index) =>
        index % 2 === 1 || part === undefined
          ? part
          : part.replace(reference, (whole, name: string) => resolve(whole, name)),
      )
      .join('')
      .trim()
  )
}

const reference = /&(#\d{1,7}|#x[\da-f]{1,6}|amp|lt|gt|quot|apos);/gi
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function resolve(whole: string, name: string): string {
  if (!name.startsWith('#')) return named[name.toLowerCase()] ?? whole
  const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code <= 0x10_ffff ? String.fromCodePoint(code) : whole
}
