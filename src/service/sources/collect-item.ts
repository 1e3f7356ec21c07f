import type { Database } from '../database/database.ts'
import type { Extractor } from '../extraction/extractor.ts'
import type { ExtractedArticle, RefusedPage } from '../extraction/extract-page.ts'
import type { Fetcher, FetchResult } from '../fetching/fetcher.ts'
import { isTransient, validatorsOf } from '../fetching/fetch-result.ts'
import type { KnownAddress } from './address-store.ts'
import { releaseAddress, renewAddressLease, noteFetched, leaseAddress } from './address-store.ts'
import { readFurtherPages } from './further-pages.ts'
import type { Item, Settled } from './item-store.ts'
import { postponeItem, settleItems, keepKnown } from './item-store.ts'
import { absoluteUrl } from './listings/listing.ts'
import type { FoundText, SaveInTurn } from './save-found.ts'
import { saveFound } from './save-found.ts'
import type { LeasedSource } from './source-lease.ts'
import { assertLeaseHeld } from './source-lease.ts'

export interface CollectContext {
  readonly database: Database
  readonly saveInTurn: SaveInTurn
  readonly fetcher: Fetcher
  readonly extractor: Extractor
  readonly now: () => Date
  readonly source: LeasedSource
  /** Aborted when the service stops or the lease is lost: later results are discarded. */
  readonly signal: AbortSignal
  /** Collects the addresses whose lease could not be released, because the database was away. */
  readonly unreleased: string[]
}

/** `later`: the item waits for its host's turn, for another fetcher of the same page, or for a retry. */
export type PageResult =
  | Settled
  | { readonly later: 'host'; readonly waitMs: number }
  | { readonly later: 'elsewhere' | 'retry' }
  | 'stopped'

/** `cutOffBy`: why a further page of the article could not be fetched; the text ends before it. */
interface PageReading {
  readonly found: FoundText | Refused
  readonly cutOffBy?: FetchResult | undefined
}

type Refused = Pick<RefusedPage, 'refused' | 'isTransient'>

const minuteMs = 60_000
const maxTries = 5
/** Longer than the usual pause between two requests; other hosts are collected while this one waits. */
const waitAtMostMs = 15_000

/**
 * Fetches one page, unless its address is known, and saves the result. Each item commits on its own, so it is collected
 * only once.
 */
export async function collectPage(
  item: Item & { address: string },
  context: CollectContext,
): Promise<PageResult> {
  const { database, fetcher, now, signal } = context
  const known = await leaseAddress(database, item.address)
  if (!known) return { later: 'elsewhere' }
  let isNoted = false
  try {
    const settled = settledBefore(item, known)
    if (settled) return await settle(settled)
    const askAt = nextFetchAt(known)
    if (askAt && askAt > now()) return await postpone(askAt, item.tries)

    const result = await fetcher.fetch({
      url: item.address,
      validators: item.articleId === null ? undefined : validatorsOf(known),
      signal,
      waitAtMostMs,
    })
    if (signal.aborted) return 'stopped'
    if (result.kind === 'busy' && result.isElsewhere)
      return await postpone(new Date(now().getTime() + result.retryAfterMs), item.tries)
    if (result.kind === 'busy') return { later: 'host', waitMs: result.retryAfterMs }
    const isNew = item.publishedAt !== null && now().getTime() - item.publishedAt.getTime() < dayMs
    const waitMs = waitBeforeRetry(result, item.tries, isNew)
    const isLastTry = item.tries + 1 >= maxTries
    if (waitMs !== undefined && !isLastTry) return await retryAfter(waitMs, result)
    const { found, cutOffBy } = await readPage(result, item, context)
    if (signal.aborted) return 'stopped'
    const obstacle = 'refused' in found && found.isTransient ? found.refused : undefined
    if (obstacle !== undefined && !isLastTry) return await retryAfter(backOff(item.tries), result, obstacle)
    const restInMs = cutOffBy && waitForFurtherPage(cutOffBy, item.tries)
    if (restInMs !== undefined && !isLastTry) return await retryAfter(restInMs, cutOffBy!)
    // The version saved before may have all pages.
    const isShortened = restInMs !== undefined && item.articleId !== null
    const hasTransientCause = waitMs !== undefined || obstacle !== undefined
    const saved = await save(isShortened ? { refused: 'is incomplete' } : found, result, hasTransientCause)
    isNoted = true
    return saved
  } finally {
    if (!isNoted) await release()
  }

  /** @param hasTransientCause whether the page may be readable by the time it is listed again */
  async function save(
    found: FoundText | Refused,
    result: FetchResult,
    hasTransientCause: boolean,
  ): Promise<Settled> {
    return context.saveInTurn(async (tx) => {
      await assertLeaseHeld(tx, context.source)
      const settled = keepKnown(item, 'refused' in found ? found : await saveFound(tx, found))
      await settleItems(tx, { sourceId: context.source.id, now: now() }, [{ itemKey: item.itemKey, settled }])
      const fetched = {
        address: item.address,
        ...settled,
        // Then the refusal is remembered for this item only.
        ...(hasTransientCause && { refused: undefined }),
        validators: 'validators' in result ? result.validators : undefined,
      }
      await noteFetched(tx, fetched, now())
      return settled
    })
  }

  async function release(): Promise<void> {
    try {
      await releaseAddress(database, item.address)
    } catch (error) {
      context.unreleased.push(item.address)
      throw error
    }
  }

  async function settle(settled: Settled): Promise<Settled> {
    await database.transaction(async (tx) => {
      await assertLeaseHeld(tx, context.source)
      await settleItems(tx, { sourceId: context.source.id, now: now() }, [{ itemKey: item.itemKey, settled }])
    })
    return settled
  }

  async function retryAfter(waitMs: number, result: FetchResult, obstacle?: string): Promise<PageResult> {
    const reason = 'message' in result ? result.message : obstacle
    await postpone(new Date(now().getTime() + waitMs), item.tries + 1, reason)
    return isOfHost(result) ? { later: 'host', waitMs } : { later: 'retry' }
  }

  async function postpone(retryAt: Date, tries: number, reason?: string): Promise<PageResult> {
    const at = { sourceId: context.source.id, now: now() }
    await postponeItem(database, at, item.itemKey, { retryAt, tries, reason })
    return { later: 'retry' }
  }
}

async function readPage(
  result: FetchResult,
  item: Item & { address: string },
  { database, fetcher, source, extractor, now, signal }: CollectContext,
): Promise<PageReading> {
  if (result.kind === 'unchanged') return { found: { refused: 'has not changed' } }
  if (result.kind !== 'fetched')
    return { found: { refused: 'message' in result ? result.message : 'could not be fetched' } }
  const { bytes, contentType, url } = result
  const extraction = await extractor.extract({ bytes, contentType, url })
  if ('refused' in extraction) return { found: extraction }

  const fetchFurther = async (furtherUrl: string) => {
    await renewAddressLease(database, item.address)
    return fetcher.fetch({ url: furtherUrl, signal })
  }
  const { text, pages, cutOffBy } = await readFurtherPages(extraction, fetchFurther, extractor)
  const found: FoundText = {
    sourceId: source.id,
    itemKey: item.itemKey,
    category: source.category,
    title: chooseTitle(item.title, extraction),
    text,
    ...chooseDate(item, extraction.date, now()),
    address: item.address,
    readAt: absoluteUrl(url, undefined),
    furtherPages: pages,
    canonicalAddress: absoluteUrl(extraction.canonicalUrl, url),
    articleId: item.articleId ?? undefined,
  }
  return { found, cutOffBy }
}

/**
 * If the address was already fetched for another item, that result counts and nothing is fetched. One that was refused
 * before is looked at again: it may have been a first note of what is an article now.
 */
function settledBefore(item: Item, known: KnownAddress): Settled | undefined {
  if (item.articleId !== null) return undefined
  if (known.articleId !== null) return { articleId: known.articleId, yields: 'known' }
  return known.refused === null || item.wasRefused ? undefined : { refused: known.refused }
}

/**
 * When a page that was fetched before may be fetched again, because it is listed as changed or by another source: after
 * ten minutes, then four times as long each time. Many sites report every page as changed all the time.
 */
function nextFetchAt({ fetchedAt, fetches }: KnownAddress): Date | undefined {
  // After more times there would be no such date.
  const times = Math.min(Math.max(0, fetches - 1), 10)
  return fetchedAt ? new Date(fetchedAt.getTime() + 10 * minuteMs * 4 ** times) : undefined
}

const dayMs = 24 * 60 * minuteMs

/**
 * @param isNew whether the article was published within a day
 * @returns undefined if a retry can't succeed
 */
function waitBeforeRetry(result: FetchResult, tries: number, isNew: boolean): number | undefined {
  // A robots.txt may be fixed, and the owner may allow a private host.
  if (result.kind === 'refused') return dayMs
  if (result.kind !== 'failed') return undefined
  const { status = 0, retryAfterMs = 0, isOfRobots } = result
  if (!isOfRobots && (status === 401 || status === 403)) return Math.max(retryAfterMs, dayMs)
  // A feed may be ahead of its site.
  return isTransient(result) || (status === 404 && isNew) ? backOff(tries, retryAfterMs) : undefined
}

/**
 * After a further page of an article could not be fetched. One that may not be fetched, or is for subscribers, ends the
 * text.
 *
 * @returns undefined if a retry can't succeed
 */
function waitForFurtherPage(result: FetchResult, tries: number): number | undefined {
  if (result.kind === 'busy') return result.retryAfterMs
  return result.kind === 'failed' && isTransient(result) ? backOff(tries, result.retryAfterMs) : undefined
}

const backOff = (tries: number, retryAfterMs = 0): number =>
  Math.max(retryAfterMs, 10 * minuteMs * 2 ** tries)

/** Whether other pages of the same host would fail too. */
const isOfHost = (result: FetchResult): boolean =>
  result.kind === 'failed' &&
  !result.isElsewhere &&
  (result.isOfRobots ||
    ['network', 'timeout'].includes(result.reason) ||
    result.status === 429 ||
    result.status === 503)

/**
 * The listing's date takes precedence over the page's. A date more than a day in the future is ignored. A date of
 * update, or else the present, is a guess.
 */
export function chooseDate(
  { publishedAt, updatedAt }: { publishedAt?: Date | null | undefined; updatedAt?: Date | null | undefined },
  ofPage: Date | undefined,
  now: Date,
): { publishedAt: Date; isDateGuessed: boolean } {
  const isPossible = (date: Date | null | undefined): date is Date =>
    !!date && date.getTime() <= now.getTime() + dayMs && date.getUTCFullYear() >= 1
  const known = [publishedAt, ofPage].find(isPossible)
  if (known) return { publishedAt: known, isDateGuessed: false }
  return { publishedAt: isPossible(updatedAt) ? updatedAt : now, isDateGuessed: true }
}

/** Chooses between the two titles: a page's may end with the name of its site, a feed's may be truncated. */
export function chooseTitle(listed: string, { title }: Pick<ExtractedArticle, 'title'>): string {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
  const [ofList, ofPage] = [plain(listed), plain(title)]
  return ofPage === '' || (ofList.length >= 10 && ofPage.startsWith(ofList)) ? ofList : ofPage
}
