import { addCategory } from '../articles/store.ts'
import type { Query } from '../database/database.ts'
import type { DayCounts } from './day-counts.ts'
import { countDay } from './day-counts.ts'
import { addressKey, shortHash, isSameSite } from './address-key.ts'
import { chunks } from './chunks.ts'
import type { ListedItem, Listing } from './listings/listing.ts'
import { lockSaving } from './saving.ts'
import type { LeasedSource } from './source-lease.ts'
import { LeaseLostError } from './source-lease.ts'

/** An article that a source listed, and that is to be collected: for the first time, or again after a change. */
export interface Item {
  readonly itemKey: string
  readonly address: string | null
  readonly title: string
  readonly publishedAt: Date | null
  readonly updatedAt: Date | null
  readonly tries: number
  /** Its page was looked at before and not taken; it is tried again, or was listed again with changes. */
  readonly wasRefused: boolean
  /** The article it became when it was collected before; null the first time. */
  readonly articleId: number | null
}

export type PageItem = Item & { readonly address: string }

/**
 * Stable across listings of the same article. An article of another site is known by its address alone: with a GUID, a
 * feed could have one page after another stored as its new versions.
 */
const itemKeyOf = (item: ListedItem, source: ListedBy, isShared: (guid: string) => boolean): string =>
  item.guid && !isShared(item.guid) && (!item.url || isSameSite(item.url, source.address))
    ? `g:${shortHash(item.guid)}`
    : item.url
      ? `a:${addressKey(item.url)}`
      : `t:${shortHash(item.title + item.text)}`

type ListedBy = Pick<LeasedSource, 'id' | 'address'>

/** Of several entries for one article, the one updated last counts, or else the first: feeds list the newest first. */
export function byItemKey(items: readonly ListedItem[], source: ListedBy): Map<string, ListedItem> {
  const latest = new Map<string, ListedItem>()
  const isShared = sharedGuids(items)
  for (const item of items) {
    const key = itemKeyOf(item, source, isShared)
    const other = latest.get(key)
    if (!other || (item.updatedAt?.getTime() ?? -Infinity) > (other.updatedAt?.getTime() ?? -Infinity))
      latest.set(key, item)
  }
  return latest
}

/** Some feeds give all entries the GUID of the site: their articles would be taken for versions of one. */
function sharedGuids(items: readonly ListedItem[]): (guid: string) => boolean {
  const addresses = new Map<string, string>()
  const shared = new Set<string>()
  for (const { guid, url } of items) {
    if (!guid || !url) continue
    const first = addresses.get(guid) ?? url
    addresses.set(guid, first)
    if (first !== url && addressKey(first) !== addressKey(url)) shared.add(guid)
  }
  return (guid) => shared.has(guid)
}

/**
 * Limit per source of pending items that were never tried: nobody adds a source for its archive of decades.
 * Postponed items don't count, nor do changed ones: all that a site forbids, or lists as changed each time, would
 * otherwise keep new ones out.
 */
const maxPending = 10_000

/**
 * Records a listing. New and changed items become pending. An item that waits for a retry keeps waiting even if it
 * changes: many sites report every page as changed all the time. Changes of a text that rests are left for later.
 *
 * @returns how many are new, and whether all changes were recorded
 */
export async function noteItems(
  database: Query,
  source: ListedBy,
  { kind, items }: Listing,
  now: Date,
): Promise<{ added: number; isComplete: boolean }> {
  let added = 0
  let isComplete = true
  const entries = [...byItemKey(items, source)]
  if (kind === 'feed') await renameItems(database, source.id, entries)
  for (const batch of chunks(entries, 2_000)) {
    const { rows } = await database.query<{ added: number; isComplete: boolean }>(
      `with known as (
        select item_key, address, fingerprint, state = 'kept' and not ${hasCome('$9')} as is_resting
        from source_items
        where source_id = $1 and item_key = any ($2::text[])
      ), changed as (
        select given.*, known.item_key is not null as is_known,
          coalesce(known.is_resting and given.address is not distinct from known.address, false) as is_left
        from unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::text[])
            with ordinality as given (item_key, address, title, published_at, updated_at, fingerprint, place)
          left join known using (item_key)
        where given.fingerprint is distinct from known.fingerprint
      ), noted as (
        insert into source_items (source_id, item_key, address, title, published_at, updated_at, fingerprint)
        select $1, item_key, given.address, title, published_at, updated_at, given.fingerprint
        from changed as given
        -- Items that are known must not use up the limit, changed or not. Some feeds have new GUIDs at every fetch: their
        -- entries are known by the rest. Not a join, which would read all items of the source for each entry.
        where not is_left and (
          is_known
          or (coalesce(given.address, ''), given.fingerprint, coalesce(given.published_at, '-infinity')) not in (
            select coalesce(address, ''), fingerprint, coalesce(published_at, '-infinity') from source_items
            where source_id = $1 and fingerprint = any ($7::text[])
          )
        )
        order by is_known, place
        limit greatest(0, $8 - (
          select count(*) from source_items
          where source_id = $1 and state = 'pending' and tries = 0 and reason = '' and article_id is null
            and retry_at = '-infinity'
        ))
        on conflict (source_id, item_key) do update set
          address = excluded.address, title = excluded.title, published_at = excluded.published_at,
          updated_at = excluded.updated_at, fingerprint = excluded.fingerprint, state = 'pending',
          tries = case when ${isWaiting} then source_items.tries else 0 end,
          retry_at = case when ${isWaiting} then source_items.retry_at else '-infinity' end,
          text_saves = case when ${isAtSameAddress} then source_items.text_saves else 0 end
        where source_items.fingerprint <> excluded.fingerprint
        returning item_key, address
      )
      -- Some feeds number their entries: at another address, a known one is another article.
      select count(*) as added, not exists (select from changed where is_left) as "isComplete"
      from noted left join known using (item_key)
      where known.item_key is null or known.address <> noted.address`,
      [
        source.id,
        batch.map(([key]) => key),
        batch.map(([, { url }]) => url ?? null),
        batch.map(([, { title }]) => title),
        batch.map(([, { publishedAt }]) => publishedAt?.toISOString() ?? null),
        batch.map(([, { updatedAt }]) => updatedAt?.toISOString() ?? null),
        // A list page tells nothing about an article except that it exists.
        batch.map(([, item]) => (kind === 'page' ? '' : fingerprintOf(item))),
        maxPending,
        now.toISOString(),
      ],
    )
    added += rows[0]!.added
    isComplete &&= rows[0]!.isComplete
  }
  return { added, isComplete }
}

/**
 * Gives known items the keys by which they are listed now. Some feeds have other GUIDs and texts at every fetch: an entry
 * is then known by its title and its address, or the date of one that has no page, if no other has the same.
 */
async function renameItems(
  database: Query,
  sourceId: number,
  entries: readonly (readonly [string, ListedItem])[],
): Promise<void> {
  await database.query(
    `with listed as (
      select item_key, title, place, fingerprint, count(*) over (partition by title, place) as alike
      from unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::text[])
          as given (item_key, title, address, published_at, fingerprint),
        coalesce(address, published_at::text) as place
    ), renamed as (
      select distinct on (listed.item_key) listed.item_key, known.item_key as former_key
      from listed join source_items as known
        on known.title = listed.title and coalesce(known.address, known.published_at::text) = listed.place
      where source_id = $1 and alike = 1 and known.fingerprint <> listed.fingerprint
        and not exists (select from listed as again where again.item_key = known.item_key)
        and not exists (select from source_items where source_id = $1 and item_key = listed.item_key)
      order by listed.item_key, known.article_id is null, known.item_key
    )
    update source_items set item_key = renamed.item_key from renamed
    where source_id = $1 and source_items.item_key = former_key`,
    [
      sourceId,
      entries.map(([key]) => key),
      entries.map(([, { title }]) => title),
      entries.map(([, { url }]) => url ?? null),
      entries.map(([, { publishedAt }]) => publishedAt?.toISOString() ?? null),
      entries.map(([, item]) => fingerprintOf(item)),
    ],
  )
}

/** Whether an item may be collected; a time further ahead than any item waits was written with a wrong clock. */
const hasCome = (now: string): string =>
  `(retry_at <= ${now} or retry_at > ${now}::timestamptz + interval '${maxWaitDays} days')`

/** Longer than the longest wait, that of `nextFetchAt`. */
const maxWaitDays = 30

const isAtSameAddress = 'source_items.address is not distinct from excluded.address'
const isWaiting = `source_items.state = 'pending' and ${isAtSameAddress}`

const fingerprintOf = ({ title, text, updatedAt }: ListedItem): string =>
  shortHash(JSON.stringify([title, text, updatedAt ?? null]))

/** Items that may be collected now, newest first. */
export async function pendingItems(database: Query, sourceId: number, now: Date): Promise<Item[]> {
  const { rows } = await database.query<Item>(
    `select ${columns} from source_items where source_id = $1 and state = 'pending' and ${hasCome('$2')}
    order by ${newestFirst} limit ${maxPending}`,
    [sourceId, now.toISOString()],
  )
  return rows
}

/**
 * Pages that may be collected now, except those on the given hosts: those tried least first, since one that fails may
 * keep the rest of its host waiting, and the newest of these.
 */
export async function pendingPages(
  database: Query,
  sourceId: number,
  { now, most, exceptHosts }: { now: Date; most: number; exceptHosts: readonly string[] },
): Promise<PageItem[]> {
  const { rows } = await database.query<PageItem>(
    `select ${columns} from source_items where source_id = $1 and state = 'pending' and ${hasCome('$2')}
      and ${isOnOtherHost('$3')}
    order by tries, ${newestFirst} limit $4`,
    [sourceId, now.toISOString(), exceptHosts, most],
  )
  return rows
}

const columns = `item_key as "itemKey", address, title, published_at as "publishedAt", updated_at as "updatedAt", tries,
  reason <> '' as "wasRefused", article_id as "articleId"`

const newestFirst = 'published_at desc nulls last, updated_at desc nulls last, item_key'

const isOnOtherHost = (hosts: string): string =>
  `address is not null and split_part(address, '/', 3) <> all (${hosts}::text[])`

/** The host with its port, exactly as in `isOnOtherHost`. */
export const hostOf = (address: string): string => address.split('/')[2] ?? ''

/**
 * @returns when the first pending page on other hosts than those given may be collected; undefined if there is none.
 * Items without a page wait for the listing.
 */
export async function nextPendingAt(
  database: Query,
  sourceId: number,
  exceptHosts: readonly string[],
): Promise<Date | undefined> {
  const { rows } = await database.query<{ at: Date | number | null }>(
    `select min(greatest(retry_at, 'epoch')) as at from source_items
    where source_id = $1 and state = 'pending' and ${isOnOtherHost('$2')}`,
    [sourceId, exceptHosts],
  )
  const at = rows[0]?.at
  return at instanceof Date ? at : undefined
}

/**
 * Settles pending items that have no page and are not listed any more: their text was not saved in time. Listed again,
 * they are pending again.
 */
export async function settleUnlisted(
  database: Query,
  sourceId: number,
  listed: readonly string[],
  now: Date,
): Promise<void> {
  await database.query(
    `update source_items set state = case when article_id is null then 'refused' else 'kept' end, fingerprint = '',
      reason = 'is no longer listed', refused_at = $3
    where source_id = $1 and state = 'pending' and address is null and item_key <> all ($2::text[])`,
    [sourceId, listed, now.toISOString()],
  )
}

export type Settled =
  | { readonly articleId: number; readonly yields: 'added' | 'changed' | 'known' | 'unchanged' }
  | { readonly refused: string }

/** An article that was collected before stays as it was if it can't be read any more. */
export const unchangedIfKnown = (item: Item, settled: Settled): Settled =>
  'refused' in settled && item.articleId !== null
    ? { articleId: item.articleId, yields: 'unchanged' }
    : settled

interface Saving {
  readonly source: LeasedSource
  readonly now: Date
}

interface SettledItem {
  readonly itemKey: string
  readonly settled: Settled
}

/** Settles pending items, and adds their results to the day's counts. */
export async function settleItems(
  tx: Query,
  { source, now }: Saving,
  items: readonly SettledItem[],
): Promise<void> {
  const settled = items.map((item) => item.settled)
  const found = settled.flatMap((one) => ('refused' in one || one.yields === 'added' ? [] : one.articleId))
  // Moving another source to another category must see that this source lists these articles too.
  if (found.length > 0) await lockSaving(tx)
  await addCategory(tx, source.category, found)
  await tx.query(
    `update source_items set state = given.state, reason = given.reason, article_id = given.article_id,
      refused_at = case when given.state = 'refused' then $6::timestamptz else '-infinity' end
    from unnest($2::text[], $3::text[], $4::text[], $5::int[]) as given (item_key, state, reason, article_id)
    where source_id = $1 and source_items.item_key = given.item_key`,
    [
      source.id,
      items.map(({ itemKey }) => itemKey),
      settled.map((one) => ('refused' in one ? 'refused' : 'kept')),
      settled.map((one) => ('refused' in one ? one.refused : '')),
      settled.map((one) => ('refused' in one ? null : one.articleId)),
      now.toISOString(),
    ],
  )
  const countOf = (name: keyof DayCounts): number =>
    settled.filter((one) => ('refused' in one ? 'refused' : one.yields) === name).length
  await countDay(
    tx,
    { sourceId: source.id, now },
    {
      added: countOf('added'),
      changed: countOf('changed'),
      known: countOf('known'),
      refused: countOf('refused'),
    },
  )
}

/**
 * Lets items rest whose listed texts were saved: changes are recorded again after ten minutes, then after twice as long
 * each time, but within a day. Some feeds have another text at every fetch, with a counter or an advert; some entries
 * have a new text every day.
 */
export async function restTexts(
  tx: Query,
  { source, now }: Saving,
  items: readonly SettledItem[],
): Promise<void> {
  const saved = items.filter(
    ({ settled }) => 'yields' in settled && (settled.yields === 'added' || settled.yields === 'changed'),
  )
  if (saved.length === 0) return
  await tx.query(
    `update source_items set text_saves = text_saves + 1,
      retry_at = $2::timestamptz + interval '10 minutes' * 2 ^ least(text_saves, 7)
    where source_id = $1 and item_key = any ($3::text[])`,
    [source.id, now.toISOString(), saved.map(({ itemKey }) => itemKey)],
  )
}

/**
 * Postpones an item. With a reason, it is shown as refused for now.
 *
 * @throws LeaseLostError if another process holds the source, which may have settled the item
 */
export async function postponeItem(
  query: Query,
  { source, now }: Saving,
  itemKey: string,
  { retryAt, tries, reason }: { retryAt: Date; tries: number; reason?: string | undefined },
): Promise<void> {
  const { rowCount } = await query.query(
    // Locked, as by `assertLeaseHeld`, so that nobody takes the source meanwhile.
    `with held as (select id from sources where id = $1 and lease_token = $2 for share)
    update source_items set retry_at = $4, tries = $5, reason = coalesce($6, reason),
      refused_at = case when $6::text is null then refused_at else $7::timestamptz end
    from held where source_id = held.id and item_key = $3`,
    [source.id, source.token, itemKey, retryAt.toISOString(), tries, reason ?? null, now.toISOString()],
  )
  if (rowCount === 0) throw new LeaseLostError()
}
