import type { Query } from '../database/database.ts'
import { skipBitmap } from './skip-ids.ts'
import { phrasesOf, toCategoryKey } from './words.ts'

export interface Wanted {
  readonly keywords: readonly string[]
  /** Empty for any category. */
  readonly category: string
  readonly articleCount: number
  /** As `packSkipIds` made them. */
  readonly idsToSkip: Buffer
}

/**
 * Finds articles, best first (docs/interface.md, "Silences"): a text matches when any keyword's words all occur in its
 * title or text, word forms and accents folded, quoted phrases as phrases; ranked by relevance, then newest, then the
 * highest id. Without keywords the newest come. Blank keywords are no keywords; one without any letter or digit matches
 * nothing.
 *
 * @returns ids of the articles' present versions, at most `articleCount`
 */
export async function matchArticles(query: Query, wanted: Wanted): Promise<number[]> {
  const values: unknown[] = []
  const parameter = (value: unknown): string => `$${values.push(value)}`
  const conditions = ['true']

  const keywords = wanted.keywords.filter((keyword) => keyword.trim() !== '')
  if (keywords.length > 0) conditions.push('words @@ wanted.query')

  const categoryKey = toCategoryKey(wanted.category)
  if (categoryKey) conditions.push(`category_key = ${parameter(categoryKey)}`)

  if (wanted.idsToSkip.length > 0) {
    const bitmap = skipBitmap(wanted.idsToSkip, await highestArticleId(query))
    const [bits, length] = [parameter(bitmap), parameter(bitmap.length * 8)]
    // Articles that came since the bitmap was made lie beyond its end.
    conditions.push(`case when id < ${length} then get_bit(${bits}::bytea, id) = 0 else true end`)
  }

  const { rows } = await query.query<{ version_id: number }>(
    `select version_id from articles ${keywords.length > 0 ? `, ${wantedQuery(keywords, parameter)}` : ''}
    where ${conditions.join(' and ')}
    order by ${keywords.length > 0 ? 'ts_rank(words, wanted.query, 1) desc, ' : ''} published_at desc, id desc
    limit ${parameter(wanted.articleCount)}`,
    values,
  )
  return rows.map((row) => row.version_id)
}

/**
 * Keywords come from strangers: they travel as parameters, word by word, and the query is put together by
 * PostgreSQL's own operators. `websearch_to_tsquery` was refused: it would read "or" and "-" as commands.
 */
function wantedQuery(keywords: readonly string[], parameter: (value: unknown) => string): string {
  const phrases = keywords.flatMap((keyword, index) => phrasesOf(keyword).map((words) => ({ index, words })))
  const indexes = parameter(phrases.map((phrase) => phrase.index))
  const words = parameter(phrases.map((phrase) => phrase.words))
  return `(
    select tsquery_any(keyword.query) as query
    from (
      select tsquery_all(phraseto_tsquery('article_words', unaccent(phrase.words))) as query
      from unnest(${indexes}::int[], ${words}::text[]) as phrase (keyword, words)
      group by phrase.keyword
    ) as keyword
  ) as wanted`
}

async function highestArticleId(query: Query): Promise<number> {
  const { rows } = await query.query<{ highest: number | null }>('select max(id) as highest from articles')
  return rows[0]?.highest ?? 0
}
