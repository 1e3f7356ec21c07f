import type { Opml } from 'feedsmith'
import { generateOpml, parseOpml } from 'feedsmith'
import { toTitle } from './plain-text.ts'
import { absoluteUrl, withoutFeedScheme } from './listings/listing.ts'
import { withoutDocumentType } from './listings/read-feed.ts'
import { isSearchAddress, withKeywords } from './searches.ts'
import type { SourceKind, SourceSummary } from './source.ts'

/** A source as named in an OPML file. */
export interface NamedSource {
  readonly kind: Exclude<SourceKind, 'folder'>
  readonly address: string
  readonly title: string
  /** The name of its folder; empty if it is in none. */
  readonly category: string
}

/** Of the text: enough for 150,000 feeds, so that any export can be imported again. */
const maxCharacters = 20 * 2 ** 20

export interface ReadOpml {
  readonly feeds: readonly NamedSource[]
  /** Addresses, as written, that are not absolute HTTP or HTTPS ones, or that contain a name or password. */
  readonly unusable: readonly string[]
}

/**
 * Reads an OPML file as feed readers export it.
 *
 * @returns an error in words for the owner if it is not OPML
 */
export function readOpml(text: string): ReadOpml | { error: string } {
  if (text.length > maxCharacters) return { error: `is larger than ${maxCharacters / 2 ** 20} MiB` }
  try {
    const { body } = parseOpml(withoutDocumentType(text))
    const feeds: NamedSource[] = []
    const unusable: string[] = []
    const open = (body?.outlines ?? []).map((outline) => ({ outline, folder: '' })).toReversed()
    for (let next = open.pop(); next; next = open.pop()) {
      const { outline, folder } = next
      const name = toTitle(outline.text ?? outline.title ?? '')
      const address = outline.xmlUrl && addressOf(outline.xmlUrl)
      if (address)
        feeds.push({
          kind: kindOf(outline.type, address),
          address,
          title: name,
          category: categoryOf(outline.category) || folder,
        })
      else if (outline.xmlUrl) unusable.push(outline.xmlUrl)
      for (const inner of (outline.outlines ?? []).toReversed())
        open.push({ outline: inner, folder: outline.xmlUrl ? folder : name })
    }
    return { feeds, unusable }
  } catch {
    return { error: 'is not an OPML file' }
  }
}

/** OPML's own form is a list of paths, "/Boston/Weather,/News": takes the last name of the first. Others are names. */
const categoryOf = (written = ''): string =>
  toTitle(/^\s*\/[^,]*?([^,/]+)\/?\s*(?:,|$)/.exec(written)?.[1] ?? written)

/** Keeps `{keywords}` unescaped in a search's address. */
const addressOf = (written: string): string | undefined =>
  isSearchAddress(written)
    ? absoluteUrl(withKeywords(written, 'a'), undefined) && withoutFeedScheme(written)
    : absoluteUrl(written, undefined)

const kindOf = (type: string | undefined, address: string): NamedSource['kind'] =>
  isSearchAddress(address) ? 'search' : type === 'sitemap' || type === 'page' ? type : 'feed'

/**
 * Exports all sources except folders, by category. Kinds other than feeds are kept in `type`, so that they can be
 * imported again.
 *
 * @returns undefined if there are none
 */
export function writeOpml(sources: readonly SourceSummary[]): string | undefined {
  const categories = new Map<string, Opml.Outline<Date>[]>()
  for (const { kind, address, title, category } of sources) {
    if (kind === 'folder') continue
    const outline = { text: title || address, type: kind === 'feed' ? 'rss' : kind, xmlUrl: address }
    const others = categories.get(category)
    if (others) others.push(outline)
    else categories.set(category, [outline])
  }
  // Left outside any folder: an import would take the folder's name as their category.
  const outlines = [...categories].flatMap(([text, outlines]) => (text ? [{ text, outlines }] : outlines))
  if (outlines.length === 0) return undefined
  return generateOpml({ head: { title: 'Sources of Article Desk' }, body: { outlines } })
}
