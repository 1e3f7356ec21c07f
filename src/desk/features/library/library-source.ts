import { type ArticleId, idAt, type OrderedIds, unpackInOrder } from '../../../contract/ids.ts'
import type { ArticleCache } from '../../worker-client/article-cache.ts'
import type { ArticleSource } from '../../worker-client/article-source.ts'
import type { PageLibrary } from '../../worker-protocol/library-calls.ts'
import { paths } from '../../paths.ts'

/** The articles of the library for a list. A position stays the same while the page shows the library. */
export interface LibrarySource extends ArticleSource {
  readonly positionOf: (id: ArticleId) => number
  /** In the same order; the same array for the same list. */
  readonly positionsOf: (ids: OrderedIds) => Uint32Array<ArrayBuffer>
  /** All articles that have a position so far, by position. */
  readonly known: () => OrderedIds
  /** Includes ids past 2^53. */
  readonly everyId: (positions: readonly number[] | 'all') => Promise<ArticleId[]>
}

export function createLibrarySource(library: PageLibrary, articles: ArticleCache): LibrarySource {
  const positions = new Map<ArticleId, number>()
  // The same ids by position, packed, since each keystroke in the search asks for all of them.
  let numbers = new Float64Array(1024)
  const strings = new Map<number, string>()
  const positionsOfLists = new WeakMap<OrderedIds, Uint32Array<ArrayBuffer>>()

  function positionOf(id: ArticleId): number {
    const known = positions.get(id)
    if (known !== undefined) return known
    const position = positions.size
    positions.set(id, position)
    if (position === numbers.length) {
      const wider = new Float64Array(numbers.length * 2)
      wider.set(numbers)
      numbers = wider
    }
    numbers[position] = typeof id === 'number' ? id : Number.NaN
    if (typeof id === 'string') strings.set(position, id)
    return position
  }

  function positionsOf(ids: OrderedIds): Uint32Array<ArrayBuffer> {
    let found = positionsOfLists.get(ids)
    if (found) return found
    found = new Uint32Array(ids.numbers.length)
    // Most articles are known and have numbers: one look-up each. NaN stands for a string, and is never known.
    for (let place = 0; place < found.length; place += 1)
      found[place] = positions.get(ids.numbers[place]!) ?? positionOf(idAt(ids, place)!)
    positionsOfLists.set(ids, found)
    return found
  }

  const at = (position: number): ArticleId => strings.get(position) ?? numbers[position]!

  const everyId = async (positions: readonly number[] | 'all'): Promise<ArticleId[]> =>
    positions === 'all' ? unpackInOrder((await library.view({})).ids) : positions.map(at)

  return {
    positionOf,
    positionsOf,
    known: () => ({ numbers: numbers.subarray(0, positions.size), strings }),
    peek: (position) => articles.entry(at(position))?.card,
    watch: (position, listener) => articles.subscribe('entry', at(position), listener),
    card: async (position) => (await articles.readEntry(at(position)))?.card,
    prefetch: (positions) => articles.prefetchEntries(positions.map(at)),
    everyId,
    async ids(positions) {
      const wanted = await everyId(positions)
      // Only ids that are strings may be digits past 2^53, and those are few.
      const texts = wanted.filter((id) => typeof id === 'string')
      const found = texts.length === 0 ? [] : await library.entries(texts)
      const unsafe = new Set(found.flatMap((entry) => (entry?.card.unsafeId ? entry.id : [])))
      return { ids: wanted.filter((id) => !unsafe.has(id)), unsafe: unsafe.size }
    },
    passages: (positions, query) => library.passages({ ids: positions.map(at) }, query),
    articlePath: paths.libraryArticle,
    listPath: paths.library,
  }
}
