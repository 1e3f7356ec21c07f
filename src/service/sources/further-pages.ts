import type { ExtractedArticle } from '../extraction/extract-page.ts'
import type { Extractor } from '../extraction/extractor.ts'
import type { FetchResult } from '../fetching/fetch-result.ts'
import { readWords, shinglesOf } from '../../text/shingles.ts'
import { maxTextLength } from '../articles/store.ts'
import { addressKey } from './address-key.ts'
import { absoluteUrl } from './listings/listing.ts'

/** An article with more pages is a gallery, or its pages form a loop. */
const maxPages = 20
/** A page that adds less has only a caption, or repeats the article. */
const minCharacters = 250

export interface WholeArticle {
  readonly text: string
  /** The addresses of the further pages. */
  readonly pages: readonly string[]
  /** The result that ended the text too early; undefined if it is whole. */
  readonly cutOffBy?: FetchResult | undefined
}

/**
 * Reads the further pages of an article that its site spreads over several, and appends their texts. What a page repeats
 * of those before it is left out; a page that has little else ends the article, and so does another article.
 */
export async function readFurtherPages(
  first: ExtractedArticle,
  fetchPage: (url: string) => Promise<FetchResult>,
  extractor: Extractor,
): Promise<WholeArticle> {
  const pages: string[] = []
  let paragraphs = first.text.split('\n\n')
  let next = absoluteUrl(first.nextPage, undefined)
  for (let number = 2; next && number <= maxPages; number += 1) {
    // Too long to be saved even after its boilerplate, at most half of it, is removed.
    if (lengthOf(paragraphs) > 2 * maxTextLength) break
    const result = await fetchPage(next)
    if (result.kind !== 'fetched') return { text: paragraphs.join('\n\n'), pages, cutOffBy: result }
    const { bytes, contentType, url } = result
    const extraction = await extractor.extract({ bytes, contentType, url, number })
    if ('refused' in extraction || isAnotherArticle(first, extraction)) break
    const joined = appendPage(paragraphs, extraction.text.split('\n\n'))
    if (!joined) break
    paragraphs = joined
    pages.push(next)
    next = absoluteUrl(extraction.nextPage, undefined)
  }
  return { text: paragraphs.join('\n\n'), pages }
}

/**
 * Whether a page is another article: one of the same name from another day, as the address `/weekly-2` may mean. A page
 * that declares the article's address as its own belongs to it, whatever date stands on it.
 */
function isAnotherArticle(first: ExtractedArticle, { date, canonicalUrl }: ExtractedArticle): boolean {
  const isOfArticle =
    canonicalUrl !== undefined &&
    first.canonicalUrl !== undefined &&
    addressKey(canonicalUrl) === addressKey(first.canonicalUrl)
  return !isOfArticle && date !== undefined && first.date !== undefined && dayOf(date) !== dayOf(first.date)
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

/** @returns undefined if the page adds too little to be a part of the article */
function appendPage(before: readonly string[], page: readonly string[]): string[] | undefined {
  const known = new Set(before)
  const added = page.filter((paragraph) => !known.has(paragraph))
  if (lengthOf(added) < Math.max(minCharacters, lengthOf(page) / 2)) return undefined
  // The first page may have had the whole text in its metadata, where it has no paragraphs.
  const longest = added.reduce((one, other) => (other.length > one.length ? other : one))
  if (hasWordsOf(before.join(' '), longest)) return undefined
  // Text that ends every page, such as a note on the author, is kept once, at the end.
  let ending = 0
  while (ending < before.length && before.at(-1 - ending) === page.at(-1 - ending)) ending += 1
  const end = ending === 0 ? [] : before.slice(-ending)
  return [...before.slice(0, before.length - ending), ...added, ...end]
}

const lengthOf = (paragraphs: readonly string[]): number =>
  paragraphs.reduce((sum, paragraph) => sum + paragraph.length, 0)

/**
 * Whether a text has every run of words of a paragraph. Not `includes`: on texts that a site has made for it, that
 * takes the product of their lengths, minutes for two megabytes.
 */
function hasWordsOf(text: string, paragraph: string): boolean {
  const wanted = shinglesOf(readWords(paragraph)).numbers
  if (wanted.length === 0) return false
  const known = new Set(shinglesOf(readWords(text)).numbers)
  return wanted.every((run) => known.has(run))
}
