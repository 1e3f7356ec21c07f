import { dateNames, isCanonicalLink } from './metadata.ts'
import { isJsonLd } from './parse-json-ld.ts'
import type { Element } from './tree.ts'
import { attribute, textOf } from './tree.ts'

/** A page's metadata about its own kind; for that about its article, see metadata.ts. */
export interface KindMetadata {
  /** Types of schema.org, from JSON-LD or microdata, in lower case. */
  readonly types: Set<string>
  openGraphType: string
  openGraphTitle: string
  documentTitle: string
  heading: string
  canonicalUrl: string | undefined
  /** Classes of the body, where content management systems name the kind of page. */
  templates: string
  hasDate: boolean
  hasAuthor: boolean
  hasSection: boolean
}

export const createKindMetadata = (): KindMetadata => ({
  types: new Set(),
  openGraphType: '',
  openGraphTitle: '',
  documentTitle: '',
  heading: '',
  canonicalUrl: undefined,
  templates: '',
  hasDate: false,
  hasAuthor: false,
  hasSection: false,
})

/** Adds what one element states to the metadata. */
export function readKindMetadata(element: Element, metadata: KindMetadata): void {
  const type = attribute(element, 'itemtype')
  if (type) metadata.types.add(typeName(type))
  if (attribute(element, 'itemprop') === 'datePublished') metadata.hasDate = true
  switch (element.tagName) {
    case 'meta':
      readMeta(element, metadata)
      break
    case 'script':
      if (isJsonLd(element)) readLinkedData(textOf(element), metadata)
      break
    case 'title':
      metadata.documentTitle ||= oneLine(textOf(element))
      break
    case 'h1':
      metadata.heading ||= oneLine(textOf(element))
      break
    case 'link':
      if (isCanonicalLink(element))
        metadata.canonicalUrl = attribute(element, 'href') ?? metadata.canonicalUrl
      break
    case 'body':
      metadata.templates = ` ${attribute(element, 'class')?.toLowerCase() ?? ''} `
  }
}

function readMeta(element: Element, metadata: KindMetadata): void {
  const key = (attribute(element, 'property') ?? attribute(element, 'name') ?? '').toLowerCase()
  const content = attribute(element, 'content')?.trim() ?? ''
  if (content === '') return
  if (key === 'og:type') metadata.openGraphType ||= content.toLowerCase()
  if (key === 'og:title') metadata.openGraphTitle ||= oneLine(content)
  if (key === 'og:url') metadata.canonicalUrl ??= content
  if (dateNames.includes(key)) metadata.hasDate = true
  if (key === 'author' || key === 'article:author' || key === 'dc.creator') metadata.hasAuthor = true
  if (key === 'article:section' || key === 'article:tag' || key === 'news_keywords')
    metadata.hasSection = true
}

/** Uses a pattern instead of a parser: half of what pages embed as JSON is invalid, and only the types matter. */
function readLinkedData(json: string, metadata: KindMetadata): void {
  const start = json.slice(0, 300_000)
  const types = start.matchAll(/"@type"\s*:\s*(?:"([^"]{1,80})"|\[([^\]]{1,300})\])/g)
  for (const [, one, many] of types)
    for (const type of (one ?? many ?? '').split(',')) metadata.types.add(typeName(type))
}

const typeName = (type: string): string => type.replace(/^.*\//, '').replace(/["\s]/g, '').toLowerCase()

const oneLine = (text: string): string => text.slice(0, 2_000).replace(/\s+/g, ' ').trim().slice(0, 300)
