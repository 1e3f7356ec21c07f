import type { ArticleId } from '../../../contract/ids.ts'
import type { Library } from '../../library/library.ts'
import { cardsPerPage, type JobKey, type JobRecord } from '../../library/records.ts'
import { type Matchable, matchable, matchWords } from './match-words.ts'

export interface Title {
  readonly id: ArticleId
  readonly jobKey: JobKey
  readonly title: string
  readonly words: Matchable
}

/** More titles than that are not held on the page: the older ones are for the library's own search. */
const mostTitles = 5000

/** The titles of the library, the newest job's first, each article once. */
export async function readTitles(library: Library, jobs: readonly JobRecord[]): Promise<Title[]> {
  const titles = new Map<ArticleId, Title>()
  for (const { key, articleCount } of jobs) {
    const pages = Math.ceil(articleCount / cardsPerPage)
    for (let page = 0; page < pages && titles.size < mostTitles; page += 1) {
      for (const { id, title } of await library.cards(key, page))
        if (!titles.has(id)) titles.set(id, { id, jobKey: key, title, words: matchable(title) })
    }
  }
  return [...titles.values()]
}

/** The titles that fit, best first. */
export function findTitles(titles: readonly Title[], query: string): Title[] {
  const terms = matchable(query)
  return titles
    .flatMap((title) => {
      const score = matchWords(terms, title.words)
      return score === undefined ? [] : { title, score }
    })
    .sort((a, b) => a.score - b.score)
    .map(({ title }) => title)
}
