import type { Database, Query } from '../database/database.ts'
import { skipBitmap, unskippedIds } from './skip-ids.ts'
import { phrasesOf, toCategoryKey } from './words.ts'

export interface Wanted {
  readonly keywords: readonly string[]
  /** Empty means any category. */
  readonly category: string
  readonly articleCount: number
  /** As `packSkipIds` made them. */
  readonly idsToSkip: Buffer
}

export interface Matched {
  /** The articles' current versions, best first. */
  readonly versionIds: number[]
  /** False if too many articles matched and only the newest of them were ranked. */
  readonly isWholeRanking: boolean
}

/**
 * Finds articles, best first (docs/interface.md, "Silences"): a text matches when any keyword's words all occur in its
 * title or text, with word forms and accents folded and quoted phrases matched as phrases. Ordered by relevance, then
 * newest first, then highest id. Without keywords, returns the newest. Blank keywords are ignored; one without any
 * letter or digit matches nothing.
 *
 * Ranking reads every match, so its time grows with the collection. If more match than can be ranked at once, only the
 * newest of them are ranked.
 */
export async function matchArticles(database: Database, wanted: Wanted): Promise<Matched> {
  const filter = await filterOf(database, wanted)
  if (!filter) return nothing
  const keywords = wanted.keywords.filter((keyword) => keyword.trim() !== '')
  if (keywords.length === 0)
    return { versionIds: await findNewest(database, filter, wanted.articleCount), isWholeRanking: true }
  const search = await readSearch(database, keywords)
  if (!search) return nothing

  const window = Math.max(wanted.articleCount, windowFor(search.terms))
  const request: Request = { ...search, filter, window, articleCount: wanted.articleCount }
  const looksCommon = await isCommon(database, request)
  if (!looksCommon) {
    const ranked = await rankMatches(database, request, mostRead)
    if (ranked && ranked.matching <= mostRead) return ranked
  }
  const newest = await rankNewest(database, request)
  const isEnough = newest.matching >= wanted.articleCount && (looksCommon || newest.matching >= enoughNewest)
  if (isEnough) return newest
  // Few of the newest match, so there can't be very many in all.
  return (await rankMatches(database, request)) ?? newest
}

const nothing: Matched = { versionIds: [], isWholeRanking: true }

interface Search {
  /** In PostgreSQL's `tsquery` notation. */
  readonly query: string
  readonly terms: number
}

interface Request extends Search {
  readonly filter: Filter
  readonly articleCount: number
  /** Most matches to rank. */
  readonly window: number
}

/** Conditions on `articles` other than those on its words. */
interface Filter {
  readonly category: string
  readonly skip: { readonly bitmap: Buffer } | { readonly onlyIds: readonly number[] } | undefined
}

/** How many matches can be ranked quickly: the cost of each grows with the number of words looked up in it. */
const windowFor = (terms: number): number => Math.min(2_000, Math.max(250, Math.floor(50_000 / terms)))

/** Reading more matches than this takes longer than scanning the newest articles. */
const mostRead = 5_000
/** How many of the newest articles are scanned, and how many matches among them are enough to choose from. */
const lookedThrough = (articleCount: number): number => Math.max(10_000, 5 * articleCount)
const enoughNewest = 50
/** Limited because a phrase of common words is checked in every text that has the words. */
const rankWithinMs = 2_000
/** If at most this many remain, they are listed by id; walking past a million skipped ones takes a second. */
const fewLeft = 10_000

/** @returns undefined if every article is skipped */
async function filterOf(query: Query, { category, idsToSkip }: Wanted): Promise<Filter | undefined> {
  const categoryKey = toCategoryKey(category)
  if (idsToSkip.length === 0) return { category: categoryKey, skip: undefined }
  const { rows } = await query.query<{ highest: number | null }>('select max(id) as highest from articles')
  const highest = rows[0]?.highest ?? 0
  const bitmap = skipBitmap(idsToSkip, highest)
  const onlyIds = unskippedIds(bitmap, highest, fewLeft)
  if (onlyIds?.length === 0) return undefined
  return { category: categoryKey, skip: onlyIds ? { onlyIds } : { bitmap } }
}

async function findNewest(query: Query, filter: Filter, articleCount: number): Promise<number[]> {
  const { parameter, values } = parameters()
  // Ids come from the index alone: skipped articles are never read.
  const { rows } = await query.query<{ version_id: number }>(
    `select version_id
    from (
      select id, published_at from articles
      where ${conditionsOf(filter, parameter)}
      order by published_at desc, id desc
      limit ${parameter(articleCount)}
    ) as newest join articles using (id)
    order by newest.published_at desc, id desc`,
    values,
  )
  return rows.map((row) => row.version_id)
}

/**
 * Keywords are untrusted: they are passed as parameters, word by word, and combined by PostgreSQL's own operators. Not
 * `websearch_to_tsquery`, which would read "or" and "-" as operators.
 *
 * The query is built before it is used, so that the planner knows how frequent its words are.
 */
async function readSearch(query: Query, keywords: readonly string[]): Promise<Search | undefined> {
  const phrases = keywords.flatMap((keyword, index) => phrasesOf(keyword).map((words) => ({ index, words })))
  if (phrases.length === 0) return undefined
  const { rows } = await query.query<{ query: string; nodes: number }>(
    `select tsquery_any(keyword.query)::text as query, numnode(tsquery_any(keyword.query)) as nodes
    from (
      select tsquery_all(phraseto_tsquery('article_words', unaccent(phrase.words))) as query
      from unnest($1::int[], $2::text[]) as phrase (keyword, words)
      group by phrase.keyword
    ) as keyword`,
    [phrases.map(({ index }) => index), phrases.map(({ words }) => words)],
  )
  const { query: found, nodes } = rows[0]!
  // Half of the nodes are operators.
  return nodes > 0 ? { query: found, terms: Math.ceil(nodes / 2) } : undefined
}

/**
 * Whether a large enough share of the articles match that the newest are found quickly. Uses the planner's statistics,
 * since counting would cost what this is meant to save; for words unknown to it, the planner assumes 0.5 %.
 */
async function isCommon(query: Query, { query: search, filter }: Request): Promise<boolean> {
  const estimate = async (condition: (parameter: (value: unknown) => string) => string): Promise<number> => {
    const { parameter, values } = parameters()
    const { rows } = await query.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
      `explain (format json) select from articles
      where ${condition(parameter)} and ${conditionsOf(filter, parameter)}`,
      values,
    )
    return rows[0]!['QUERY PLAN'][0].Plan['Plan Rows']
  }
  const matching = await estimate((parameter) => `words @@ ${parameter(search)}::tsquery`)
  if (matching <= mostRead) return false
  return matching > (await estimate(() => 'true')) / 100
}

interface Ranked extends Matched {
  /** Number of matches among the articles examined. */
  readonly matching: number
}

/**
 * Reads the matches from the index on words, which looks up the rarest words first, and ranks the newest that fit the
 * window.
 *
 * @param most if more match, an arbitrary selection of them is read and ranked
 * @returns undefined if it takes too long
 */
async function rankMatches(database: Database, request: Request, most?: number): Promise<Ranked | undefined> {
  const { parameter, values } = parameters()
  const search = parameter(request.query)
  // Materialized, so that the ORDER BY can't make the planner scan every article for a rare word.
  const sql = `with matching as materialized (
      select id, published_at from articles
      where words @@ ${search}::tsquery and ${conditionsOf(request.filter, parameter)}
      limit ${parameter(most === undefined ? null : most + 1)}
    ), newest as (
      select id from matching order by published_at desc, id desc limit ${parameter(request.window)}
    )
    select version_id, (select count(*) from matching) as matching
    from newest join articles using (id)
    order by ts_rank(words, ${search}::tsquery, 1) desc, published_at desc, id desc
    limit ${parameter(request.articleCount)}`
  try {
    const ranked = await readRanked(database, sql, values, rankWithinMs)
    return { ...ranked, isWholeRanking: ranked.matching <= request.window }
  } catch (error) {
    if (!hasTimedOut(error)) throw error
    return undefined
  }
}

/** Ranks matches among the newest articles, at most half a window of them: common words soon yield enough. */
async function rankNewest(database: Database, request: Request): Promise<Ranked> {
  const { parameter, values } = parameters()
  const search = parameter(request.query)
  // Skipped articles are passed over in the index, without being read.
  const sql = `with looked_through as (
      select id, published_at from articles
      where ${conditionsOf(request.filter, parameter)}
      order by published_at desc, id desc
      limit ${parameter(lookedThrough(request.articleCount))}
    ), newest as (
      select version_id, articles.published_at, articles.id, ts_rank(words, ${search}::tsquery, 1) as rank
      from looked_through join articles using (id)
      where words @@ ${search}::tsquery
      order by looked_through.published_at desc, looked_through.id desc
      limit ${parameter(Math.max(request.articleCount, request.window / 2))}
    )
    select version_id, count(*) over () as matching from newest
    order by rank desc, published_at desc, id desc
    limit ${parameter(request.articleCount)}`
  return { ...(await readRanked(database, sql, values)), isWholeRanking: false }
}

async function readRanked(database: Database, sql: string, values: unknown[], withinMs?: number) {
  const ask = async (tx: Query) => {
    // Never read all articles to sort or join them, however cheap a limit makes that look.
    await tx.query(
      `set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off`,
    )
    return tx.query<{ version_id: number; matching: number }>(sql, values)
  }
  const { rows } = await database.transaction(
    ask,
    withinMs === undefined ? {} : { statementTimeoutMs: withinMs },
  )
  return { versionIds: rows.map((row) => row.version_id), matching: rows[0]?.matching ?? 0 }
}

function conditionsOf({ category, skip }: Filter, parameter: (value: unknown) => string): string {
  const conditions = ['true']
  if (category) conditions.push(`category_key = ${parameter(category)}`)
  if (skip && 'onlyIds' in skip) conditions.push(`id = any (${parameter(`{${skip.onlyIds.join()}}`)}::int[])`)
  if (skip && 'bitmap' in skip) {
    const [bits, length] = [parameter(skip.bitmap), parameter(skip.bitmap.length * 8)]
    // Articles added since the bitmap was made lie beyond its end.
    conditions.push(`case when id < ${length} then get_bit(${bits}::bytea, id) = 0 else true end`)
  }
  return conditions.join(' and ')
}

function parameters() {
  const values: unknown[] = []
  return { values, parameter: (value: unknown): string => `$${values.push(value)}` }
}

const hasTimedOut = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === '57014'
