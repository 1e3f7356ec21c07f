import type { ArticleId } from '../../../contract/ids.ts'
import type { Card } from '../../library/records.ts'

/**
 * Where the articles of a list come from: a job, or the whole library. A list only ever speaks of positions, small whole
 * numbers that stand for the same article for as long as the source lives; which of them are shown, and in what order,
 * is said by `Ordering`. Must stay the same object between renders.
 */
export interface ArticleSource {
  /** The card at a position, where it has been read. */
  readonly peek: (position: number) => Card | undefined
  /** Reads it where it has not been, and calls back when `peek` answers otherwise; the answer ends it. */
  readonly watch: (position: number, listener: () => void) => () => void
  /** The card, once it has been read. */
  readonly card: (position: number) => Promise<Card | undefined>
  /** Reads what is likely to come into sight next. */
  readonly prefetch: (positions: readonly number[]) => void
  /** Ids at these positions, in their order; `unsafe` counts those past 2^53, which are left out. */
  readonly ids: (positions: readonly number[] | 'all') => Promise<{ ids: ArticleId[]; unsafe: number }>
  /** The addresses of the reader and of the list, without what narrows the list. */
  readonly articlePath: (id: ArticleId) => string
  readonly listPath: string
}
