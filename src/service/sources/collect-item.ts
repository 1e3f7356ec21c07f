import type { ExtractedArticle, RefusedPage } from '../extraction/extract-page.ts'
import type { Failed, Fetched, FetchResult } from '../fetching/fetch-result.ts'
import { isTransient, validatorsOf } from '../fetching/fetch-result.ts'
import { isHomePage } from './address-key.ts'
import type { KnownAddress } from './address-store.ts'
import { releaseAddress, renewAddressLease, noteFetched, leaseAddress } from './address-store.ts'
import type { WholeArticle } from './further-pages.ts'
import { readFurtherPages } from './further-pages.ts'
import type { Item, PageItem, Settled } from './item-store.ts'
import { postponeItem, settleItems, unchangedIfKnown } from './item-store.ts'
import { absoluteUrl } from './listings/listing.ts'
import type { RefreshContext } from './refresh-context.ts'
import type { FoundText } from './save-found.ts'
import { hasSourceKey, saveFound, sourceKeyOf } from './save-found.ts'
import { assertLeaseHeld } from './source-lease.ts'

/** `later`: the page waits for its host's turn, for another fetcher of the same page, or for a retry. */
export type PageResult =
  | Settled
  | { readonly later: 'host'; readonly waitMs: number }
  | { readonly later: 'elsewhere' | 'retry' }
  | 'stopped'

interface PageReading {
  readonly found: FoundText | RefusedText
  /** Why a further page of the article could not be fetched; the text ends before that page. */
  readonly cutOffBy?: FetchResult | undefined
}

type RefusedText = Pick<RefusedPage, 'refused' | 'isTransient'>

const minuteMs = 60_000
/** After each try but the last. More than 12 hours in all, since a site may fail for a night while its feed goes on. */
const retryMinutes = [10, 20, 80, 640]
const maxTries = retryMinutes.length + 1
/** Longer than the usual pause between two requests; other hosts are collected while this one waits. */
const waitAtMostMs = 15_000

/**
 * Fetches one page, unless its address is known, and saves the result. Each page commits on its own, so it is collected
 * only once.
 */
export async function collectPage(listed: PageItem, context: RefreshContext): Promise<PageResult> {
  const { database, fetcher, now, signal } = context
  const known = await leaseAddress(database, listed.address)
  if (!known) return { later: 'elsewhere' }
  let isReleased = false
  try {
    const item = await asCorrection(listed, known, context)
    const settled = settledBefore(item, known, now())
    if (settled) return await settle(settled, item, context)
    const fetchAt = nextFetchAt(known, now())
    if (fetchAt && fetchAt > now())
      return await postpone({ retryAt: fetchAt, tries: item.tries }, item, context)

    const result = await fetcher.fetch({
      url: item.address,
      validators: item.articleId === null ? undefined : validatorsOf(known),
      signal,
      waitAtMostMs,
    })
    if (signal.aborted) return 'stopped'
    if (result.kind === 'busy' && result.isElsewhere) {
      const retryAt = new Date(now().getTime() + result.retryAfterMs)
      return await postpone({ retryAt, tries: item.tries }, item, context)
    }
    if (result.kind === 'busy') return { later: 'host', waitMs: result.retryAfterMs }
    const reading = await readPage(result, item, context)
    if (signal.aborted) return 'stopped'
    const retry = retryOf(result, reading, item, now())
    if (retry && item.tries + 1 < maxTries) return await retryLater(retry, item, context)
    // The version saved before may have all pages.
    const found = retry && item.articleId !== null ? { refused: 'is incomplete' } : reading.found
    const saved = await save(found, { result, isFinal: retry === undefined }, item, context)
    isReleased = true
    return saved
  } finally {
    if (!isReleased) await release(listed, context)
  }
}

/**
 * Saves the text or the refusal, settles the item and releases its address.
 *
 * @param fetched.isFinal false if the page may be readable by the time it is listed again
 */
async function save(
  found: FoundText | RefusedText,
  { result, isFinal }: { result: FetchResult; isFinal: boolean },
  item: PageItem,
  { source, saveInTurn, now }: RefreshContext,
): Promise<Settled> {
  return saveInTurn(async (tx) => {
    await assertLeaseHeld(tx, source)
    const settled = unchangedIfKnown(item, 'refused' in found ? found : await saveFound(tx, found))
    await settleItems(tx, { source, now: now() }, [{ itemKey: item.itemKey, settled }])
    const fetched = {
      address: item.address,
      ...settled,
      // The article it was before may have been at another address.
      ...('refused' in found && { articleId: undefined }),
      // A refusal that isn't final is remembered for this item only, not for its address. Nor are the validators, with
      // which the page would count as unchanged although it was not saved as a whole.
      ...(!isFinal && { refused: undefined }),
      validators: isFinal && 'validators' in result ? result.validators : undefined,
    }
    await noteFetched(tx, fetched, now())
    return settled
  })
}

async function release({ address }: PageItem, { database, unreleased }: RefreshContext): Promise<void> {
  try {
    await releaseAddress(database, address)
  } catch (error) {
    unreleased.push(address)
    throw error
  }
}

async function settle(
  settled: Settled,
  { itemKey }: PageItem,
  { source, saveInTurn, now }: RefreshContext,
): Promise<Settled> {
  await saveInTurn(async (tx) => {
    await assertLeaseHeld(tx, source)
    await settleItems(tx, { source, now: now() }, [{ itemKey, settled }])
  })
  return settled
}

async function retryLater(
  { waitMs, cause, reason }: Retry,
  item: PageItem,
  context: RefreshContext,
): Promise<PageResult> {
  const retryAt = new Date(context.now().getTime() + waitMs)
  await postpone({ retryAt, tries: item.tries + 1, reason }, item, context)
  // Other pages of the host, tried less often, needn't wait as long as this one.
  return isOfHost(cause) ? { later: 'host', waitMs: pageBackOff(0, cause.retryAfterMs) } : { later: 'retry' }
}

async function postpone(
  retry: { retryAt: Date; tries: number; reason?: string | undefined },
  { itemKey }: PageItem,
  { database, source, now }: RefreshContext,
): Promise<PageResult> {
  await postponeItem(database, { source, now: now() }, itemKey, retry)
  return { later: 'retry' }
}

async function readPage(
  result: FetchResult,
  item: PageItem,
  { database, fetcher, source, extractor, now, signal }: RefreshContext,
): Promise<PageReading> {
  if (result.kind === 'unchanged') return { found: { refused: 'has not changed' } }
  if (result.kind !== 'fetched') return { found: { refused: messageOf(result) ?? 'could not be fetched' } }

  const fetchFurther = async (furtherUrl: string) => {
    await renewAddressLease(database, item.address)
    return fetcher.fetch({ url: furtherUrl, signal })
  }
  const article = await readArticle(result, item.address, { extractor, now }, fetchFurther)
  if ('refused' in article) return { found: article }
  const found: FoundText = {
    sourceId: source.id,
    itemKey: item.itemKey,
    category: source.category,
    title: chooseTitle(item.title, article),
    text: article.text,
    ...chooseDate(item, article.date, now()),
    address: item.address,
    readAt: absoluteUrl(result.url, undefined),
    furtherPages: article.pages,
    canonicalAddress: absoluteUrl(article.canonicalUrl, result.url),
    articleId: item.articleId ?? undefined,
  }
  return { found, cutOffBy: article.cutOffBy }
}

/** Reads the article that is listed at an address from its page, and from those that continue it. */
export async function readArticle(
  { bytes, contentType, url }: Fetched,
  listed: string,
  { extractor, now }: Pick<RefreshContext, 'extractor' | 'now'>,
  fetchPage: (url: string) => Promise<FetchResult>,
): Promise<(ExtractedArticle & WholeArticle) | RefusedPage> {
  // Sites send readers home from what is missing, or for now. That page may have whole articles, but not this one.
  if (isHomePage(url) && !isHomePage(listed)) return { refused: 'leads to a home page', isTransient: true }
  const extraction = await extractor.extract({ bytes, contentType, url, latestDate: latestDateAt(now()) })
  if ('refused' in extraction) return extraction
  return { ...extraction, ...(await readFurtherPages(extraction, fetchPage, extractor)) }
}

/**
 * Some feeds give a corrected article another GUID ("/a#1"). The item is one of the known article if that was read at
 * the same address, and is listed with a date since then. A date in the future is a mistake.
 */
async function asCorrection(
  item: PageItem,
  { articleId, fetchedAt }: KnownAddress,
  { database, now }: RefreshContext,
): Promise<PageItem> {
  if (item.articleId !== null || articleId === null || fetchedAt === null) return item
  const isSince = (date: Date | null): boolean => date !== null && date > fetchedAt && date <= now()
  if (!isSince(item.publishedAt) && !isSince(item.updatedAt)) return item
  return (await hasSourceKey(database, articleId, sourceKeyOf(item.address))) ? { ...item, articleId } : item
}

const weekMs = 7 * 24 * 60 * minuteMs

/**
 * The result of an earlier fetch of the address for another item, if there is one: then nothing is fetched. A page that
 * was refused may have grown into an article: it is fetched again for the item that it was refused for, and after a
 * week for any.
 */
function settledBefore(item: Item, known: KnownAddress, now: Date): Settled | undefined {
  if (item.articleId !== null) return undefined
  if (known.articleId !== null) return { articleId: known.articleId, yields: 'known' }
  if (known.refused === null || item.wasRefused) return undefined
  // Of a page that was fetched while the clock was wrong, the date may be in the future.
  const isOld = known.fetchedAt !== null && Math.abs(now.getTime() - known.fetchedAt.getTime()) > weekMs
  return isOld ? undefined : { refused: known.refused }
}

/**
 * When a page that was fetched before may be fetched again, because it is listed as changed or by another source: after
 * ten minutes, then four times as long each time, up to four weeks. Many sites report every page as changed all the time.
 */
function nextFetchAt({ fetchedAt, fetches }: KnownAddress, now: Date): Date | undefined {
  // The clock of another process may be ahead; a date that is further ahead was written with a wrong one.
  if (!fetchedAt || fetchedAt.getTime() > now.getTime() + dayMs) return undefined
  const exponent = Math.min(Math.max(0, fetches - 1), 6)
  return new Date(fetchedAt.getTime() + 10 * minuteMs * 4 ** exponent)
}

const dayMs = 24 * 60 * minuteMs

interface Retry {
  readonly waitMs: number
  /** The fetch after which the article is missing or incomplete: that of its page, or of a further page. */
  readonly cause: FetchResult
  /** In words for the owner. */
  readonly reason: string | undefined
}

/** @returns undefined if a retry would change nothing */
function retryOf(
  result: FetchResult,
  { found, cutOffBy }: PageReading,
  { publishedAt, updatedAt, tries }: Item,
  now: Date,
): Retry | undefined {
  const isNew = [publishedAt, updatedAt].some((date) => date && now.getTime() - date.getTime() < dayMs)
  const waitMs = waitBeforeRetry(result, tries, isNew)
  if (waitMs !== undefined) return { waitMs, cause: result, reason: messageOf(result) }
  if ('refused' in found && found.isTransient)
    return { waitMs: pageBackOff(tries), cause: result, reason: found.refused }
  const furtherPageInMs = cutOffBy && waitForFurtherPage(cutOffBy, tries)
  if (furtherPageInMs === undefined) return undefined
  return { waitMs: furtherPageInMs, cause: cutOffBy!, reason: messageOf(cutOffBy!) }
}

const messageOf = (result: FetchResult): string | undefined =>
  'message' in result ? result.message : undefined

/**
 * @param isNew whether the article was published or updated within a day
 * @returns undefined if a retry can't succeed
 */
function waitBeforeRetry(result: FetchResult, tries: number, isNew: boolean): number | undefined {
  // A robots.txt may be fixed, and the owner may allow a private host.
  if (result.kind === 'refused') return dayMs
  if (result.kind !== 'failed') return undefined
  const { status = 0, retryAfterMs = 0, isOfRobots } = result
  if (!isOfRobots && (status === 401 || status === 403)) return Math.max(retryAfterMs, dayMs)
  // A feed may be ahead of its site.
  return isTransient(result) || (status === 404 && isNew) ? pageBackOff(tries, retryAfterMs) : undefined
}

/**
 * The wait after a further page of an article could not be fetched. If that page may not be fetched, or is for
 * subscribers, the text ends before it.
 *
 * @returns undefined if a retry can't succeed
 */
function waitForFurtherPage(result: FetchResult, tries: number): number | undefined {
  if (result.kind === 'busy') return result.retryAfterMs
  return result.kind === 'failed' && isTransient(result) ? pageBackOff(tries, result.retryAfterMs) : undefined
}

const pageBackOff = (tries: number, retryAfterMs = 0): number =>
  Math.max(retryAfterMs, (retryMinutes[tries] ?? 0) * minuteMs)

/** Whether other pages of the same host would fail too. */
const isOfHost = (result: FetchResult): result is Failed =>
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
    !!date && date <= latestDateAt(now) && date.getUTCFullYear() >= 1
  const known = [publishedAt, ofPage].find(isPossible)
  if (known) return { publishedAt: known, isDateGuessed: false }
  return { publishedAt: isPossible(updatedAt) ? updatedAt : now, isDateGuessed: true }
}

const latestDateAt = (now: Date): Date => new Date(now.getTime() + dayMs)

/** Chooses between the two titles: a page's may end with the name of its site, a listing's may be truncated. */
export function chooseTitle(listed: string, { title }: Pick<ExtractedArticle, 'title'>): string {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
  const [ofList, ofPage] = [plain(listed), plain(title)]
  return ofPage === '' || (ofList.length >= 10 && ofPage.startsWith(ofList)) ? ofList : ofPage
}
