import { hasType, isJsonLd, parseJsonLd } from '../../extraction/parse-json-ld.ts'
import type { Parent } from '../../extraction/tree.ts'
import { findAll, textOf } from '../../extraction/tree.ts'

/** Reads the articles that a page lists in JSON-LD: lists, and articles with an address of their own. */
export function readLinkedData(tree: Parent): { url: string; title: string }[] {
  return findAll(tree, isJsonLd).flatMap((script) => articlesOf(parseJsonLd(textOf(script))))
}

const maxNodes = 5_000

function articlesOf(data: unknown): { url: string; title: string }[] {
  const found: { url: string; title: string }[] = []
  // A stack: what is pushed last is read first.
  const open: { value: unknown; isListed: boolean }[] = [{ value: data, isListed: false }]
  for (let count = 0; open.length > 0 && count < maxNodes; count += 1) {
    const { value, isListed } = open.pop()!
    if (Array.isArray(value)) {
      for (const one of value.slice(0, maxNodes).toReversed()) open.push({ value: one, isListed })
      continue
    }
    if (isListed && typeof value === 'string') found.push({ url: value, title: '' })
    if (typeof value !== 'object' || value === null) continue
    const node = value as Record<string, unknown>
    if (hasType(node, /^(?:BreadcrumbList|SiteNavigationElement)$/)) continue
    const url = [node['url'], node['@id']].find((one) => typeof one === 'string')
    if (
      typeof url === 'string' &&
      (hasType(node, /(?:Article|BlogPosting|Report)$/) || (isListed && !node['item']))
    )
      found.push({ url, title: firstText(node['headline'], node['name']) })
    for (const name of ['@graph', 'mainEntity']) open.push({ value: node[name], isListed: false })
    for (const name of ['itemListElement', 'item', 'hasPart', 'blogPost', 'blogPosts'])
      open.push({ value: node[name], isListed: name !== 'item' || isListed })
  }
  return found
}

const firstText = (...values: unknown[]): string =>
  values.find((value): value is string => typeof value === 'string') ?? ''
