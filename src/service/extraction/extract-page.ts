import { parse } from 'parse5'
import { looksLikeHtml } from '../../text/looks-like-html.ts'
import { unhidePage } from './chrome.ts'
import { decodeHtml } from './decode.ts'
import { findText } from './find-text.ts'
import { htmlToText } from './html-to-text.ts'
import { judgePage } from './judge-page.ts'
import { readMetadata } from './metadata.ts'
import { prepareTree } from './prepare-tree.ts'

export interface Page {
  readonly bytes: Uint8Array
  /** The header as the server sent it. */
  readonly contentType?: string | undefined
  readonly url?: string | undefined
}

export interface ExtractedArticle {
  readonly title: string
  /** Plain text, paragraphs parted by one blank line; what stands on every page of its site is still in it. */
  readonly text: string
  readonly date?: Date | undefined
  readonly language?: string | undefined
  readonly canonicalUrl?: string | undefined
}

export type Extraction = ExtractedArticle | { readonly refused: string }

/** Reads the article of a page. Nothing of the page is run, nothing is fetched. */
export function extractPage({ bytes, contentType, url }: Page): Extraction {
  const tree = parse(decodeHtml(bytes, contentType))
  prepareTree(tree)
  unhidePage(tree)
  const metadata = readMetadata(tree, url)
  const title = metadata.titles[0] ?? ''
  const text = longerOf(findText(tree, metadata), metadata.body)
  const judgement = judgePage({ tree, url, text })
  if (!judgement.article) return { refused: judgement.reason }
  return {
    title,
    text,
    date: metadata.date,
    language: metadata.language,
    canonicalUrl: metadata.canonicalUrl,
  }
}

/**
 * Some pages have their text for their script alone, and JSON-LD tells all of it. It is taken only where it is at least
 * twice what the page shows, since it has hardly ever paragraphs, and often lists and tables run together.
 */
function longerOf(shown: string, told: string | undefined): string {
  if (told === undefined || told.length < 2 * Math.max(shown.length, fewestCharacters)) return shown
  const text = looksLikeHtml(told) ? htmlToText(told) : told.replace(/\s*\n\s*/g, '\n\n').trim()
  return text.length >= 2 * shown.length ? text : shown
}

/** A few lines; less is a summary. */
const fewestCharacters = 250
