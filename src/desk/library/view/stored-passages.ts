import { fold } from '../../../text/fold.ts'
import { cardsPerPage, type ArticleChoice } from '../records.ts'
import type { Store } from '../store/store.ts'
import { excerptOf } from '../jobs/cards.ts'
import { hasTerm, parseSearch, type SearchQuery } from '../texts/search.ts'
import { searchableText } from '../texts/searchable-text.ts'
import type { Catalogue, CatalogueKeeper } from './catalogue.ts'
import { pagesOf, type Place } from './incremental-indexer.ts'
import { passageOf } from './passage.ts'

export interface PassageMethods {
  /**
   * What lists show of these articles instead of their first lines, so that a search shows what it has found. In the
   * same order; undefined if the first lines or the title show it. Reads the texts one page at a time: a letter typed
   * meanwhile does not wait for them.
   */
  passages(articles: ArticleChoice<readonly number[]>, query: string): Promise<(Passage | undefined)[]>
}

export interface Passage {
  readonly text: string
  /** The whole note, if the text is from there: it holds a term that the article doesn't. */
  readonly note?: string | undefined
}

export function storedPassages(store: Store, keeper: CatalogueKeeper): PassageMethods {
  return {
    async passages(articles, query) {
      const catalogue = await keeper.current()
      const parsed = parseSearch(query)
      const places = placesOf(articles, catalogue)
      const passages = places.map((): Passage | undefined => undefined)
      const wanted = [...places.entries()].flatMap(([index, place]) =>
        place ? [[index, place] as const] : [],
      )
      for (const { result, page, articles } of pagesOf(wanted)) {
        const record = await store.transaction('readonly', ['texts'], ({ texts }) =>
          texts.get(result.jobKey, page),
        )
        for (const [index, { position }] of articles)
          passages[index] = passageIn(parsed, {
            title: result.titleAt(position),
            text: record?.texts[position % cardsPerPage] ?? '',
            note: catalogue.annotations.get(result.idAt(position))?.note,
          })
      }
      return passages
    },
  }
}

function placesOf(
  articles: ArticleChoice<readonly number[]>,
  { entries, results }: Catalogue,
): (Place | undefined)[] {
  if ('ids' in articles) return articles.ids.map((id) => entries.get(id)?.occurrences[0])
  const result = results.get(articles.jobKey)
  return articles.positions.map((position) => result && { result, position })
}

function passageIn(
  query: SearchQuery,
  { title, text, note }: { title: string; text: string; note: string | undefined },
): Passage | undefined {
  if (note !== undefined && addsTerm(fold(note), searchableText({ title, text }), query))
    return { text: passageOf(note, query) ?? excerptOf(note), note }
  const passage = passageOf(text, query)
  return passage === undefined ? undefined : { text: passage }
}

/** Whether some term of a search occurs in the folded note, but not in the folded article. */
const addsTerm = (note: string, article: string, { wanted }: SearchQuery): boolean =>
  wanted.some((term) => hasTerm(note, term) && !hasTerm(article, term))
