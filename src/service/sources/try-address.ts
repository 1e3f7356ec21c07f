import { signatureStart } from '../articles/signature.ts'
import { reconcileLanguage } from '../../text/language.ts'
import { cutBoilerplate, isBoilerplate, paragraphKeys } from '../extraction/site-boilerplate.ts'
import type { ExtractedArticle } from '../extraction/extract-page.ts'
import { isCopy, sketchText } from './copies.ts'
import { chooseDate, chooseTitle, readArticle } from './collect-item.ts'
import type { Discovered } from './discover.ts'
import { discover, readAt, whyNotFetched } from './discover.ts'
import { isFullText, isNote } from './listings/full-text.ts'
import type { ListedItem, Listing } from './listings/listing.ts'
import { normalizeText, toTitle } from './plain-text.ts'
import type { SourceTools } from './refresh-context.ts'
import { refusalOf } from './save-found.ts'
import { siteOf } from './address-key.ts'

/** An article as it would be collected. */
export interface ArticlePreview {
  readonly title: string
  readonly text: string
  readonly date: Date | undefined
  readonly language: string | undefined
  /** Where the signature begins; the length of the text if there is none. */
  readonly bodyLength: number
  /** Without boilerplate. */
  readonly words: number
  /** Paragraphs found in most pages of its site, cut from this one. */
  readonly boilerplate: readonly string[]
  /** The place of an earlier article in this run with the same text. */
  readonly sameAs: string | undefined
}

export type PagePreview =
  | { readonly place: string; readonly article: ArticlePreview }
  | { readonly place: string; readonly refused: string }

export type TryEvent = { readonly found: Discovered } | { readonly error: string } | PagePreview

export interface TryTools extends SourceTools {
  readonly now: () => Date
  readonly signal: AbortSignal
}

/** Enough to judge a source and to recognise its boilerplate. */
export const maxPreviews = 20

/**
 * Shows what would be collected from an address, without saving anything. Boilerplate is only recognisable across pages,
 * so the articles are yielded together at the end.
 */
export async function* tryAddress(address: string, tools: TryTools): AsyncGenerator<TryEvent> {
  const found = await discover(address, tools)
  if ('error' in found) {
    // A single article is no source, but the owner may want to see its extraction.
    const page = await tryPage({ url: found.address, title: '', text: '' }, tools)
    if (page && 'article' in page) yield* completePreviews([page])
    else yield { error: found.error }
    return
  }
  yield { found }
  const pages: PagePreview[] = []
  for (const item of (await itemsToTry(found.listing, tools)).slice(0, maxPreviews)) {
    // Show what has been read so far.
    if (tools.signal.aborted) break
    const page = item.url && !isFullText(item.text) ? await tryPage(item, tools) : tryText(item, tools.now())
    if (page) pages.push(page)
  }
  yield* completePreviews(pages)
}

/** An index lists no articles itself: the newest of its sitemaps that lists any is tried. */
async function itemsToTry(listing: Listing, tools: TryTools): Promise<readonly ListedItem[]> {
  let { items } = listing
  const open = listing.sitemaps.slice(0, maxSitemapsTried).toReversed()
  for (let read = 0; items.length === 0 && open.length > 0 && read < maxSitemapsTried; read += 1) {
    const reading = await readAt(open.pop()!, tools)
    if ('error' in reading) continue
    ;({ items } = reading.listing)
    open.push(...reading.listing.sitemaps.slice(0, maxSitemapsTried).toReversed())
  }
  return items
}

/** Each waits for its turn at the host. */
const maxSitemapsTried = 5

/** @returns undefined if the signal aborted first */
async function tryPage(
  item: ListedItem,
  { fetcher, extractor, now, signal }: TryTools,
): Promise<PagePreview | undefined> {
  const place = item.url ?? ''
  const result = await fetcher.fetch({ url: place, signal })
  if (signal.aborted) return undefined
  if (result.kind !== 'fetched') return { place, refused: whyNotFetched(result) }
  const fetchPage = (url: string) => fetcher.fetch({ url, signal })
  const article = await readArticle(result, place, { extractor, now }, fetchPage)
  if ('refused' in article) return { place, refused: article.refused }
  return previewOf(place, article, { item, now: now() })
}

function tryText(item: ListedItem, now: Date): PagePreview {
  const { url, text, title, language } = item
  const place = url ?? item.guid ?? title
  if (isNote(text)) return { place, refused: 'has neither a page nor a text' }
  return previewOf(place, { title, text, language }, { item, now })
}

/** @param listed the listing's entry, if it was listed */
export function previewOf(
  place: string,
  extraction: ExtractedArticle,
  listed?: { readonly item: ListedItem; readonly now: Date },
): PagePreview {
  const item = listed?.item
  const text = normalizeText(extraction.text)
  const date = listed && chooseDate(listed.item, extraction.date, listed.now)
  return {
    place,
    article: {
      title: toTitle(item ? chooseTitle(item.title, extraction) : extraction.title),
      text,
      date: date ? (date.isDateGuessed ? undefined : date.publishedAt) : extraction.date,
      language: reconcileLanguage(extraction.language ?? item?.language, text),
      bodyLength: signatureStart(text),
      words: 0,
      boilerplate: [],
      sameAs: undefined,
    },
  }
}

/**
 * Cuts the boilerplate of each site and finds identical texts; needs all pages.
 *
 * @param siteAt returns the site of a place, to group pages
 */
export function* completePreviews(
  pages: readonly PagePreview[],
  // A feed entry may have only a name, and no address.
  siteAt: (place: string) => string = (place) => (URL.parse(place) ? siteOf(place) : ''),
): Generator<PagePreview> {
  const sites = new Map<string, { pages: number; seen: Map<string, number> }>()
  for (const page of pages) {
    if ('refused' in page) continue
    const name = siteAt(page.place)
    const site = sites.get(name) ?? { pages: 0, seen: new Map<string, number>() }
    sites.set(name, site)
    site.pages += 1
    for (const key of new Set(paragraphKeys(page.article.text)))
      site.seen.set(key, (site.seen.get(key) ?? 0) + 1)
  }
  const seen: { place: string; article: ArticlePreview; words: number; shingles: readonly number[] }[] = []
  for (const page of pages) {
    if ('refused' in page) {
      yield page
      continue
    }
    const article = withoutBoilerplate(page.article, sites.get(siteAt(page.place))!)
    const refused = refusalOf(article.text)
    if (refused !== undefined) {
      yield { place: page.place, refused }
      continue
    }
    const { words, shingles } = sketchText(article.text)
    const same = seen.find(
      (other) =>
        shingles.some((one) => other.shingles.includes(one)) &&
        isCopy(article.text, words, other.article.text, siteAt(page.place) === siteAt(other.place)),
    )
    seen.push({ place: page.place, article, words, shingles })
    yield { place: page.place, article: { ...article, words, sameAs: same?.place } }
  }
}

function withoutBoilerplate(
  article: ArticlePreview,
  { pages, seen }: { pages: number; seen: Map<string, number> },
): ArticlePreview {
  const isCut = (key: string): boolean => isBoilerplate({ pages, seenIn: seen.get(key) ?? 0 })
  const text = normalizeText(cutBoilerplate(article.text, isCut))
  if (text === article.text) return article
  const kept = new Set(text.split('\n\n'))
  const boilerplate = article.text.split('\n\n').filter((paragraph) => !kept.has(paragraph))
  return { ...article, text, boilerplate, bodyLength: signatureStart(text) }
}
