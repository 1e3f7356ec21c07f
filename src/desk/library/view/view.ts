import type { ArticleId } from '../../../contract/ids.ts'
import type { Card, Decision, JobKey, Annotation, Quality } from '../records.ts'

/** Which articles of the library are shown, and in what order. Every field that is given narrows them further. */
export interface ViewSpec {
  /** As `search.ts` has it; blank for none. */
  readonly query?: string | undefined
  /** Any of these; "none" for those not decided yet. */
  readonly decisions?: readonly (Decision | 'none')[] | undefined
  readonly read?: boolean | undefined
  /** Came in this job, whether or not others brought it too. */
  readonly job?: JobKey | undefined
  /** Came in a job of this chain, named by its first job. */
  readonly chain?: JobKey | undefined
  /** The request's, or else the job's own; case does not matter. */
  readonly category?: string | undefined
  /** A keyword of a request that stands in the article; case does not matter. */
  readonly keyword?: string | undefined
  /** Words of the text, ends included. */
  readonly words?: { readonly from?: number | undefined; readonly to?: number | undefined } | undefined
  /** All of these. */
  readonly quality?: readonly Quality[] | undefined
  readonly exported?: boolean | undefined
  /** Milliseconds since the epoch, from included, to not. */
  readonly collected?: { readonly from?: number | undefined; readonly to?: number | undefined } | undefined
  /** Whether another article says nearly the same. */
  readonly duplicated?: boolean | undefined
  /** Whether it came with more than one text. */
  readonly versioned?: boolean | undefined
  readonly noted?: boolean | undefined
  /** All of these. */
  readonly labels?: readonly string[] | undefined
  /** Why it was rejected. */
  readonly reason?: string | undefined
  /**
   * "best" is the search's own order, and the order of a search unless another is asked for. Near-duplicates stand
   * together with their likes where nothing else is shown and no order is asked for.
   */
  readonly sort?: ViewSort | undefined
}

export type ViewSort = 'newest' | 'oldest' | 'title' | 'longest' | 'shortest' | 'hits' | 'best'

/** Ids in an order, packed: a hundred thousand cross to the page in a millisecond. */
export interface OrderedIds {
  /** NaN where the id is a string. */
  readonly numbers: Float64Array<ArrayBuffer>
  readonly strings: ReadonlyMap<number, string>
}

/**
 * How many articles each choice of a filter would leave, the other filters being as they are. What follows from the texts
 * is undefined until all have been read: a count that grows would be read as a fact.
 */
export interface Facets {
  readonly decisions: Readonly<Record<Decision | 'none', number>>
  readonly read: number
  readonly unread: number
  readonly exported: number
  readonly notExported: number
  readonly duplicated: number | undefined
  readonly versioned: number | undefined
  readonly noted: number
  /** Most first; the first fifty of each. */
  readonly jobs: readonly FacetCount[]
  readonly chains: readonly FacetCount[]
  readonly categories: readonly FacetCount[]
  readonly keywords: readonly FacetCount[] | undefined
  readonly labels: readonly FacetCount[]
  readonly reasons: readonly FacetCount[]
  readonly quality: readonly FacetCount<Quality>[] | undefined
}

export interface FacetCount<T = string> {
  readonly value: T
  readonly count: number
}

export interface LibraryView {
  readonly ids: OrderedIds
  /** What was decided on each of them, see `decision-codes.ts`. */
  readonly decisions: Uint8Array<ArrayBuffer>
  /** Articles of the library, whether shown or not. */
  readonly total: number
  readonly facets: Facets
  /** Articles, while texts are still being read for the first time: of the rest nothing is known from its text yet. */
  readonly unreadTexts?: { readonly done: number; readonly of: number } | undefined
}

/** What a list of the library shows of an article. */
export interface LibraryEntry {
  readonly id: ArticleId
  /** Of its newest text; position is that within the newest job. */
  readonly card: Card
  /** The jobs it came in, newest first. */
  readonly jobs: readonly JobKey[]
  readonly category: string
  /** Of those jobs' requests. */
  readonly keywords: readonly string[]
  readonly collectedAt: number
  readonly annotation: Annotation | undefined
  readonly quality: readonly Quality[]
  /** Different texts it came with. */
  readonly versionCount: number
  /** The nearest of the articles that say nearly the same. */
  readonly duplicate: DuplicateNote | undefined
}

export interface DuplicateNote {
  readonly id: ArticleId
  readonly title: string
  /** The jobs it came in, newest first. */
  readonly jobs: readonly JobKey[]
  /** From 0 to 1, of the text; titles do not count. */
  readonly similarity: number
  /** Articles that say nearly the same, this one included. */
  readonly groupSize: number
}

/** Another article of the same group. */
export interface NearDuplicate {
  readonly id: ArticleId
  /** Of the pair, from 0 to 1; undefined where the two could not be compared. */
  readonly similarity: number | undefined
  /** How much of it stands in the article that was asked about: what is not lost where only that one is kept. */
  readonly share: number | undefined
  readonly decision: Decision | undefined
}

/** A text that an article came with. */
export interface ArticleVersion {
  readonly jobKey: JobKey
  readonly collectedAt: number
  readonly title: string
  readonly text: string
  readonly wordCount: number
  /** Whether signatures were asked to be removed; undefined for a job opened by number. */
  readonly signatureRemoved: boolean | undefined
}
