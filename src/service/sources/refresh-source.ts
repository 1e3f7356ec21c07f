import { setTimeout as sleep } from 'node:timers/promises'
import { chunks } from './chunks.ts'
import { chooseDate, collectPage } from './collect-item.ts'
import { correctTexts } from './correct-texts.ts'
import type { DayCounts } from './day-counts.ts'
import type { Listed, NotListed } from './fetch-listing.ts'
import { fetchListing } from './fetch-listing.ts'
import { backOff, clampToADay, hasCome, nextInterval, withJitter } from './intervals.ts'
import type { Item, PageItem, Settled } from './item-store.ts'
import {
  byItemKey,
  hostOf,
  nextPendingAt,
  noteItems,
  pendingItems,
  pendingPages,
  restTexts,
  settleItems,
  settleUnlisted,
  unchangedIfKnown,
} from './item-store.ts'
import { isFullText, isNote } from './listings/full-text.ts'
import type { ListedItem, Listing } from './listings/listing.ts'
import type { RefreshContext } from './refresh-context.ts'
import type { FoundText } from './save-found.ts'
import { saveFound } from './save-found.ts'
import type { LeasedSource, Outcome } from './source-lease.ts'
import { assertLeaseHeld } from './source-lease.ts'
import { noteSearch, wasSearched, withKeywords } from './searches.ts'
import type { Query } from '../database/database.ts'
import { isTransient } from '../fetching/fetch-result.ts'
import { isSameSite, siteOf, sourceAddressKey } from './address-key.ts'

export interface Refreshed extends DayCounts {
  /** In words, if the listing could not be fetched. */
  readonly error?: string | undefined
  /** The listing was not requested: its host is busy, or this process is stopping. */
  readonly isPostponed?: true
}

const maxPagesPerRefresh = 200
/** Keeps transactions short, so that others needn't wait long to save: a text of a million characters takes seconds. */
const textBatchSize = 5
const textBatchLength = 100_000
/** The limit for refused entries, of which no text is saved. */
const refusalBatchSize = 500
const maxConcurrentHosts = 6
const minPauseMs = 30_000
/** How often the pages that another source is fetching are tried again, and after what pause. */
const maxRounds = 10
const roundPauseMs = 500

type Failure = Pick<Refreshed, 'error' | 'isPostponed'>

/**
 * Fetches a source's listing and collects what is new, in steps that commit separately: work done before a crash is
 * kept, and never fetched again.
 *
 * @returns what to write to the source, and the counts
 */
export async function refreshSource(
  context: RefreshContext,
): Promise<{ refreshed: Refreshed; outcome: Outcome }> {
  const { source, database, saveInTurn, words, counts, now, signal } = context
  let outcome: Outcome = {}
  let failure: Failure = {}
  let isSiteDown = false

  if (await isListingDue(context)) {
    const address = words === undefined ? source.address : withKeywords(source.address, words)
    const listed = await fetchListing(address, context)
    if (listed.kind === 'listed') outcome = await takeListing(listed, context)
    else {
      ;({ failure, outcome } = failed(source, listed, now()))
      if (outcome.pausedAt) return { refreshed: { ...counts, ...failure }, outcome }
      isSiteDown = isDown(listed)
    }
  }

  // Pages noted before don't need the listing, which may fail for weeks. Those of a site that is down wait for the
  // listing: they would use up their tries.
  const busyHosts = await collectPages(isSiteDown ? [hostOf(source.address)] : [], context)
  if (counts.added + counts.known + counts.changed > 0 && !signal.aborted)
    await correctTexts(saveInTurn, source)
  if (words !== undefined && !failure.isPostponed && !signal.aborted)
    await noteSearch(database, source.id, words, now())
  if (counts.added > 0) outcome = { ...outcome, renewedAt: now() }
  const listAt = outcome.dueAt ?? outcome.listAt ?? source.listAt
  // Pages of a site that is down wait for the listing; a search that was postponed may never be made again.
  const isWaiting = isSiteDown && !(source.kind === 'search' && failure.isPostponed)
  const dueAt = signal.aborted
    ? now() // The work that was cut short continues after the next start.
    : isWaiting
      ? listAt
      : await nextDueAt(listAt, busyHosts, context)
  return { refreshed: { ...counts, ...failure }, outcome: { ...outcome, dueAt } }
}

async function isListingDue({ source, database, words, isAsked, now }: RefreshContext): Promise<boolean> {
  // A search has no listing of its own, only one per query.
  if (source.kind === 'search')
    return words !== undefined && !(await wasSearched(database, source.id, words, now()))
  if (!isAsked) return hasCome(source.listAt, now())
  // The cause of an error may be gone. If the server asked us to wait, its host is at rest.
  return source.errors > 0 || hasCome(source.notBefore, now())
}

/** @returns when the listing or one of the remaining pages is due */
async function nextDueAt(
  listAt: Date,
  busyHosts: ReadonlyMap<string, number>,
  { source, database, now }: RefreshContext,
): Promise<Date> {
  const pendingAt = await nextPendingAt(database, source.id, [...busyHosts.keys()])
  const soonest = now().getTime() + minPauseMs
  const pagesAt = [...busyHosts.values()].map((waitMs) => now().getTime() + waitMs)
  if (pendingAt) pagesAt.push(pendingAt.getTime())
  return new Date(Math.min(listAt.getTime(), Math.max(soonest, Math.min(...pagesAt))))
}

/** Notes the listed items, and saves those that need no page. */
async function takeListing(listed: Listed, context: RefreshContext): Promise<Outcome> {
  const { source, database, now } = context
  const isSearch = source.kind === 'search'
  let newItems = 0
  let isComplete = true
  for (const listing of listed.listings) {
    const noted = await noteItems(database, source, listing, now())
    newItems += noted.added
    isComplete &&= noted.isComplete
  }
  const isSaved = await saveTexts(listed.listings, context)
  // What is left for later has to be sent again.
  if (isSaved && isComplete) await listed.remember()
  const intervalMs = nextInterval(source.intervalMs, newItems)
  const freshUntil = now().getTime() + clampToADay(listed.freshForMs)
  const moreInMs = isSaved ? listed.moreInMs : 0
  const pauseMs = Math.min(withJitter(intervalMs), Math.max(moreInMs ?? Infinity, minPauseMs))
  return {
    intervalMs,
    ...(!isSearch && {
      listAt: new Date(Math.max(freshUntil, now().getTime() + pauseMs)),
      notBefore: new Date(freshUntil),
    }),
    errors: 0,
    error: '',
    triedAt: now(),
    succeededAt: now(),
    ...(listed.title && { title: listed.title }),
    ...(listed.movedTo && !isSearch && (await moveSource(database, source, listed.movedTo, now()))),
  }
}

/**
 * Saves the items that need no page.
 *
 * @returns false if the time was over before the end
 */
async function saveTexts(listings: readonly Listing[], context: RefreshContext): Promise<boolean> {
  const { source, database, now } = context
  const listed = byItemKey(
    listings.flatMap(({ items }) => items),
    source,
  )
  const texts = new Map([...listed].filter(([, item]) => !item.url || isFullText(item.text)))
  if (listings.length > 0) await settleUnlisted(database, source.id, [...texts.keys()], now())
  if (texts.size === 0) return true
  const entries = (await pendingItems(database, source.id, now())).flatMap((item) => {
    const listed = texts.get(item.itemKey)
    return listed ? [{ item, listed }] : []
  })
  const isRefused = ({ listed }: ListedEntry): boolean => isNote(listed.text)
  const batches = [
    ...chunks(entries.filter(isRefused), refusalBatchSize),
    ...textBatches(entries.filter((entry) => !isRefused(entry))),
  ]
  for (const batch of batches) {
    if (isOver(context)) return false
    for (const settled of await saveEntries(batch, context)) count(settled, context)
  }
  return true
}

interface ListedEntry {
  readonly item: Item
  readonly listed: ListedItem
}

function textBatches(entries: readonly ListedEntry[]): ListedEntry[][] {
  const batches: ListedEntry[][] = []
  let left = 0
  for (const entry of entries) {
    const { length } = entry.listed.text
    const last = batches.at(-1)
    left -= length
    if (last && last.length < textBatchSize && left >= 0) last.push(entry)
    else {
      batches.push([entry])
      left = textBatchLength - length
    }
  }
  return batches
}

/** Saves or refuses entries by their listed texts, in one transaction. */
async function saveEntries(entries: readonly ListedEntry[], context: RefreshContext): Promise<Settled[]> {
  const { source, saveInTurn, now } = context
  return saveInTurn(async (tx) => {
    await assertLeaseHeld(tx, source)
    const items: { itemKey: string; settled: Settled }[] = []
    for (const { item, listed } of entries) {
      const settled = isNote(listed.text)
        ? { refused: 'has neither a page nor a text' }
        : await saveFound(tx, foundOf(item, listed, source, now()))
      items.push({ itemKey: item.itemKey, settled: unchangedIfKnown(item, settled) })
    }
    await settleItems(tx, { source, now: now() }, items)
    await restTexts(tx, { source, now: now() }, items)
    return items.map(({ settled }) => settled)
  })
}

const foundOf = (item: Item, listed: ListedItem, source: LeasedSource, now: Date): FoundText => ({
  sourceId: source.id,
  itemKey: item.itemKey,
  category: source.category,
  title: listed.title,
  text: listed.text,
  ...chooseDate(listed, undefined, now),
  address: listed.url,
  isOfOtherSite: listed.url !== undefined && !isSameSite(listed.url, source.address),
  articleId: item.articleId ?? undefined,
})

/** @returns the hosts that can't be asked now, and for how many milliseconds */
async function collectPages(
  hostsToSkip: readonly string[],
  context: RefreshContext,
): Promise<ReadonlyMap<string, number>> {
  const { source, database, now, signal } = context
  const busyHosts = new Map<string, number>()
  let most = maxPagesPerRefresh
  // A busy host may have the newest pages; pages of other hosts then take their places.
  while (most > 0 && !isOver(context)) {
    const exceptHosts = [...hostsToSkip, ...busyHosts.keys()]
    let left = await pendingPages(database, source.id, { now: now(), most, exceptHosts })
    const isLast = left.length < most
    most = 0
    // Pages being fetched for another source are ready soon; try them again.
    for (let round = 0; left.length > 0 && round < maxRounds && !isOver(context); round += 1) {
      if (round > 0) await sleep(roundPauseMs, undefined, { signal, ref: false }).catch(() => undefined)
      const { elsewhere, untried } = await collectByHost(left, busyHosts, context)
      if (!isLast) most += untried
      left = elsewhere
    }
  }
  return busyHosts
}

/** Collects from several hosts concurrently, and the pages of each host in turn, until the host is busy. */
async function collectByHost(
  items: readonly PageItem[],
  busyHosts: Map<string, number>,
  context: RefreshContext,
): Promise<{ elsewhere: PageItem[]; untried: number }> {
  const hosts = new Map<string, PageItem[]>()
  for (const item of items) {
    const host = hostOf(item.address)
    hosts.set(host, [...(hosts.get(host) ?? []), item])
  }
  const queues = [...hosts]
  const elsewhere: PageItem[] = []
  let untried = 0
  // The first error ends the work on the other hosts as well: the source is then given up.
  const failing = new AbortController()
  const inTime = { ...context, signal: AbortSignal.any([context.signal, failing.signal]) }
  const work = async (): Promise<void> => {
    for (let next = queues.shift(); next; next = queues.shift()) {
      const [host, queue] = next
      for (const [index, item] of queue.entries()) {
        if (isOver(inTime)) return
        const result = await collectPage(item, inTime)
        if (result === 'stopped') return
        if (!('later' in result)) {
          count(result, context)
          continue
        }
        if (result.later === 'elsewhere') elsewhere.push(item)
        if (result.later !== 'host') continue
        busyHosts.set(host, result.waitMs)
        untried += queue.length - index - 1
        break
      }
    }
  }
  const working = Array.from({ length: maxConcurrentHosts }, () =>
    work().catch((error: unknown) => {
      failing.abort()
      throw error
    }),
  )
  await Promise.allSettled(working)
  await Promise.all(working)
  return { elsewhere, untried }
}

const isOver = ({ signal, now, endAt }: RefreshContext): boolean => signal.aborted || now().getTime() >= endAt

function count(settled: Settled, { counts }: RefreshContext): void {
  if ('refused' in settled) counts.refused += 1
  else if (settled.yields !== 'unchanged') counts[settled.yields] += 1
}

function failed(source: LeasedSource, result: NotListed, now: Date): { failure: Failure; outcome: Outcome } {
  if (result.kind === 'busy') {
    const dueAt = new Date(now.getTime() + withJitter(result.retryAfterMs) + 1_000)
    const isSearch = source.kind === 'search'
    // Searches have no due time.
    return { failure: { isPostponed: true }, outcome: isSearch ? {} : { dueAt, listAt: dueAt } }
  }
  if (result.kind === 'failed' && result.reason === 'aborted')
    return { failure: { isPostponed: true }, outcome: { dueAt: now } }
  const { message } = result
  const retryAfterMs = result.kind === 'failed' ? result.retryAfterMs : undefined
  const isGone = result.kind === 'failed' && result.status === 410
  return {
    failure: { error: message },
    outcome: {
      ...afterError(source, message, now, retryAfterMs),
      ...(isGone && { pausedAt: now, pausedBecause: message }),
    },
  }
}

/** Whether the pages of the source's own site would fail, too. */
function isDown(result: NotListed): boolean {
  if (result.kind === 'busy') return !result.isElsewhere
  return result.kind === 'failed' && !result.isElsewhere && isTransient(result)
}

/** Counts an error of a source, whose next refresh is delayed longer each time. */
export function afterError(source: LeasedSource, error: string, now: Date, retryAfterMs = 0): Outcome {
  // The other queries of the same job fail for the same reason.
  const isSameOutage = source.kind === 'search' && source.errors > 0 && source.notBefore > now
  const errors = source.errors + (isSameOutage ? 0 : 1)
  const at = new Date(now.getTime() + Math.max(retryAfterMs, withJitter(backOff(errors))))
  return {
    errors,
    error,
    triedAt: now,
    notBefore: at,
    // A search has no schedule: only the pages that it found can be due.
    dueAt: at,
    ...(source.kind !== 'search' && { listAt: at }),
  }
}

/**
 * Follows a source that moved permanently. If the new address already is a source, this one is paused, since the other
 * covers both.
 *
 * @returns further changes to write to the source
 */
async function moveSource(database: Query, source: LeasedSource, to: string, now: Date): Promise<Outcome> {
  const { rowCount } = await database.query(
    `update sources set address = $2, address_key = $3, site = $5, moved_from = address, moved_at = $4
    where id = $1 and address <> $2 and not exists (select from sources where address_key = $3 and id <> $1)`,
    [source.id, to, sourceAddressKey(source.kind, to), now.toISOString(), siteOf(to)],
  )
  if (rowCount > 0 || source.address === to) return {}
  return { pausedAt: now, pausedBecause: `moved to ${to}, which is a source already` }
}
