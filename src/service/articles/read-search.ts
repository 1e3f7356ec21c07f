import type { Query } from '../database/database.ts'
import { phrasesOf } from './tokenizer.ts'

/** What is searched for. */
export interface Search {
  /** In PostgreSQL's `tsquery` notation. */
  readonly query: string
  /** The same in parts that the index is asked for one by one, since its time grows with the square of their words. */
  readonly parts: readonly string[]
  /** The index knows only which articles have the words; whether they are next to each other is looked up in each. */
  readonly isPhrase: boolean
  readonly terms: number
}

/** How many words of a query the index is asked for at once, which takes some 10 ms; 20,000 at once take half a minute. */
const termsPerPart = 300

/**
 * Keywords are untrusted: they are passed as parameters, word by word, and combined by PostgreSQL's own operators. Not
 * `websearch_to_tsquery`, which would read "or" and "-" as operators.
 *
 * The query is built before it is used, so that the planner knows how frequent its words are.
 *
 * @returns undefined if the keywords have no words
 */
export async function readSearch(query: Query, keywords: readonly string[]): Promise<Search | undefined> {
  const phrases = keywords.flatMap((keyword, index) => phrasesOf(keyword).map((words) => ({ index, words })))
  if (phrases.length === 0) return undefined
  const { rows } = await query.query<{ query: string; nodes: number }>(
    `select query::text, numnode(query) as nodes
    from (
      select tsquery_any(keyword.query) as query
      from (
        select part, tsquery_all(phraseto_tsquery('article_words', unaccent(words))) as query
        from unnest($1::int[], $2::int[], $3::text[]) as phrase (part, keyword, words)
        group by part, keyword
      ) as keyword
      group by part order by part
    ) as parts where numnode(query) > 0`,
    [partsOf(phrases), phrases.map(({ index }) => index), phrases.map(({ words }) => words)],
  )
  if (rows.length === 0) return undefined
  const parts = rows.map((row) => row.query)
  // "or" has the lowest precedence.
  const found = parts.join(' | ')
  const isPhrase = /' <(?:-|\d+)> '/.test(found)
  // Half of the nodes are operators.
  const terms = rows.reduce((sum, { nodes }) => sum + Math.ceil(nodes / 2), 0)
  return { query: found, parts, isPhrase, terms }
}

/** The part that each phrase belongs to. Those of a keyword stay together, since all of them must occur. */
function partsOf(phrases: readonly { readonly index: number; readonly words: string }[]): number[] {
  let terms = 0
  let part = 0
  return phrases.map(({ index, words }, at) => {
    if (index !== phrases[at - 1]?.index) part = Math.floor(terms / termsPerPart)
    terms += words.split(' ').length
    return part
  })
}
