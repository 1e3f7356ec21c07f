import { baseOf } from './metadata.ts'
import { isTrackingParameter } from './tracking-parameters.ts'
import type { Document, Element, Parent } from './tree.ts'
import { attribute, find, isElement, textOf } from './tree.ts'

/**
 * Finds the next page of an article that its site spreads over several. A link called "next" mostly leads to another
 * article, so the address decides: it has to be this page's with the next number, where sites put page numbers.
 *
 * @param number of this page; the first has none in its address, or a 1
 */
export function nextPageOf(page: Document, url: string | undefined, number: number): string | undefined {
  if (url === undefined || !URL.parse(url)) return undefined
  const own = number === 1 ? [wholeAddress(url), numberedAddress(url, 1)] : [numberedAddress(url, number)]
  const base = baseOf(page, url)
  const next = find(page, (link) => {
    const address = addressOf(link, base)
    const stem = address && numberedAddress(address, number + 1)
    return stem !== undefined && own.includes(stem) && saysNext(link, number + 1) && !isOfComments(link)
  })
  return next && addressOf(next, base)
}

function addressOf(link: Element, base: string | undefined): string | undefined {
  if (link.tagName !== 'a' && link.tagName !== 'link') return undefined
  const href = attribute(link, 'href')
  // Most links have no number, and reading their addresses would take longer than everything else.
  if (!href || href.length > longestAddress || !/\d/.test(href)) return undefined
  const address = URL.parse(href, base)
  if (!address || !/^https?:$/.test(address.protocol) || /comment/i.test(address.hash)) return undefined
  address.hash = ''
  return address.href
}

const longestAddress = 2_000

function wholeAddress(url: string): string {
  const { host, pathname, searchParams } = new URL(url)
  return stemOf(host, pathname, searchParams)
}

/** @returns the address without the number of its page; undefined if it doesn't have this number */
function numberedAddress(url: string, number: number): string | undefined {
  const { host, pathname, searchParams } = new URL(url)
  const name = [...searchParams.keys()].find((key) => numberName.test(key))
  if (name !== undefined) {
    if (searchParams.get(name) !== String(number)) return undefined
    searchParams.delete(name)
    return stemOf(host, pathname, searchParams)
  }
  const [, before, digits, ending = ''] = numberedPath.exec(pathname) ?? []
  if (before === undefined || Number(digits) !== number) return undefined
  return stemOf(host, before + ending, searchParams)
}

/** The same for http and https, with and without "www.": some templates write one, and the site serves the other. */
function stemOf(host: string, path: string, parameters: URLSearchParams): string {
  const told = [...parameters].filter(([name]) => !isTrackingParameter(name))
  return `${host.replace(/^www\./, '')}${path.replace(/\/$/, '')}?${new URLSearchParams(told).toString()}`
}

const numberName = /^(?:page|paged|pg|p|pageno|pagenumber|part|seite|pagina|página|sida|side|strona)$/i

/** "/story/2", "/story/page/2/", "/story/seite-2", "/story-2.html", "/story,2.html" and the like. */
const numberedPath =
  /^(.*?)[/_,-](?:(?:page|seite|pagina|part|sida|side|strona|p)[/_-]?)?(\d{1,2})(\.[a-z]{3,5})?\/?$/i

/** Whether a link's relation or words say that it leads to the next page, or to this one by its number. */
function saysNext(link: Element, number: number): boolean {
  if (/\bnext\b/i.test(attribute(link, 'rel') ?? '')) return true
  const words = [textOf(link), attribute(link, 'title') ?? '', attribute(link, 'aria-label') ?? '']
  return words.some((text) => text.length < longestLabel && (nextWords.test(text) || hasNumber(text, number)))
}

const longestLabel = 200

const hasNumber = (text: string, number: number): boolean =>
  text.match(/\d+/g)?.includes(String(number)) ?? false

const nextWords =
  /[›»→>]|\b(?:next|continue|weiter|weiterlesen|nächste|suivante?|siguiente|próxima|seguinte|successiva|avanti|volgende|næste|nästa|neste|następna)(?!\p{L})|далее|следующая|次|下一页|下一頁/iu

/** Their pages are numbered, too, and each shows the article again. */
function isOfComments(link: Element): boolean {
  // The whole page may be marked as one with comments.
  for (
    let up: Parent | null = link;
    up && isElement(up) && !/^(?:body|html)$/.test(up.tagName);
    up = up.parentNode
  )
    if (comments.test(`${attribute(up, 'id') ?? ''} ${attribute(up, 'class') ?? ''}`)) return true
  return false
}

const comments = /comment|kommentar|discuss|disqus|repl(?:y|ies)/i
