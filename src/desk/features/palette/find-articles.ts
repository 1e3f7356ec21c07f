import type { Library } from '../../library/library.ts'
import type { LibraryEntry } from '../../library/view/view.ts'
import { matchable, matchWords } from './match-words.ts'

/** How many of what the library finds are looked through for a title that fits. */
const mostLookedAt = 60

export interface FoundArticles {
  readonly articles: readonly LibraryEntry[]
  /** How many there are in all. */
  readonly count: number
  /** Some texts were not read yet: asked again, there may be more. */
  readonly isPartial: boolean
}

/**
 * Articles of the whole library: those whose title fits first, then those whose text does, each in the library's own
 * order.
 *
 * @param query as the library's search has it
 */
export async function findArticles(library: Library, query: string): Promise<FoundArticles> {
  const { ids, unreadTexts } = await library.view({ query, sort: 'best' })
  const first = Array.from(ids.numbers.subarray(0, mostLookedAt), (id, place) => ids.strings.get(place) ?? id)
  const entries = (await library.entries(first)).filter((entry) => entry !== undefined)
  const terms = matchable(query)
  const [byTitle, byText]: [LibraryEntry[], LibraryEntry[]] = [[], []]
  for (const entry of entries)
    (matchWords(terms, matchable(entry.card.title)) === undefined ? byText : byTitle).push(entry)
  const count = ids.numbers.length
  return { articles: [...byTitle, ...byText], count, isPartial: unreadTexts !== undefined }
}
