import type { Database, Query } from '../database/database.ts'
import { skipBitmap, unskippedIds } from './skip-ids.ts'
import { phrasesOf, toCategoryKey } from './words.ts'

export interface Wanted {
  readonly keywords: readonly string[]
  /** Empty for any category. */
  readonly category: string
  readonly articleCount: number
  /** As `packSkipIds` made them. */
  readonly idsToSkip: Buffer
}

export interface Matched {
  /** The articles' present versions, best first. */
  readonly versionIds: number[]
  /** Whether every article that matches was ranked, or only the newest of them, because there were too many. */
  readonly isWholeRanking: boolean
}

/**
 * Finds articles, best first (docs/interface.md, "Silences"): a text matches when any keyword's words all occur in its
 * title or text, word forms and accents folded, quoted phrases as phrases; ranked by relevance, then newest, then the
 * highest id. Without keywords the newest come. Blank keywords are no keywords; one without any letter or digit matches
 * nothing.
 *
 * Ranking reads every match, so its time grows with the collection. Where more match than can be ranked at once, the
 * newest of them are ranked alone.
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
  // Few among the newest, so not very many altogether.
  return (await rankMatches(database, request)) ?? newest
}

const nothing: Matched = { versionIds: [], isWholeRanking: true }

interface Search {
  /** As PostgreSQL writes it. */
  readonly query: string
  readonly terms: number
}

interface Request extends Search {
  readonly filter: Filter
  readonly articleCount: number
  /** How many matches are ranked at most. */
  readonly window: number
}

/** Conditions on `articles`, apart from those on its words. */
interface Filter {
  readonly category: string
  readonly skip: { readonly bitmap: Buffer } | { readonly onlyIds: readonly number[] } | undefined
}

/** So many are ranked in a moment: what a match costs grows with the number of words that are looked up in it. */
const windowFor = (terms: number): number => Math.min(2_000, Math.max(250, Math.floor(50_000 / terms)))

/** Reading more matches than this takes longer than looking through the newest articles. */
const mostRead = 5_000
/** How many of the newest articles are looked through, and how many of them are enough to choose from. */
const lookedThrough = (articleCount: number): number => Math.max(10_000, 5 * articleCount)
const enoughNewest = 50
/** Phrases of common words are looked for in every text that has the words. */
const rankWithinMs = 2_000
/** Where so few are left, they are named one by one; walking past a million that are skipped takes a second. */
const fewLeft = 10_000

/** @returns nothing where every article is skipped */
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
  // The ids alone come from the index: what is skipped is never read.
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
 * Keywords come from strangers: they travel as parameters, word by word, and the query is put together by
 * PostgreSQL's own operators. `websearch_to_tsquery` was refused: it would read "or" and "-" as commands.
 *
 * It is made before it is used, so that the planner knows how frequent its words are.
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
  // Half of the nodes are operators between words.
  return nodes > 0 ? { query: found, terms: Math.ceil(nodes / 2) } : undefined
}

/**
 * Whether so large a part of the articles match that the newest of them are soon found. By the planner's statistics, for
 * counting would cost what this is to save; of words that it knows nothing of it says one half of a percent.
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
  /** How many matched, as far as was looked. */
  readonly matching: number
}

/**
 * Reads the matches that the index on words names, for which it looks up the rarest words first, and ranks the newest
 * that fit the window.
 *
 * @param most where more match, any of them are read and ranked
 * @returns nothing where it takes too long
 */
async function rankMatches(database: Database, request: Request, most?: number): Promise<Ranked | undefined> {
  const { parameter, values } = parameters()
  const search = parameter(request.query)
  // Materialized, so that the order can't lead the planner past every article in search of a rare word.
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

/** Ranks what matches among the newest articles: with common words that is soon enough, and half a window of it. */
async function rankNewest(database: Database, request: Request): Promise<Ranked> {
  const { parameter, values } = parameters()
  const search = parameter(request.query)
  // What is skipped is passed over in the index, without reading the article.
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
    // Reading all articles, to sort or to join them, is never the way, however cheap a limit makes it look.
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
    // Articles that came since the bitmap was made lie beyond its end.
    conditions.push(`case when id < ${length} then get_bit(${bits}::bytea, id) = 0 else true end`)
  }
  return conditions.join(' and ')
}

function parameters() {
  const values: unknown[] = []
  return { values, parameter: (value: unknown): string => `$${values.push(value)}` }
}

const hasTimedOut = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === '57014'
