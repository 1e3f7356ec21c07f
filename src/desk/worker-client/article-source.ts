import type { ArticleId } from '../../contract/ids.ts'
import type { Card } from '../library/records.ts'
import type { Passage } from '../library/view/stored-passages.ts'

/**
 * Where the articles of a list come from: a job or the whole library. A list only handles positions: small integers
 * that stand for the same article for the lifetime of the source. `Ordering` says which of them are shown, and in what
 * order. Must be the same object between renders.
 */
export interface ArticleSource {
  /** The card at a position, if it has been read. */
  readonly peek: (position: number) => Card | undefined
  /**
   * Reads the card if necessary and calls the listener when the result of `peek` changes. Returns the unsubscribe
   * function.
   */
  readonly watch: (position: number, listener: () => void) => () => void
  /** Resolves once the card has been read. */
  readonly card: (position: number) => Promise<Card | undefined>
  /** Reads cards that are likely to come into view next. */
  readonly prefetch: (positions: readonly number[]) => void
  /** Ids at these positions, in the same order. `unsafe` counts ids past 2^53, which are left out. */
  readonly ids: (positions: readonly number[] | 'all') => Promise<{ ids: ArticleId[]; unsafe: number }>
  /** What a search has found in the articles at these positions; see `Library.passages`. */
  readonly passages: (positions: readonly number[], query: string) => Promise<(Passage | undefined)[]>
  /** Addresses of the reader and of the list, without the search and filters. */
  readonly articlePath: (id: ArticleId) => string
  readonly listPath: string
}
