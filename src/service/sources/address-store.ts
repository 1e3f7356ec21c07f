import type { Query } from '../database/database.ts'
import type { Validators } from '../fetching/fetch-result.ts'
import { addressKey } from './address-key.ts'

/** What is known about an address, whichever source listed it first. */
export interface KnownAddress {
  readonly articleId: number | null
  readonly refused: string | null
  readonly etag: string | null
  readonly lastModified: string | null
  readonly fetchedAt: Date | null
  readonly fetches: number
}

const columns = `article_id as "articleId", refused, etag, last_modified as "lastModified",
  fetched_at as "fetchedAt", fetches`

/** Longer than a page can take, including redirects and the wait for its host's turn. */
const leaseS = 120

/**
 * Takes the lease on an address in order to fetch it.
 *
 * @returns undefined if another process, or another source in this one, holds it
 */
export async function leaseAddress(query: Query, address: string): Promise<KnownAddress | undefined> {
  const { rows } = await query.query<KnownAddress>(
    `insert into article_addresses as known (address_key, address, lease_until)
    values ($1, $2, now() + interval '${leaseS} seconds')
    on conflict (address_key) do update set lease_until = excluded.lease_until
    where known.lease_until is null or known.lease_until < now()
    returning ${columns}`,
    [addressKey(address), address],
  )
  return rows[0]
}

/** Renews the lease, for an article of several pages. */
export async function renewAddressLease(query: Query, address: string): Promise<void> {
  await query.query(
    `update article_addresses set lease_until = now() + interval '${leaseS} seconds' where address_key = $1`,
    [addressKey(address)],
  )
}

export async function releaseAddress(query: Query, address: string): Promise<void> {
  await query.query('update article_addresses set lease_until = null where address_key = $1', [
    addressKey(address),
  ])
}

/** Releases all leases, for when the processes that held them have died. */
export async function releaseAllAddresses(query: Query): Promise<void> {
  await query.query('update article_addresses set lease_until = null where lease_until is not null')
}

/** The result of a fetch, with the validators that the server sent. */
export interface FetchedAddress {
  readonly address: string
  readonly articleId?: number | undefined
  readonly refused?: string | undefined
  readonly validators?: Validators | undefined
}

export async function noteFetched(
  query: Query,
  { address, articleId, refused, validators }: FetchedAddress,
  now: Date,
): Promise<void> {
  await query.query(
    `update article_addresses set lease_until = null, fetched_at = $2, fetches = fetches + 1,
      article_id = coalesce($3, article_id), refused = $4, etag = $5, last_modified = $6
    where address_key = $1`,
    [
      addressKey(address),
      now.toISOString(),
      articleId ?? null,
      refused ?? null,
      validators?.etag ?? null,
      validators?.lastModified ?? null,
    ],
  )
}

/** @returns the article at one of the addresses; earlier addresses take precedence */
export async function findByAddress(query: Query, addresses: readonly string[]): Promise<number | undefined> {
  const keys = addresses.map(addressKey)
  const { rows } = await query.query<{ key: string; articleId: number }>(
    `select address_key as key, article_id as "articleId" from article_addresses
    where address_key = any ($1::text[]) and article_id is not null`,
    [keys],
  )
  const byKey = new Map(rows.map(({ key, articleId }) => [key, articleId]))
  return keys.map((key) => byKey.get(key)).find((id) => id !== undefined)
}

/**
 * Notes the addresses of an article, so that they are never fetched again.
 *
 * @param listed the address that its source lists: its article is known now, even if its page was refused before
 */
export async function addAddresses(
  query: Query,
  articleId: number,
  addresses: readonly string[],
  listed: string | undefined,
): Promise<void> {
  const byKey = new Map(addresses.map((address) => [addressKey(address), address]))
  await query.query(
    `insert into article_addresses (address_key, address, article_id)
    select key, address, $1 from unnest($2::text[], $3::text[]) as given (key, address) order by key
    on conflict (address_key) do update set article_id = excluded.article_id, refused = null
      where article_addresses.article_id is null
        and (article_addresses.refused is null or article_addresses.address_key = $4)`,
    [articleId, [...byKey.keys()], [...byKey.values()], listed === undefined ? null : addressKey(listed)],
  )
}

/** Notes that an article's page calls an address its own, which may be wrong. */
export async function addClaim(query: Query, articleId: number, address: string): Promise<void> {
  await query.query(
    'insert into article_claims (address_key, article_id) values ($1, $2) on conflict do nothing',
    [addressKey(address), articleId],
  )
}

/** Some sites declare the home page as the canonical address of every page. */
const maxClaimants = 10

/** @returns the newest of the articles whose pages call one of the addresses their own */
export async function findClaimants(query: Query, addresses: readonly string[]): Promise<number[]> {
  const { rows } = await query.query<{ articleId: number }>(
    `select distinct article_id as "articleId" from article_claims where address_key = any ($1::text[])
    order by article_id desc limit ${maxClaimants}`,
    [addresses.map(addressKey)],
  )
  return rows.map(({ articleId }) => articleId)
}
