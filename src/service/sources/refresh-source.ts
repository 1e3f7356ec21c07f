import { setTimeout as sleep } from 'node:timers/promises'
import type { PageResult, CollectContext } from './collect-item.ts'
import { collectPage, chooseDate } from './collect-item.ts'
import { correctTexts } from './correct-texts.ts'
import type { Listed, ListingContext, NotListed } from './fetch-listing.ts'
import { fetchListing } from './fetch-listing.ts'
import { backOff, nextInterval, withJitter, clampToADay } from './intervals.ts'
import type { Item, PageItem, Settled } from './item-store.ts'
import {
  byItemKey,
  hostOf,
  nextPendingAt,
  noteItems,
  pendingItems,
  pendingPages,
  settleItems,
  settleUnlisted,
  keepKnown,
} from './item-store.ts'
import { isFullText, isNote } from './listings/full-text.ts'
import type { ListedItem, Listing } from './listings/listing.ts'
import { saveFound } from './save-found.ts'
import type { LeasedSource, Outcome } from './source-lease.ts'
import { assertLeaseHeld } from './source-lease.ts'
import type { Database } from '../database/database.ts'
import { isTransient } from '../fetching/fetch-result.ts'
import { isSameSite, siteOf } from './address-key.ts'
import { keyOf } from './source-store.ts'

export interface RefreshOptions extends Omit<CollectContext, 'source'>, ListingContext {
  /** Fetches the listing even if it isn't due, unless its server asked us to wait. */
  readonly isAsked: boolean
  /** No page is started after this time; milliseconds since the epoch. */
  readonly endAt: number
  /** For a search: its address with the words filled in. */
  readonly address?: string | undefined
}

export interface Refreshed {
  readonly added: number
  readonly changed: number
  readonly known: number
  readonly refused: number
  /** In words, if the listing could not be fetched. */
  readonly error?: string | undefined
  /** The listing was not requested: its host is busy, or this process is stopping. */
  readonly isPostponed?: true
}

const maxPagesAtOnce = 200
/** Keeps transactions short, so that other savers don't wait for long. */
const textsAtOnce = 5
/** Of entries that are refused without saving anything. */
const maxNotesAtOnce = 500
const maxHostsAtOnce = 6
const minPauseMs = 30_000
const maxRounds = 10
const elsewhereMs = 500

type Failure = Pick<Refreshed, 'error' | 'isPostponed'>

/**
 * Fetches a source's listing and collects what is new, in steps that commit separately: work done before a crash is
 * kept, and never fetched again.
 *
 * @returns what to write to the source, and the counts
 */
export async function refreshSource(
  source: LeasedSource,
  options: RefreshOptions,
): Promise<{ refreshed: Refreshed; outcome: Outcome }> {
  const { database, now, signal } = options
  const counts = { added: 0, changed: 0, known: 0, refused: 0 }
  const collecting: CollectContext = { ...options, source }
  // A search has no listing of its own, only one per query.
  const isSearch = source.kind === 'search'
  const isListed = isSearch
    ? options.address !== undefined
    : now() >= (options.isAsked ? source.notBefore : source.listAt)
  let outcome: Outcome = {}
  let failure: Failure = {}
  let isSiteDown = false

  if (isListed) {
    const listed = await fetchListing(source, options.address ?? source.address, options)
    if (listed.kind === 'listed') outcome = await takeListing(listed)
    else {
      ;({ failure, outcome } = failed(source, listed, now()))
      if (outcome.pausedAt) return { refreshed: { ...counts, ...failure }, outcome }
      isSiteDown = isDown(listed)
    }
  }

  // Pages noted before don't need the listing, which may fail for weeks. Those of a site that is down wait for it: they
  // would use up their tries.
  const resting = await collectPages(isSiteDown ? [hostOf(source.address)] : [])
  if (counts.added + counts.known + counts.changed > 0 && !signal.aborted)
    await correctTexts(database, source)
  if (counts.added > 0) outcome = { ...outcome, renewedAt: now() }
  // If it was stopped midway, it continues after the next start.
  const dueAt = signal.aborted ? now() : await nextAt(outcome.dueAt ?? outcome.listAt ?? source.listAt)
  return { refreshed: { ...counts, ...failure }, outcome: { ...outcome, dueAt } }

  /** @returns when the listing or the pages that are left are due */
  async function nextAt(listAt: Date): Promise<Date> {
    if (isSiteDown) return listAt
    const pendingAt = await nextPendingAt(database, source.id, [...resting.keys()])
    const soonest = now().getTime() + minPauseMs
    const pagesAt = [...resting.values()].map((waitMs) => now().getTime() + waitMs)
    if (pendingAt) pagesAt.push(pendingAt.getTime())
    return new Date(Math.min(listAt.getTime(), Math.max(soonest, Math.min(...pagesAt))))
  }

  /** Notes what is listed, and saves what needs no page. */
  async function takeListing(listed: Listed): Promise<Outcome> {
    let fresh = 0
    for (const listing of listed.listings) fresh += await noteItems(database, source, listing)
    const isSaved = await saveTexts(listed.listings)
    if (isSaved) await listed.remember()
    const intervalMs = nextInterval(source.intervalMs, fresh)
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
   * @returns false if it was stopped before the end
   */
  async function saveTexts(listings: readonly Listing[]): Promise<boolean> {
    const listed = byItemKey(
      listings.flatMap(({ items }) => items),
      source,
    )
    const texts = new Map([...listed].filter(([, item]) => !item.url || isFullText(item.text)))
    if (listings.length > 0) await settleUnlisted(database, source.id, [...texts.keys()], now())
    if (texts.size === 0) return true
    const items = (await pendingItems(database, source.id, now())).filter(({ itemKey }) => texts.has(itemKey))
    const isRefused = ({ itemKey }: Item): boolean => isNote(texts.get(itemKey)!.text)
    const notes = chunks(items.filter(isRefused), maxNotesAtOnce)
    const others = items.filter((item) => !isRefused(item))
    for (const chunk of [...notes, ...chunks(others, textsAtOnce)]) {
      if (isOver()) return false
      const saved = await options.saveInTurn(async (tx) => {
        await assertLeaseHeld(tx, source)
        const settled: { itemKey: string; settled: Settled }[] = []
        for (const item of chunk) {
          const listed = texts.get(item.itemKey)!
          settled.push({
            itemKey: item.itemKey,
            settled: keepKnown(
              item,
              isRefused(item)
                ? { refused: 'has neither a page nor a text' }
                : await saveFound(tx, foundOf(item, listed)),
            ),
          })
        }
        await settleItems(tx, { sourceId: source.id, now: now() }, settled)
        return settled.map((one) => one.settled)
      })
      saved.forEach(count)
    }
    return true
  }

  function foundOf(item: Item, listed: ListedItem) {
    return {
      sourceId: source.id,
      itemKey: item.itemKey,
      category: source.category,
      title: listed.title,
      text: listed.text,
      ...chooseDate(listed, undefined, now()),
      address: listed.url,
      isOfOtherSite: listed.url !== undefined && !isSameSite(listed.url, source.address),
      articleId: item.articleId ?? undefined,
    }
  }

  /** @returns how long each host rests, in milliseconds */
  async function collectPages(hostsToSkip: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const resting = new Map<string, number>()
    let most = maxPagesAtOnce
    // A host that rests may have the newest pages: those of others take the places of what it left.
    while (most > 0 && !isOver()) {
      const exceptHosts = [...hostsToSkip, ...resting.keys()]
      let left = await pendingPages(database, source.id, { now: now(), most, exceptHosts })
      const isLast = left.length < most
      most = 0
      // Pages being fetched for another source are ready soon; try them again.
      for (let round = 0; left.length > 0 && round < maxRounds && !isOver(); round += 1) {
        if (round > 0) await sleep(elsewhereMs, undefined, { signal, ref: false }).catch(() => undefined)
        const { elsewhere, untried } = await collectByHost(left, resting)
        if (!isLast) most += untried
        left = elsewhere
      }
    }
    return resting
  }

  /** Collects from several hosts concurrently, and the pages of each host in turn, until it needs a rest. */
  async function collectByHost(
    items: readonly PageItem[],
    resting: Map<string, number>,
  ): Promise<{ elsewhere: PageItem[]; untried: number }> {
    const hosts = new Map<string, PageItem[]>()
    for (const item of items) {
      const host = hostOf(item.address)
      hosts.set(host, [...(hosts.get(host) ?? []), item])
    }
    const queues = [...hosts]
    const elsewhere: PageItem[] = []
    let untried = 0
    const work = async (): Promise<void> => {
      for (let next = queues.shift(); next; next = queues.shift()) {
        const [host, queue] = next
        for (const [index, item] of queue.entries()) {
          if (isOver()) return
          const collected = await collectPage(item, collecting)
          if (collected === 'stopped') return
          count(collected)
          if (!('later' in collected)) continue
          if (collected.later === 'elsewhere') elsewhere.push(item)
          if (collected.later !== 'host') continue
          resting.set(host, collected.waitMs)
          untried += queue.length - index - 1
          break
        }
      }
    }
    await Promise.all(Array.from({ length: maxHostsAtOnce }, work))
    return { elsewhere, untried }
  }

  function isOver(): boolean {
    return signal.aborted || now().getTime() >= options.endAt
  }

  function count(collected: PageResult): void {
    if (typeof collected === 'string' || 'later' in collected) return
    if ('refused' in collected) counts.refused += 1
    else if (collected.yields !== 'unchanged') counts[collected.yields] += 1
  }
}

const chunks = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size))

function failed(source: LeasedSource, result: NotListed, now: Date): { failure: Failure; outcome: Outcome } {
  if (result.kind === 'busy') {
    const dueAt = new Date(now.getTime() + withJitter(result.retryAfterMs) + 1_000)
    const isSearch = source.kind === 'search'
    // A search has no list to be due for.
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

/** Counts an error at its source, which then waits longer each time. */
export function afterError(source: LeasedSource, error: string, now: Date, retryAfterMs = 0): Outcome {
  // A search goes on with the other words of the job, which fail for the same reason.
  const isSameOutage = source.kind === 'search' && source.errors > 0 && source.notBefore > now
  const errors = source.errors + (isSameOutage ? 0 : 1)
  const at = new Date(now.getTime() + Math.max(retryAfterMs, withJitter(backOff(errors))))
  return {
    errors,
    error,
    triedAt: now,
    notBefore: at,
    // A search has no list to be due for, but perhaps pages that it found.
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
async function moveSource(database: Database, source: LeasedSource, to: string, now: Date): Promise<Outcome> {
  const { rowCount } = await database.query(
    `update sources set address = $2, address_key = $3, site = $5, moved_from = address, moved_at = $4
    where id = $1 and address <> $2 and not exists (select from sources where address_key = $3 and id <> $1)`,
    [source.id, to, keyOf(source.kind, to), now.toISOString(), siteOf(to)],
  )
  if (rowCount > 0 || source.address === to) return {}
  return { pausedAt: now, pausedBecause: `moved to ${to}, which is a source already` }
}
