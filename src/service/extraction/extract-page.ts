import { parse } from 'parse5'
import { looksLikeHtml } from '../../text/html-text.ts'
import { unhidePage } from './site-chrome.ts'
import { decodeHtml } from './decode.ts'
import { findText } from './find-text.ts'
import { htmlToText } from './html-to-text.ts'
import { classifyPage } from './classify-page.ts'
import { baseOf, readMetadata, resolve, withoutEntities } from './metadata.ts'
import { nextPageOf } from './next-page.ts'
import { isPaidTeaser } from './paid-teaser.ts'
import { placeParts } from './place-parts.ts'
import { prepareTree } from './prepare-tree.ts'
import type { Document } from './tree.ts'
import { attribute, find } from './tree.ts'

export interface Page {
  readonly bytes: Uint8Array
  /** The header as sent by the server. */
  readonly contentType?: string | undefined
  readonly url?: string | undefined
  /** Of an article that is spread over several pages; 1 by default. */
  readonly number?: number | undefined
  /** Later dates of publication are mistakes. */
  readonly latestDate?: Date | undefined
}

export interface ExtractedArticle {
  readonly title: string
  /** Plain text with a blank line between paragraphs; still includes the site's boilerplate. */
  readonly text: string
  readonly date?: Date | undefined
  readonly language?: string | undefined
  readonly canonicalUrl?: string | undefined
  /** Where the article continues. */
  readonly nextPage?: string | undefined
}

export interface RefusedPage {
  readonly refused: string
  /** Set if the page may be readable another time: a notice or nothing was shown instead of it, or the reading failed. */
  readonly isTransient?: true
  /** Where the page redirects its readers. */
  readonly redirectsTo?: string | undefined
}

export type Extraction = ExtractedArticle | RefusedPage

/** Extracts the article of a page. Runs no scripts, fetches nothing. */
export function extractPage({ bytes, contentType, url, number = 1, latestDate }: Page): Extraction {
  const type = /^[\w.+-]+\/[\w.+-]+/.exec(contentType ?? '')?.[0] ?? ''
  if (type && !/html|xml|^text\/plain|octet-stream/i.test(type))
    return { refused: `is not a web page (${type})` }
  const html = decodeHtml(bytes, contentType)
  if (html.trim() === '') return { refused: 'is empty', isTransient: true }
  if (isBinary(html)) return { refused: 'is a file, not a page' }
  const tree = parse(type === 'text/plain' ? markupOf(html) : html)
  if (html.includes('<template')) placeParts(tree)
  prepareTree(tree)
  unhidePage(tree)
  const metadata = readMetadata(tree, url, latestDate)
  const title = metadata.titles[0] ?? ''
  const text = longerOf(findText(tree, metadata), metadata.body)
  const nextPage = nextPageOf(tree, url, number)
  // One of several pages may be short.
  const isAlone = number === 1 && nextPage === undefined
  const isTeaser = isAlone && metadata.paid !== undefined && isPaidTeaser(text, metadata.paid, tree)
  const classification = classifyPage({ tree, url, text, isTeaser })
  if (!classification.article) {
    const { reason, isTransient } = classification
    return { refused: reason, ...(isTransient && { isTransient }), redirectsTo: refreshOf(tree, url) }
  }
  const { date, language, canonicalUrl } = metadata
  return { title, text, date, language, canonicalUrl, nextPage }
}

/** Some servers send pages as plain text. One that begins without a tag is no page, and has paragraphs of its own. */
const markupOf = (sent: string): string =>
  /^\s*</.test(sent)
    ? sent
    : `<p>${sent
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replace(/\r\n?/g, '\n')
        .replace(/\n[ \t]*\n\s*/g, '<p>')
        .replaceAll('\n', '<br>')}`

/** A PDF, picture or recording, whose bytes read as letters and control characters: a text has one or two of those. */
function isBinary(text: string): boolean {
  const start = text.slice(0, 65_536)
  const controls = start.match(/(?![\t-\r\u007f-\u009f])\p{Cc}/gu)?.length ?? 0
  return start.startsWith('%PDF-') || controls * 100 > start.length
}

/**
 * Some pages render their text only by script but include it in JSON-LD. That text is used only if it is at least twice
 * as long as the visible one, since it rarely has paragraphs, and often runs lists and tables together.
 */
function longerOf(visible: string, embedded: string | undefined): string {
  if (embedded === undefined || embedded.length < 2 * Math.max(visible.length, minCharacters)) return visible
  // Some sites escape every tag of it.
  const body = /^\s*&lt;/.test(embedded) ? withoutEntities(embedded) : embedded
  const text = looksLikeHtml(body)
    ? htmlToText(body)
    : withoutEntities(body)
        .replace(/\s*\n\s*/g, '\n\n')
        .trim()
  return text.length >= 2 * visible.length ? text : visible
}

/** A few lines; less is a summary. */
const minCharacters = 250

/**
 * The address to which a `<meta http-equiv="refresh">` sends the reader at once or in a few seconds. After a longer time
 * it is for those who have read the page.
 */
function refreshOf(page: Document, url: string | undefined): string | undefined {
  const refresh = find(
    page,
    (element) =>
      element.tagName === 'meta' && attribute(element, 'http-equiv')?.trim().toLowerCase() === 'refresh',
  )
  const content = refresh && attribute(refresh, 'content')?.slice(0, longestRefresh)
  const [, seconds, ...targets] = refreshContent.exec(content ?? '') ?? []
  const target = targets.find((one) => one !== undefined)?.trim()
  if (!target || Number(seconds) > longestDelayS) return undefined
  const address = resolve(target, baseOf(page, url))
  const isWeb = address !== undefined && /^https?:/.test(address)
  return isWeb && withoutHash(address) !== withoutHash(resolve(url, undefined) ?? '') ? address : undefined
}

const longestDelayS = 5
/** More than any address that is fetched. */
const longestRefresh = 3_000

/** As browsers read it: "0; url=/new", "0;URL='/new'", "0,/new", "0 /new". */
const refreshContent = /^\s*(\d{1,9})(?:\.\d*)?(?:\s*[;,]|\s)\s*(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|(.*))/is

const withoutHash = (address: string): string => address.replace(/#.*/, '')
