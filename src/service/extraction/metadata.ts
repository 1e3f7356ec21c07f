import { parseFragment } from 'parse5'
import { titleToText, treeToText } from './html-to-text.ts'
import { hasType, parseJsonLd } from './parse-json-ld.ts'
import { readDate } from './read-date.ts'
import { chooseTitles } from './titles.ts'
import type { Document, Element } from './tree.ts'
import { attribute, find, findAll, isElement, textOf } from './tree.ts'

/** A page's metadata about its article. */
export interface Metadata {
  /** Candidates, likeliest first. */
  readonly titles: readonly string[]
  readonly authors: readonly string[]
  readonly description?: string | undefined
  readonly date?: Date | undefined
  readonly language?: string | undefined
  readonly canonicalUrl?: string | undefined
  /** The article's text from JSON-LD, mostly without paragraphs; undefined if it is not free to read. */
  readonly body?: string | undefined
  /** What the page says of an article that is for subscribers; undefined if it is free to read. */
  readonly paid?: PaidArticle | undefined
}

export interface PaidArticle {
  /** How many words the whole article has, if the page tells. */
  readonly words: number | undefined
  /** CSS selectors of what only subscribers are shown. */
  readonly selectors: readonly string[]
}

/** @param latest later dates of publication are mistakes */
export function readMetadata(page: Document, url?: string, latest = new Date('2200')): Metadata {
  const things = readJsonLd(page)
  const article = things.find(isArticle) ?? things.find(({ headline }) => typeof headline === 'string')
  const meta = readMeta(page)
  const canonicalUrl = canonicalOf(page, meta('og:url'), url)
  const own = find(page, ({ tagName }) => tagName === 'title')
  return {
    titles: chooseTitles({
      headings: headingsOf(page, (heading) => !leadsHome(heading, url)),
      headline: titleIn(firstString(article?.headline)),
      shared: titleIn(meta('og:title', 'twitter:title')),
      own: own && titleIn(textOf(own)),
      sites: [
        meta('og:site_name') ?? firstString((article?.publisher as Thing | undefined)?.name) ?? '',
        ...headingsOf(page, (heading) => leadsHome(heading, url)),
      ],
      host: hostOf(url) ?? hostOf(canonicalUrl),
    }),
    authors: [...namesIn(article?.author), meta('author', 'article:author', 'parsely-author') ?? ''].filter(
      (name) => name.length > 2 && name.length < 80 && !name.includes('://'),
    ),
    description:
      meta('og:description', 'description', 'twitter:description') ?? firstString(article?.description),
    date: firstDate(
      [
        firstString(article?.datePublished),
        ...dateNames.map((name) => meta(name)),
        timeOf(page, latest),
        firstString(things.find(isWebPage)?.datePublished),
        dayIn(url),
      ],
      latest,
    ),
    language: languageOf(page, firstString(article?.inLanguage), meta('og:locale', 'content-language')),
    canonicalUrl,
    body: isFree(article) ? firstString(article?.articleBody) : undefined,
    paid: paidOf(things, article),
  }
}

/** The names of `meta` elements with the date of publication, those that mean nothing else first. */
export const dateNames = [
  'article:published_time',
  'article:published',
  'og:published_time',
  'date',
  'dc.date',
  'dc.date.issued',
  'dcterms.created',
  'dcterms.issued',
  'pubdate',
  'parsely-pub-date',
  'sailthru.date',
  'publishdate',
  'publish-date',
  'datepublished',
  'published-date',
  'publication_date',
  'citation_publication_date',
]

type Thing = Record<string, unknown>

function readJsonLd(page: Document): Thing[] {
  const things: Thing[] = []
  for (const script of findAll(page, ({ tagName }) => tagName === 'script')) {
    // Lists and graphs can be nested without end, so the number of nodes is limited.
    const open = [parseJsonLd(textOf(script))]
    for (let next = open.pop(), seen = 0; next !== undefined && seen < 500; next = open.pop(), seen += 1) {
      if (Array.isArray(next)) open.push(...next.slice(0, 200).toReversed())
      else if (typeof next === 'object' && next !== null) {
        const thing = next as Thing
        things.push(thing)
        for (const inner of [thing['@graph'], thing.mainEntity]) if (inner !== undefined) open.push(inner)
      }
    }
  }
  return things
}

const isArticle = (thing: Thing): boolean => hasType(thing, /(?:Article|Posting|Report|Review|Recipe)$/)

const isWebPage = (thing: Thing): boolean => hasType(thing, /^WebPage$/)

/** Text reserved for subscribers isn't taken from the metadata for search engines. */
const isFree = (article: Thing | undefined): boolean => !states(article, false)

/** Booleans are often written as strings: "False", or the whole name "http://schema.org/False". */
const states = (thing: Thing | undefined, value: boolean): boolean =>
  new RegExp(`^(?:https?://schema\\.org/)?${value}$`, 'i').test(String(thing?.isAccessibleForFree))

/** Some pages declare that they, or only a part of them, are for subscribers. */
function paidOf(things: readonly Thing[], article: Thing | undefined): PaidArticle | undefined {
  const pages = things.filter(isWebPage)
  const stated = [article, ...pages.slice(0, 5)].filter((thing) => thing !== undefined)
  const parts = stated
    .flatMap(({ hasPart }) => hasPart)
    .slice(0, 20)
    .filter((part) => typeof part === 'object' && part !== null)
    .map((part) => part as Thing)
    .filter((part) => states(part, false))
  if (states(article, true) || (parts.length === 0 && stated.every(isFree))) return undefined
  const count = Number(article?.wordCount)
  return {
    words: count > 0 ? count : undefined,
    selectors: parts.flatMap(({ cssSelector }) => cssSelector).filter((one) => typeof one === 'string'),
  }
}

const firstString = (value: unknown): string | undefined => {
  const one = Array.isArray(value) ? (value[0] as unknown) : value
  return typeof one === 'string' && one.trim() !== '' ? one.trim() : undefined
}

const namesIn = (value: unknown): string[] =>
  [value]
    .flat()
    .flatMap((one) => firstString(one) ?? firstString((one as Thing | null)?.name) ?? [])
    .slice(0, 5)

function readMeta(page: Document): (...names: string[]) => string | undefined {
  const found = new Map<string, string>()
  for (const element of findAll(page, ({ tagName }) => tagName === 'meta')) {
    const name =
      attribute(element, 'property') ??
      attribute(element, 'name') ??
      attribute(element, 'itemprop') ??
      attribute(element, 'http-equiv')
    const content = attribute(element, 'content')?.trim()
    if (name && content && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), content)
  }
  return (...names) => names.map((name) => found.get(name)).find(Boolean)
}

/** Some sites write their titles as HTML, where only text is meant to be. */
const titleIn = (written: string | undefined): string | undefined =>
  written && collapseSpaces(titleToText(withoutEntities(written)))

const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi

/** Decodes the entities of a text that should have none: JSON-LD is not HTML, but many sites write it as if it were. */
export const withoutEntities = (text: string): string =>
  text.replace(entity, (written) => textOf(parseFragment(written)))

export const collapseSpaces = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Some sites have their name as a heading. */
function leadsHome(heading: Element, url: string | undefined): boolean {
  const home = URL.parse(url ?? '')?.origin ?? ''
  const isHome = (address: string): boolean =>
    address === '/' || (home !== '' && address.replace(/\/$/, '') === home)
  return find(heading, (element) => isHome(attribute(element, 'href') ?? '')) !== undefined
}

const headingsOf = (page: Document, isWanted: (heading: Element) => boolean): string[] =>
  findAll(page, (element) => element.tagName === 'h1' && isWanted(element))
    .map((element) => collapseSpaces(treeToText(element)))
    .filter((text) => text !== '')

const hostOf = (address: string | undefined): string | undefined => URL.parse(address ?? '')?.host

/** Looks in the element around the heading first: before the heading there may be teasers with dates of their own. */
function timeOf(page: Document, latest: Date): string | undefined {
  const headings = findAll(page, ({ tagName }) => tagName === 'h1')
  for (const root of [...headings.flatMap((heading) => aroundOf(heading) ?? []).slice(0, 1), page]) {
    const all = findAll(root, ({ tagName }) => tagName === 'time')
    // Some templates show first when the article was changed.
    const times = [...all.filter((time) => !isOfUpdate(time)), ...all.filter(isOfUpdate)]
    const marked = findAll(root, (element) => attribute(element, 'itemprop') === 'datePublished')
    const stated = marked.map((one) => attribute(one, 'datetime') ?? attribute(one, 'content') ?? textOf(one))
    const found = [
      ...stated,
      ...times.map((time) => attribute(time, 'datetime')),
      // Elsewhere on the page it may be today's.
      ...(root === page ? [] : times.map(textOf)),
    ].find((text) => firstDate([text?.trim()], latest) !== undefined)
    // Others are durations ("PT4M"), or unreadable.
    if (found !== undefined) return found.trim()
  }
  return undefined
}

function isOfUpdate(time: Element): boolean {
  const names = `${attribute(time, 'class') ?? ''} ${attribute(time, 'itemprop') ?? ''}`
  // WordPress marks one time as both if the article has never been changed.
  return /\b(?:updated|modified|dateModified)\b/i.test(names) && !/publish/i.test(names)
}

/** The day that many addresses have: "/2024/05/02/". */
function dayIn(url: string | undefined): string | undefined {
  const path = URL.parse(url ?? '')?.pathname ?? ''
  const [, year, month = '', day = ''] =
    /\/((?:19|20)\d\d)[/-](0?[1-9]|1[0-2])[/-](0?[1-9]|[12]\d|3[01])(?=[/-]|$)/.exec(path) ?? []
  return year && `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

function aroundOf(heading: Element): Element | undefined {
  for (let up = heading.parentNode; up && isElement(up); up = up.parentNode)
    if (up.tagName === 'article' || up.tagName === 'main') return up
  return undefined
}

function firstDate(candidates: readonly (string | undefined)[], latest: Date): Date | undefined {
  for (const candidate of candidates) {
    if (!candidate || !/\d{4}/.test(candidate)) continue
    // Pages of a newspaper archive have the date of the printed issue.
    const date = readDate(candidate, 1901)
    if (date && date <= latest) return date
  }
  return undefined
}

function languageOf(page: Document, ...others: (string | undefined)[]): string | undefined {
  const html = find(page, ({ tagName }) => tagName === 'html')
  const declared = html && (attribute(html, 'lang') ?? attribute(html, 'xml:lang'))
  for (const tag of [declared, ...others]) {
    const language = /^\s*([a-z]{2,3})(?:[-_][\w-]*)?\s*(?:,|$)/i.exec(tag ?? '')?.[1]
    if (language) return language.toLowerCase()
  }
  return undefined
}

function canonicalOf(
  page: Document,
  shared: string | undefined,
  url: string | undefined,
): string | undefined {
  const link = find(page, isCanonicalLink)
  const base = baseOf(page, url)
  return [link && attribute(link, 'href'), shared]
    .map((address) => resolve(address || undefined, base))
    .find((address) => address !== undefined && /^https?:/.test(address))
}

export const isCanonicalLink = (element: Element): boolean =>
  element.tagName === 'link' && /(?:^|\s)canonical(?:\s|$)/i.test(attribute(element, 'rel') ?? '')

/** What the addresses on a page are relative to. */
export function baseOf(page: Document, url: string | undefined): string | undefined {
  const base = find(page, (element) => element.tagName === 'base' && attribute(element, 'href') !== undefined)
  return resolve(base && attribute(base, 'href'), url) ?? url
}

/** @returns the address as an absolute one; undefined if it is none */
export const resolve = (address: string | undefined, base: string | undefined): string | undefined =>
  address === undefined ? undefined : URL.parse(address, base)?.href
