import type { Article } from '../../../contract/article.ts'
import { provenanceOf } from '../../../contract/article.ts'
import type { Card, JobKey } from '../records.ts'
import { cardsPerPage } from '../records.ts'
import { isPageTable, newId } from '../store/store.ts'
import type { ResultColumns } from '../store/rows.ts'
import type { Tables } from '../store/store.ts'
import { packJobIds } from './job-ids.ts'

/** The tables that store the articles of a result. */
export const resultTables = ['cards', 'texts', 'ids', 'columns', 'analyses', 'facts'] as const

export type ResultTables = Pick<Tables, (typeof resultTables)[number]>

/** An article with its card. The card's position is ignored: it is set when the article is written. */
export interface CardedArticle {
  readonly card: Card
  readonly article: Article
}

export async function deleteResult(tables: ResultTables, resultKey: JobKey): Promise<void> {
  for (const name of resultTables)
    await (isPageTable(name) ? tables[name].deleteAll(resultKey) : tables[name].delete(resultKey))
}

/** Replaces the articles of a result. */
export async function writeResult(
  tables: ResultTables,
  resultKey: JobKey,
  articles: readonly CardedArticle[],
): Promise<void> {
  await deleteResult(tables, resultKey)
  await putArticles(tables, resultKey, articles, 0)
  const { ids, columns } = packed(resultKey, articles)
  await tables.ids.put(ids)
  await tables.columns.put(columns)
}

export function packed(resultKey: JobKey, articles: readonly CardedArticle[]) {
  const [cards, originals] = [articles.map(({ card }) => card), articles.map(({ article }) => article)]
  return { ids: packJobIds(resultKey, originals), columns: columnsOf(resultKey, cards) }
}

/** Yields all articles of a result, one page at a time. */
export async function* readPages(
  tables: Pick<Tables, 'cards' | 'texts'>,
  resultKey: JobKey,
): AsyncGenerator<readonly CardedArticle[]> {
  for (let page = 0; ; page += 1) {
    const articles = await readPage(tables, resultKey, page)
    if (articles.length === 0) return
    yield articles
  }
}

export async function readCards({ cards }: Pick<Tables, 'cards'>, resultKey: JobKey): Promise<Card[]> {
  const pages = await cards.range(resultKey, 0, allPages)
  return pages.flatMap((page) => page.cards)
}

export function columnsOf(jobKey: JobKey, cards: readonly Card[]): ResultColumns {
  let titleEnd = 0
  return {
    jobKey,
    revision: newId(),
    wordCounts: Uint32Array.from(cards, ({ wordCount }) => wordCount),
    hitCounts: Uint32Array.from(cards, ({ hitCount }) => hitCount),
    titles: cards.map(({ title }) => title).join(''),
    titleEnds: Uint32Array.from(cards, ({ title }) => (titleEnd += title.length)),
  }
}

const allPages = Number.MAX_SAFE_INTEGER

export async function readPage(
  tables: Pick<Tables, 'cards' | 'texts'>,
  resultKey: JobKey,
  page: number,
): Promise<CardedArticle[]> {
  const cards = (await tables.cards.get(resultKey, page))?.cards ?? []
  const texts = (await tables.texts.get(resultKey, page))?.texts ?? []
  return cards.map((card, index) => ({ card, article: articleOf(card, texts[index] ?? '') }))
}

export const articleOf = (card: Card, text: string): Article => ({
  id: card.id,
  title: card.title,
  text,
  ...(card.unsafeId && { unsafeId: card.unsafeId }),
  ...provenanceOf(card),
})

/** @param from position of the first article; must be the start of a page */
export async function putArticles(
  tables: ResultTables,
  jobKey: JobKey,
  articles: readonly CardedArticle[],
  from: number,
): Promise<void> {
  const placed = articles.map(({ card }, index): Card =>
    card.position === from + index ? card : { ...card, position: from + index },
  )
  const texts = articles.map(({ article }) => article.text)
  await tables.cards.put(paged(placed, from, (page, cards) => ({ jobKey, page, cards })))
  await tables.texts.put(paged(texts, from, (page, texts) => ({ jobKey, page, texts })))
}

function paged<T, P>(
  items: readonly T[],
  from: number,
  toPage: (page: number, items: readonly T[]) => P,
): P[] {
  const pages: P[] = []
  for (let start = 0; start < items.length; start += cardsPerPage)
    pages.push(toPage((from + start) / cardsPerPage, items.slice(start, start + cardsPerPage)))
  return pages
}
