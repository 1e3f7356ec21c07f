import type { NewArticle } from '../articles/store.ts'
import { hashOf, saveArticlesWithin } from '../articles/store.ts'
import { cutBoilerplate } from '../extraction/site-boilerplate.ts'
import { siteOf } from './address-key.ts'
import { saveSketch, sketchText } from './copies.ts'
import { takeNewBoilerplate } from './boilerplate-counts.ts'
import { sourceKeyOf } from './save-found.ts'
import type { SaveInTurn } from './saving.ts'
import { lockSaving } from './saving.ts'
import type { LeasedSource } from './source-lease.ts'
import { assertLeaseHeld } from './source-lease.ts'

/** Boilerplate is recognised after a few pages, so older articles need no correction. */
const maxArticles = 200
/** Of their texts: a thousand usual ones, or a few of the longest, which take a second. */
const maxBytes = 4_000_000

/**
 * Removes boilerplate from articles saved before it was recognised, as new versions of the same articles. Articles
 * that were first found at another address stay as they are.
 */
export async function correctTexts(saveInTurn: SaveInTurn, source: LeasedSource): Promise<void> {
  await saveInTurn(async (tx) => {
    await assertLeaseHeld(tx, source)
    const recognised = await takeNewBoilerplate(tx, source.id)
    if (recognised.size === 0) return
    // Before the texts are read: another source may be saving a newer one of the same article.
    await lockSaving(tx)
    const { rows } = await tx.query<Saved>(
      // The length of a text is known without reading it.
      `select id, "sourceKey", title, text, category, "publishedAt", "contentHash", address
      from (
        select *, sum(octet_length(text)) over (order by id desc rows unbounded preceding) as "bytesSoFar"
        from (
          select articles.id, source_key as "sourceKey", article_versions.title, text, articles.category,
            articles.published_at as "publishedAt", content_hash as "contentHash", address
          from source_items join articles on articles.id = article_id
            join article_versions on article_versions.id = version_id
          where source_id = $1 and state = 'kept' and address is not null
          order by articles.id desc limit $2
        ) as newest
      ) as counted where "bytesSoFar" <= $3`,
      [source.id, maxArticles, maxBytes],
    )
    const own = rows.filter(({ sourceKey, address }) => sourceKey === sourceKeyOf(address))
    // Once each, although a feed may list an article under several ids.
    const articles = new Map(own.map((article) => [article.id, article]))
    const corrected = [...articles.values()].flatMap((article) => {
      const keys = recognised.get(siteOf(article.address))
      const text = keys ? cutBoilerplate(article.text, (key) => keys.has(key)) : article.text
      // As when the hash was made: otherwise the next fetch of the page would count as a change.
      const isDateGuessed = article.contentHash === hashOf({ ...article, isDateGuessed: true })
      return text !== '' && text !== article.text ? [{ ...article, text, isDateGuessed }] : []
    })
    await saveArticlesWithin(tx, corrected)
    for (const { id, address, text } of corrected) await saveSketch(tx, id, siteOf(address), sketchText(text))
  })
}

interface Saved extends NewArticle {
  readonly id: number
  readonly contentHash: string
  readonly address: string
}
