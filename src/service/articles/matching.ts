import type { Query, Reader } from '../database/database.ts'
import type { Search } from './read-search.ts'
import { readSearch } from './read-search.ts'
import { skipBitmap, unskippedIds } from './skip-ids.ts'
import { toCategoryKey } from './tokenizer.ts'

export interface MatchRequest {
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
  /** False if too many articles matched and only the newest of them were ranked; any others follow, newest first. */
  readonly isWholeRanking: boolean
}

/**
 * Finds articles, best first (docs/interface.md, "Silences"): a text matches when any keyword's words all occur in its
 * title or text, with word forms and accents folded and quoted phrases matched as phrases. Ordered by relevance, then
 * newest first, then highest id. Without keywords, returns the newest. Blank keywords are ignored; one without any
 * letter or digit matches nothing.
 *
 * Ranking reads every match, and a phrase is looked for in every text that has its words, so the time would grow with
 * the collection. If that is too much, only the newest articles are considered, as many as have enough matches.
 *
 * @throws if even that takes too long: then nothing is known of the matches
 */
export async function matchArticles(
  database: Reader,
  wanted: MatchRequest,
  now: () => number = performance.now.bind(performance),
): Promise<Matched> {
  const filter = await filterOf(database, wanted)
  if (!filter) return nothing
  const keywords = wanted.keywords.filter((keyword) => keyword.trim() !== '')
  if (keywords.length === 0)
    return { versionIds: await findNewest(database, filter, wanted.articleCount), isWholeRanking: true }
  const search = await readSearch(database, keywords)
  if (!search) return nothing

  const window = Math.max(wanted.articleCount, windowFor(search.terms))
  const stopwatch: Stopwatch = { now, spentMs: 0 }
  const rankable = Math.max(windowFor(search.terms), Math.floor(rankableWords / search.terms))
  const request: Request = {
    ...search,
    filter,
    window,
    rankable,
    articleCount: wanted.articleCount,
    stopwatch,
  }
  const { matching, articles } = await estimate(database, request)
  const enoughMatches = Math.max(wanted.articleCount, search.isPhrase ? readForPhrase : window / 4)
  // As many articles as have these matches, if matches are as frequent among the newest as among all.
  let newest = Math.ceil((enoughMatches * articles) / Math.max(matching, 1))
  let last: Ranked | undefined
  if (matching > Math.max(window, enoughMatches + newest / datesPerRead)) {
    while (newest < articles / 2) {
      const costByIndex = matching / entriesPerRead + newest / datesPerRead + enoughMatches
      const scope =
        newest < costByIndex ? { newest } : { dates: await newestDates(database, filter, newest, articles) }
      const ranked = await rankMatches(database, request, scope)
      if (!ranked) return last ?? rankFallback()
      last = ranked
      const isEnough = search.isPhrase || ranked.matching >= enoughMatches / 4
      if (isEnough && ranked.matching >= wanted.articleCount) return ranked
      // The embedded database can't cancel a statement, and it blocks all others until it ends.
      if (database.kind === 'embedded' && stopwatch.spentMs > rankWithinMs) return ranked
      // For a phrase, this pass has shown what share of the articles contains it.
      const factor = search.isPhrase ? Math.min(4, (1.5 * wanted.articleCount) / ranked.matching) : 4
      newest = Math.ceil(newest * factor)
    }
  }
  return (await rankMatches(database, request)) ?? last ?? rankFallback()

  /** For a busy machine or a slow disk. */
  async function rankFallback(): Promise<Matched> {
    const ranked = await rankMatches(database, request, { newest: fallbackCount })
    if (!ranked) throw new Error(`Not even the newest ${fallbackCount} articles could be ranked in time.`)
    return ranked
  }
}

const nothing: Matched = { versionIds: [], isWholeRanking: true }

interface Request extends Search {
  readonly filter: Filter
  readonly articleCount: number
  /** At most this many matches are considered, the newest. */
  readonly window: number
  /** At most this many of them are ranked. */
  readonly rankable: number
  readonly stopwatch: Stopwatch
}

/** Counts the time of this search's statements, not the time spent waiting for others. */
interface Stopwatch {
  readonly now: () => number
  spentMs: number
}

/** All conditions of a search except its words. */
interface Filter {
  readonly categoryKey: string
  readonly skip: { readonly bitmap: Buffer } | { readonly onlyIds: readonly number[] } | undefined
  /** Upper bound of the articles skipped. */
  readonly skipped: number
}

/** How many matches can be ranked quickly: the cost of each grows with the number of words looked up in it. */
const windowFor = (terms: number): number => Math.min(2_000, Math.max(250, Math.floor(50_000 / terms)))
/** How many words may be looked up in total if many articles are wanted: takes some 300 ms. */
const rankableWords = 1_000_000

/** How many articles with its words are read to find a phrase, which usually occurs in one of a few hundred. */
const readForPhrase = 5_000
/** Relative cost: this many dates are read from their index in the time that the words of one article take. */
const datesPerRead = 100
/** The same for entries of the word index, compared with one of the newest articles, read in their order. */
const entriesPerRead = 6
/** How many of the newest articles are ranked if everything else has taken too long. */
const fallbackCount = 2_000
/** The planner has statistics on every word that occurs in more than this share of the articles. */
const countedShare = 0.05
/** Limit per statement, since match counts are estimates. Past it, no further one starts on the embedded database. */
const rankWithinMs = 2_000
/** If at most this many remain, they are listed by id; walking past a million skipped ones takes a second. */
const fewLeft = 10_000

/** @returns undefined if every article is skipped */
async function filterOf(query: Query, { category, idsToSkip }: MatchRequest): Promise<Filter | undefined> {
  const categoryKey = toCategoryKey(category)
  const skipped = idsToSkip.length / 4
  if (skipped === 0) return { categoryKey, skip: undefined, skipped }
  const { rows } = await query.query<{ highest: number | null }>('select max(id) as highest from articles')
  const highest = rows[0]?.highest ?? 0
  const bitmap = skipBitmap(idsToSkip, highest)
  const onlyIds = unskippedIds(bitmap, highest, fewLeft)
  if (onlyIds?.length === 0) return undefined
  return { categoryKey, skip: onlyIds ? { onlyIds } : { bitmap }, skipped }
}

async function findNewest(query: Query, filter: Filter, articleCount: number): Promise<number[]> {
  const { parameter, values } = parameters()
  // Ids come from the index alone: skipped articles are never read.
  const { rows } = await query.query<{ version_id: number }>(
    `select version_id
    from (
      select id, published_at from ${idsAndDates(filter, parameter)}
      order by published_at desc, id desc
      limit ${parameter(articleCount)}
    ) as newest join articles using (id)
    order by newest.published_at desc, id desc`,
    values,
  )
  return rows.map((row) => row.version_id)
}

interface Plan {
  readonly 'Plan Rows': number
  readonly 'Actual Rows'?: number
  readonly 'Index Name'?: string
  readonly Plans?: readonly Plan[]
}

/** How many articles match (for a phrase: have its words), and how many are candidates at all. */
async function estimate(database: Reader, request: Request) {
  const { parts, filter, window, stopwatch } = request
  const { skip } = filter
  // The planner can't look into the bitmap, and would take it for half of the articles.
  const known = { ...filter, skip: skip && 'onlyIds' in skip ? skip : undefined }
  const all = parameters()
  const { 'Plan Rows': articles } = await explain(
    database,
    `select from ${idsAndDates(known, all.parameter)}`,
    all.values,
  )
  const { parameter, values } = parameters()
  const matchingSql = `select from articles where ${isWanted(known, parameter)} and ${matchesAny(parts, parameter)}`
  const { 'Plan Rows': matching } = await explain(database, matchingSql, values)
  const maxUnknown = articles * countedShare
  if (matching > maxUnknown || maxUnknown <= window) return { matching, articles }

  // The planner assumes 0.5% for words that it doesn't know. Run up to the first row, the plan has the number of
  // entries of the index; of a phrase only the words are looked for, so that the first row is found at once.
  const words = parts.map((part) => part.replace(/ <(?:-|\d+)> /g, ' & '))
  const plan = await inTime(database, stopwatch, (tx) => {
    const { parameter, values } = parameters()
    const sql = `select from articles where ${matchesAny(words, parameter)} limit 1`
    return explain(tx, sql, values, 'analyze, timing off')
  })
  const scans = plan ? scansIn(plan) : []
  const planned = scans.reduce((sum, scan) => sum + scan['Plan Rows'], 0)
  const counted = scans.reduce((sum, scan) => sum + (scan['Actual Rows'] ?? scan['Plan Rows']), 0)
  return { matching: planned > 0 ? (matching * counted) / planned : matching, articles }
}

async function explain(query: Query, sql: string, values: unknown[], options = 'costs'): Promise<Plan> {
  const { rows } = await query.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (format json, ${options}) ${sql}`,
    values,
  )
  return rows[0]!['QUERY PLAN'][0].Plan
}

/** One scan of the index on words for each part. */
function scansIn(plan: Plan): Plan[] {
  return plan['Index Name'] === 'articles_words' ? [plan] : (plan.Plans ?? []).flatMap(scansIn)
}

interface Dates {
  readonly since: string
  readonly until: string
}

/**
 * The range of dates that holds the newest articles not skipped, and perhaps a few more.
 *
 * @param newest how many of the `articles` that are candidates
 */
async function newestDates(query: Query, filter: Filter, newest: number, articles: number): Promise<Dates> {
  const share = (newest + filter.skipped) / articles
  // The planner knows the dates at every hundredth of the articles, except for those of the last tenth at most.
  if (share > 0.1 && filter.skipped < newest / 10) {
    const { rows } = await query.query<{ dates: string[] | null }>(
      `select histogram_bounds::text::text[] as dates from pg_stats
      where schemaname = current_schema and tablename = 'articles' and attname = 'published_at'`,
    )
    const dates = rows[0]?.dates ?? []
    const since = dates[Math.floor((1 - share) * (dates.length - 1))]
    if (since !== undefined) return { since, until: 'infinity' }
  }
  const { parameter, values } = parameters()
  // Dates come from the index alone. As text, because a Date would lose the microseconds.
  const { rows } = await query.query<Dates>(
    `with dates as not materialized (
      select published_at from ${idsAndDates(filter, parameter)} order by published_at desc, id desc
    )
    select (select published_at from dates limit 1)::text as until,
      coalesce((select published_at from dates offset ${parameter(newest)} limit 1), '-infinity')::text as since`,
    values,
  )
  return rows[0]!
}

interface Ranked extends Matched {
  /** Number of matches among the articles considered. */
  readonly matching: number
}

interface Scope {
  /** Reads this many of the newest articles one by one: the quickest way for words that most of them contain. */
  readonly newest?: number
  /** Only articles between these dates are considered. */
  readonly dates?: Dates
}

/**
 * Reads the matches from the index on words, which looks up the rarest words first, and ranks the newest that fit the
 * window.
 *
 * @returns undefined if it takes too long
 */
async function rankMatches(
  database: Reader,
  request: Request,
  { newest, dates }: Scope = {},
): Promise<Ranked | undefined> {
  const { parameter, values } = parameters()
  const search = parameter(request.query)
  const from =
    newest === undefined
      ? `articles where ${isWanted(request.filter, parameter, dates)}`
      : newestOf(request.filter, newest, parameter)
  // Materialized, so that the ORDER BY can't make the planner scan every article for a rare word.
  const sql = `with matching as materialized (
      select id, published_at from ${from} and ${matchesAny(request.parts, parameter)}
    ), newest as (
      select id, row_number() over () as place from (
        select id from matching order by published_at desc, id desc limit ${parameter(request.window)}
      ) as newest
    )
    select version_id, (select count(*) from matching) as matching
    from newest join articles using (id)
    order by case when place <= ${parameter(request.rankable)} then ts_rank(words, ${search}::tsquery, 1) end
      desc nulls last, published_at desc, id desc
    limit ${parameter(request.articleCount)}`
  const result = await inTime(database, request.stopwatch, (tx) =>
    tx.query<{ version_id: number; matching: number }>(sql, values),
  )
  if (!result) return undefined
  const matching = result.rows[0]?.matching ?? 0
  const isWholeRanking = !newest && !dates && matching <= Math.min(request.window, request.rankable)
  return { versionIds: result.rows.map((row) => row.version_id), matching, isWholeRanking }
}

/** The newest articles that are not skipped, with the columns needed to find matches. */
function newestOf(filter: Filter, newest: number, parameter: Parameter): string {
  const chosen = idsAndDates(filter, parameter)
  const newestFirst = 'order by published_at desc, id desc'
  const limit = `limit ${parameter(newest)}`
  // Many skipped articles are passed over in the index, which has only the ids of the others; so has a category's.
  if (filter.categoryKey || filter.skipped >= newest)
    return `(
      select id from ${chosen} ${newestFirst} ${limit}
    ) as newest join articles using (id) where true`
  // With few, all are read in the order of the index, in three quarters of the time. Only the newest of all, which are
  // often skipped, are passed over first.
  const until = `and published_at <= (select published_at from ${chosen} ${newestFirst} limit 1)`
  return `(
    select id, published_at, words from ${chosen} ${filter.skipped > 0 ? until : ''} ${newestFirst} ${limit}
  ) as newest where true`
}

/** @returns undefined if it takes too long */
async function inTime<T>(
  database: Reader,
  stopwatch: Stopwatch,
  work: (tx: Query) => Promise<T>,
): Promise<T | undefined> {
  const ask = async (tx: Query) => {
    const startedAt = stopwatch.now()
    // Never read all articles to sort or join them, however cheap a limit makes that look. No parallel workers either:
    // each first maps the server's memory page by page, which takes longer than most searches.
    await tx.query(
      `set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off;
        set local max_parallel_workers_per_gather = 0`,
    )
    const result = await work(tx)
    stopwatch.spentMs += stopwatch.now() - startedAt
    return result
  }
  try {
    return await database.transaction(ask, { statementTimeoutMs: rankWithinMs })
  } catch (error) {
    if (!hasTimedOut(error)) throw error
    return undefined
  }
}

const matchesAny = (parts: readonly string[], parameter: Parameter): string =>
  `(${parts.map((part) => `words @@ ${parameter(part)}::tsquery`).join(' or ')})`

/** Ids and dates of the candidates, which an index holds in the order of their dates. */
function idsAndDates({ categoryKey, skip }: Filter, parameter: Parameter): string {
  const articles = categoryKey
    ? `(
        select article_id as id, published_at from article_categories where category_key = ${parameter(categoryKey)}
      ) as articles`
    : 'articles'
  return `${articles} where ${isNotSkipped(skip, parameter)}`
}

/** Whether a row of `articles` is a candidate. */
function isWanted({ categoryKey, skip }: Filter, parameter: Parameter, dates?: Dates): string {
  const between = dates
    ? `published_at between ${parameter(dates.since)} and ${parameter(dates.until)}`
    : 'true'
  // The dates are repeated here, since the planner may read the category's index first.
  const ofCategory = categoryKey
    ? `exists (
        select from article_categories
        where article_id = articles.id and category_key = ${parameter(categoryKey)} and ${between}
      )`
    : 'true'
  return `${isNotSkipped(skip, parameter)} and ${between} and ${ofCategory}`
}

function isNotSkipped(skip: Filter['skip'], parameter: Parameter): string {
  if (!skip) return 'true'
  if ('onlyIds' in skip) return `id = any (${parameter(`{${skip.onlyIds.join()}}`)}::int[])`
  const [bits, length] = [parameter(skip.bitmap), parameter(skip.bitmap.length * 8)]
  // Articles added since the bitmap was made lie beyond its end.
  return `case when id < ${length} then get_bit(${bits}::bytea, id) = 0 else true end`
}

type Parameter = (value: unknown) => string

function parameters(): { values: unknown[]; parameter: Parameter } {
  const values: unknown[] = []
  return { values, parameter: (value) => `$${values.push(value)}` }
}

const hasTimedOut = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === '57014'
