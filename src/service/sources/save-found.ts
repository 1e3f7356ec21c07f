import type { NewArticle } from '../articles/store.ts'
import { maxTextLength, saveArticlesWithin } from '../articles/store.ts'
import type { Query } from '../database/database.ts'
import { measureSimilarity } from '../../text/similarity.ts'
import { addAddresses, addClaim, findByAddress, findClaimants } from './address-store.ts'
import { addressKey, siteOf } from './address-key.ts'
import { findCopy, maxCompared, saveSketch, sketchText } from './copies.ts'
import type { Settled } from './item-store.ts'
import { cutSiteBoilerplate } from './boilerplate-counts.ts'
import { normalizeText, toTitle } from './plain-text.ts'
import { lockSaving } from './saving.ts'

/** An article as found at a source, before it is known whether it is new. */
export interface FoundText {
  readonly sourceId: number
  /** Stable for the same article of this source. */
  readonly itemKey: string
  readonly category: string
  readonly title: string
  /** Still includes the boilerplate of its source. */
  readonly text: string
  readonly publishedAt: Date
  readonly isDateGuessed: boolean
  /** The listed address; undefined for a feed entry without a page. */
  readonly address: string | undefined
  /** The text was not read at the address, but comes from the feed of another site, which may claim anything. */
  readonly isOfOtherSite?: boolean
  /** After redirects. */
  readonly readAt?: string | undefined
  /** Of an article that is spread over several pages, those after the first. */
  readonly furtherPages?: readonly string[] | undefined
  /** As the page declares it. Trusted only if the text of the article there matches. */
  readonly canonicalAddress?: string | undefined
  /** The article from an earlier collection of this item; this text is then a correction. */
  readonly articleId: number | undefined
}

/**
 * Saves a text unless the article exists already: by its address, by the address the page declares, or by the same text
 * under any title and address. Runs in the transaction that also settles the item, which `SaveInTurn` begins.
 */
export async function saveFound(tx: Query, found: FoundText): Promise<Settled> {
  // At most half of a text is cut as boilerplate, so a longer one would stay too long.
  if (isLonger(found.text, 2 * maxTextLength)) return { refused: tooLong }
  const site = found.address ? siteOf(found.address) : ''
  const text = normalizeText(
    await cutSiteBoilerplate(
      tx,
      // Another site's feed must not influence what counts as boilerplate on this site.
      { sourceId: found.sourceId, site: found.isOfOtherSite ? '' : site },
      found.text,
      !found.articleId,
    ),
  )
  const refused = refusalOf(text)
  if (refused !== undefined) return { refused }
  const sketch = sketchText(text)

  await lockSaving(tx)
  const own = found.articleId ?? (await findByItem(tx, found))
  const version = own === undefined ? undefined : await saveVersion(tx, own, { ...found, text }, site)
  if (version) return version

  const { address, readAt, canonicalAddress } = found
  const named = await findByAddress(tx, present(readAt, canonicalAddress))
  const known =
    (await findByAddress(tx, present(address))) ??
    (await findSame(tx, named === undefined ? [] : [named], text)) ??
    (await findSame(tx, await findClaimants(tx, present(address, readAt, canonicalAddress)), text)) ??
    (await findCopy(tx, sketch, { site, publishedAt: found.publishedAt }))
  if (known !== undefined) {
    await noteAddresses(known)
    return { articleId: known, yields: 'known' }
  }
  const sourceKey = address && !found.isOfOtherSite ? sourceKeyOf(address) : entryKeyOf(found)
  const articleId = await save(tx, { ...found, sourceKey, text })
  await saveSketch(tx, articleId, site, sketch)
  await noteAddresses(articleId)
  return { articleId, yields: 'added' }

  async function noteAddresses(articleId: number): Promise<void> {
    const addresses = found.isOfOtherSite ? [] : present(address, readAt, ...(found.furtherPages ?? []))
    await addAddresses(tx, articleId, addresses, address)
    // Noted only as a claim: that address may have another article, which would otherwise never be fetched.
    if (address && found.isOfOtherSite) await addClaim(tx, articleId, address)
    if (canonicalAddress && !addresses.map(addressKey).includes(addressKey(canonicalAddress)))
      await addClaim(tx, articleId, canonicalAddress)
  }
}

/** Why a text, without its boilerplate, is no article; undefined if it may be one. */
export function refusalOf(text: string): string | undefined {
  if (text === '') return 'has no text of its own'
  return isLonger(text, maxTextLength) ? tooLong : undefined
}

/** A ligature counts as its letters, since each takes its time in everything that reads the text: "ﷺ" is eighteen. */
function isLonger(text: string, most: number): boolean {
  if (text.length > most) return true
  let length = 0
  for (let at = 0; at < text.length && length <= most; at += piece)
    length += text.slice(at, at + piece).normalize('NFKC').length
  return length > most
}

const piece = 50_000

const tooLong = `has a text of more than ${maxTextLength} characters`

const present = (...addresses: (string | undefined)[]): string[] =>
  addresses.filter((address) => address !== undefined)

/** The key of the article first found at this address. */
export const sourceKeyOf = (address: string): string => `web:${addressKey(address)}`

export async function hasSourceKey(query: Query, articleId: number, sourceKey: string): Promise<boolean> {
  const { rows } = await query.query('select from articles where id = $1 and source_key = $2', [
    articleId,
    sourceKey,
  ])
  return rows.length > 0
}

/** The key of the article of a feed entry whose page is not read. */
const entryKeyOf = ({ sourceId, itemKey }: FoundText): string => `feed:${sourceId}:${itemKey}`

/** Finds the same entry of the same source, even if its address changed. */
async function findByItem(tx: Query, { sourceId, itemKey }: FoundText): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number | null }>(
    'select article_id as id from source_items where source_id = $1 and item_key = $2',
    [sourceId, itemKey],
  )
  return rows[0]?.id ?? undefined
}

/**
 * Saves a correction, unless the article came from another site, or its page leads to another one: then its text stays.
 *
 * @returns undefined if this is another article
 */
async function saveVersion(
  tx: Query,
  articleId: number,
  found: FoundText,
  site: string,
): Promise<Settled | undefined> {
  const { rows } = await tx.query<{
    sourceKey: string
    category: string
    publishedAt: Date
    site: string | null
  }>(
    `select source_key as "sourceKey", category, published_at as "publishedAt", site
    from articles left join article_sketches on article_id = id where id = $1`,
    [articleId],
  )
  const [article] = rows
  if (article && (await isReplaced(tx, { articleId, ...article }, found))) return undefined
  if (!article || article.site !== site || (await leadsToAnother(tx, articleId, found)))
    return { articleId, yields: 'unchanged' }
  const { sourceKey, category } = article
  if (found.isOfOtherSite && sourceKey !== entryKeyOf(found)) return { articleId, yields: 'unchanged' }
  const publishedAt = found.isDateGuessed ? article.publishedAt : found.publishedAt
  const { changed } = await saveArticlesWithin(tx, [
    articleOf({ ...found, sourceKey, category, publishedAt }),
  ])
  if (changed > 0) await saveSketch(tx, articleId, site, sketchText(found.text))
  return { articleId, yields: changed > 0 ? 'changed' : 'unchanged' }
}

/** Some feeds number their entries: a GUID passes to the next article, with another address, date and text. */
async function isReplaced(
  tx: Query,
  { articleId, publishedAt }: { articleId: number; publishedAt: Date },
  found: FoundText,
): Promise<boolean> {
  const { address, isDateGuessed, text } = found
  if (!address || isDateGuessed || found.publishedAt.getTime() === publishedAt.getTime()) return false
  if ((await findByAddress(tx, [address])) === articleId) return false
  return (await findSame(tx, [articleId], text)) === undefined
}

/** A page that was withdrawn may lead to another article, which is no version of the one that it had. */
async function leadsToAnother(tx: Query, articleId: number, { readAt, text }: FoundText): Promise<boolean> {
  const other = await findByAddress(tx, present(readAt))
  return other !== undefined && other !== articleId && (await findSame(tx, [other], text)) !== undefined
}

/** A mobile page may leave out a box or the last paragraphs. */
const minSimilarityOfNamed = 0.75

/** Redirects and canonical addresses can be wrong for whole sites, so most of the text must agree. */
async function findSame(tx: Query, articleIds: readonly number[], text: string): Promise<number | undefined> {
  if (articleIds.length === 0) return undefined
  const { rows } = await tx.query<{ id: number; text: string }>(
    `select articles.id, text from articles join article_versions on article_versions.id = version_id
    where articles.id = any ($1::int[]) order by articles.id desc`,
    [articleIds],
  )
  let compared = 0
  for (const row of rows) {
    if (measureSimilarity(text, row.text).similarity >= minSimilarityOfNamed) return row.id
    compared += Math.max(text.length, row.text.length)
    if (compared >= maxCompared) return undefined
  }
  return undefined
}

async function save(tx: Query, found: FoundText & { sourceKey: string }): Promise<number> {
  await saveArticlesWithin(tx, [articleOf(found)])
  const { rows } = await tx.query<{ id: number }>('select id from articles where source_key = $1', [
    found.sourceKey,
  ])
  return rows[0]!.id
}

const articleOf = (found: FoundText & { sourceKey: string }): NewArticle => ({
  sourceKey: found.sourceKey,
  title: toTitle(found.title) || 'Untitled',
  text: found.text,
  category: found.category,
  publishedAt: found.publishedAt,
  isDateGuessed: found.isDateGuessed,
})
