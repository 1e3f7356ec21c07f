import { createHash } from 'node:crypto'
import type { Database, Query } from '../database/database.ts'
import { signatureStart } from './signature.ts'
import { toCategoryKey, toWords } from './tokenizer.ts'

export interface NewArticle {
  /** Identifies the article at its source: importing it again updates it and never duplicates it. */
  readonly sourceKey: string
  readonly title: string
  /** Plain text, paragraphs separated by blank lines. */
  readonly text: string
  /** Replaces the category saved before; those added by other sources (`addCategory`) stay. */
  readonly category: string
  readonly publishedAt: Date
  /** The date is a guess, such as a file's modification time: a different guess alone makes no new version. */
  readonly isDateGuessed?: boolean
}

export interface SaveCounts {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
}

/** Longest text taken for an article rather than a book, in characters; a batch of them still fits into memory. */
export const maxTextLength = 1_000_000

/**
 * Saves a batch of at most a few hundred articles with distinct source keys, all or none. Known ones keep their article
 * id and get a new version if anything differs. Call `refreshArticles` after the last batch.
 */
export async function saveArticles(database: Database, articles: readonly NewArticle[]): Promise<SaveCounts> {
  return database.transaction(
    async (tx) => {
      // Now and then a batch fills the index's pending list and merges it, in parts that fit into this memory: all of its
      // 8 MB at once. With the usual 4 MB there are several parts, and most words are written again for each; with 16 MB
      // the list grows longer meanwhile, and every search reads it.
      await tx.query(`set local work_mem = '8MB'`)
      return saveArticlesWithin(tx, articles)
    },
    // On a busy machine, such a merge has taken over a minute.
    { statementTimeoutMs: 10 * 60_000 },
  )
}

/** Like `saveArticles`, within the caller's transaction. */
export async function saveArticlesWithin(tx: Query, articles: readonly NewArticle[]): Promise<SaveCounts> {
  const hashed = articles.map((article) => ({ ...article, contentHash: hashOf(article) }))
  const { rows } = await tx.query<KnownArticle & { sourceKey: string; contentHash: string }>(
    `select id, source_key as "sourceKey", content_hash as "contentHash", category
    from articles where source_key = any ($1)`,
    [hashed.map((article) => article.sourceKey)],
  )
  const saved = new Map(rows.map((row) => [row.sourceKey, row]))
  const fresh = hashed.flatMap((article): FreshArticle[] => {
    const known = saved.get(article.sourceKey)
    return known?.contentHash === article.contentHash ? [] : [{ ...article, known }]
  })
  const changed = fresh.filter(({ known }) => known)
  if (changed.length > 0) await changeCategories(tx, changed)
  if (fresh.length > 0) await insertVersions(tx, fresh)
  const added = fresh.length - changed.length
  return { added, changed: changed.length, unchanged: articles.length - fresh.length }
}

interface KnownArticle {
  readonly id: number
  readonly category: string
}

interface FreshArticle extends NewArticle {
  /** Undefined for a new article. */
  readonly known: KnownArticle | undefined
  readonly contentHash: string
}

/** Removes the category that an article no longer has in its file, and gives the others its new date. */
async function changeCategories(tx: Query, changed: readonly FreshArticle[]): Promise<void> {
  await tx.query(
    `with changed as (
      select * from unnest($1::int[], $2::text[], $3::text[], $4::timestamptz[])
      as changed (article_id, former_key, new_key, published_at)
    ), removed as (
      delete from article_categories using changed
      where article_categories.article_id = changed.article_id and category_key = former_key and former_key <> new_key
    )
    update article_categories set published_at = changed.published_at from changed
    where article_categories.article_id = changed.article_id and (category_key <> former_key or former_key = new_key)
      and article_categories.published_at <> changed.published_at`,
    [
      changed.map(({ known }) => known?.id),
      changed.map(({ known }) => toCategoryKey(known?.category ?? '')),
      changed.map(({ category }) => toCategoryKey(category)),
      changed.map(({ publishedAt }) => publishedAt.toISOString()),
    ],
  )
}

/** Gives articles the category of a source that lists them, besides those they have. */
export async function addCategory(tx: Query, category: string, articleIds: readonly number[]): Promise<void> {
  const categoryKey = toCategoryKey(category)
  if (categoryKey === '' || articleIds.length === 0) return
  await tx.query(
    `insert into article_categories (article_id, category_key, published_at)
    select id, $1, published_at from articles where id = any ($2::int[])
    on conflict do nothing`,
    [categoryKey, articleIds],
  )
}

export async function removeCategory(
  tx: Query,
  category: string,
  articleIds: readonly number[],
): Promise<void> {
  await tx.query('delete from article_categories where category_key = $1 and article_id = any ($2::int[])', [
    toCategoryKey(category),
    articleIds,
  ])
}

async function insertVersions(tx: Query, articles: readonly FreshArticle[]) {
  await tx.query(
    `with input as (
      select * from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::text[], $6::text[],
        $7::timestamptz[], $8::text[], $9::text[], $10::text[], $11::int[])
      as input (source_key, title, text, body_length, category, added_category_key,
        published_at, content_hash, title_words, text_words, id)
    ), saved as (
      insert into articles (id, source_key, version_id, content_hash, category, published_at, words)
      -- By itself, the column would use up an id for each article that is only changed. Bitmaps of ids to skip are as
      -- long as the highest id.
      overriding system value
      select coalesce(id, nextval('articles_id_seq')), source_key, nextval('article_version_ids'), content_hash,
        category, published_at,
        setweight(to_tsvector('article_words', unaccent(title_words)), 'A')
          || to_tsvector('article_words', unaccent(text_words))
      from input
      on conflict (source_key) do update set
        version_id = excluded.version_id, content_hash = excluded.content_hash, category = excluded.category,
        published_at = excluded.published_at, words = excluded.words
      returning id, source_key, version_id
    ), categorised as (
      insert into article_categories (article_id, category_key, published_at)
      select saved.id, added_category_key, published_at from saved join input using (source_key)
      where added_category_key <> ''
      on conflict do nothing
    )
    insert into article_versions (id, article_id, title, text, body_length)
    select saved.version_id, saved.id, input.title, input.text, input.body_length
    from saved join input using (source_key)`,
    [
      articles.map((article) => article.sourceKey),
      articles.map((article) => article.title),
      articles.map((article) => article.text),
      articles.map((article) => signatureStart(article.text)),
      articles.map((article) => article.category),
      articles.map(addedCategoryKey),
      articles.map((article) => article.publishedAt.toISOString()),
      articles.map((article) => article.contentHash),
      articles.map((article) => toWords(article.title)),
      articles.map((article) => toWords(article.text)),
      articles.map(({ known }) => known?.id),
    ],
  )
}

/** A correction doesn't bring back the category that its source had when it was first saved. */
function addedCategoryKey({ category, known }: FreshArticle): string {
  const key = toCategoryKey(category)
  return known && toCategoryKey(known.category) === key ? '' : key
}

/**
 * Call after an import: merges the new words into the index, and if the collection has grown much, updates the planner's
 * statistics. A server would do this later on its own; the embedded database never does. That one is vacuumed as well:
 * until then, what the indexes could give alone is read from the articles.
 */
export async function refreshArticles(database: Database): Promise<void> {
  const isUnvacuumed = await database.transaction(
    async (tx) => {
      await tx.query(`select gin_clean_pending_list('articles_words')`)
      const { rows } = await tx.query<{ hasGrown: boolean; isUnvacuumed: boolean }>(
        `select bool_or(pages > relpages * 1.1) as "hasGrown", bool_or(pages > relallvisible * 1.1) as "isUnvacuumed"
        from pg_class, lateral (select pg_relation_size(oid) / current_setting('block_size')::int as pages) as size
        where oid in ('articles'::regclass, 'article_categories'::regclass)`,
      )
      if (rows[0]!.hasGrown) await tx.query('analyze articles, article_categories, article_versions')
      return rows[0]!.isUnvacuumed
    },
    { statementTimeoutMs: 'unlimited' },
  )
  // Not possible within a transaction.
  if (isUnvacuumed && database.kind === 'embedded')
    await database.query('vacuum articles, article_categories, article_versions')
}

export interface ArticleVersion {
  readonly versionId: number
  readonly articleId: number
  readonly title: string
  readonly text: string
  /** Where the signature begins; the length of the text if there is none. */
  readonly bodyLength: number
}

export interface ReadVersions {
  readonly versions: ArticleVersion[]
  /** Index of the first id left for the next call; the number of ids if none is left. */
  readonly next: number
  /** Whether all of the ids are known to this database. */
  readonly isComplete: boolean
}

/** Reads versions in the order of the ids until their texts reach `maxBytes`, but always at least one. */
export async function readVersions(
  database: Query,
  versionIds: readonly number[],
  maxBytes: number,
): Promise<ReadVersions> {
  // PostgreSQL knows the length of a text without reading it.
  const { rows } = await database.query<Omit<ArticleVersion, 'text'> & { text: string | null }>(
    `select id as "versionId", article_id as "articleId", title, body_length as "bodyLength",
      case when before < $2 then text end as text
    from (
      select *, coalesce(sum(octet_length(text)) over (
        order by array_position($1::int[], id) rows between unbounded preceding and 1 preceding
      ), 0) as before
      from article_versions where id = any ($1::int[])
    ) as version
    order by array_position($1::int[], id)`,
    [versionIds, maxBytes],
  )
  const left = rows.find(({ text }) => text === null)
  return {
    versions: rows.flatMap(({ text, ...version }) => (text === null ? [] : { ...version, text })),
    next: left ? versionIds.indexOf(left.versionId) : versionIds.length,
    isComplete: rows.length === versionIds.length,
  }
}

/** Equal hashes mean that nothing has changed which would make a new version. */
export function hashOf({ title, text, category, publishedAt, isDateGuessed }: NewArticle): string {
  const date = isDateGuessed ? null : publishedAt.toISOString()
  return createHash('sha256')
    .update(JSON.stringify([title, text, category, date]))
    .digest('hex')
}
