import {
  type CardedArticle,
  columnsOf,
  packed,
  putArticles,
  readCards,
  readPage,
  type ResultTables,
} from '../jobs/result-pages.ts'
import type { JobIds, JobKey } from '../records.ts'
import { cardsPerPage } from '../records.ts'
import type { ResultColumns } from '../store/rows.ts'

/**
 * Appends articles to a result. Ids and columns are extended: made anew, they would take reading all cards of the result
 * for each part of a backup that is restored.
 */
export async function appendToResult(
  tables: ResultTables,
  resultKey: JobKey,
  articles: readonly CardedArticle[],
): Promise<void> {
  const ids = await tables.ids.get(resultKey)
  const count = ids?.numbers.length ?? 0
  const columns =
    (await tables.columns.get(resultKey)) ?? columnsOf(resultKey, await readCards(tables, resultKey))
  const page = Math.floor(count / cardsPerPage)
  const begun = await readPage(tables, resultKey, page)
  await putArticles(tables, resultKey, [...begun, ...articles], page * cardsPerPage)
  const added = packed(resultKey, articles)
  await tables.ids.put(ids ? joinJobIds(ids, added.ids) : added.ids)
  await tables.columns.put(joinColumns(columns, added.columns))
}

/** Concatenates the ids of two consecutive ranges of articles. */
function joinJobIds(one: JobIds, next: JobIds): JobIds {
  const count = one.numbers.length
  const numbers = new Float64Array(count + next.numbers.length)
  numbers.set(one.numbers)
  numbers.set(next.numbers, count)
  return {
    jobKey: one.jobKey,
    numbers,
    strings: new Map([...one.strings, ...Array.from(next.strings, ([at, id]) => [at + count, id] as const)]),
    unsafe: new Set([...one.unsafe, ...Array.from(next.unsafe, (at) => at + count)]),
  }
}

function joinColumns(one: ResultColumns, other: ResultColumns): ResultColumns {
  return {
    jobKey: one.jobKey,
    revision: other.revision,
    wordCounts: joined(one.wordCounts, other.wordCounts),
    hitCounts: joined(one.hitCounts, other.hitCounts),
    titles: one.titles + other.titles,
    titleEnds: joined(
      one.titleEnds,
      other.titleEnds.map((end) => end + one.titles.length),
    ),
  }
}

function joined(one: Uint32Array, other: Uint32Array): Uint32Array<ArrayBuffer> {
  const both = new Uint32Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
