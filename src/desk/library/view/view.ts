import type { ArticleId, OrderedIds } from '../../../contract/ids.ts'
import type { Card, Decision, JobKey, Annotation, Quality } from '../records.ts'

/** Which articles of the library are shown, and in what order. Every given field narrows the selection. */
export interface ViewSpec {
  /** In the syntax of `search.ts`; blank for no search. */
  readonly query?: string | undefined
  /** Any of these; "none" for undecided articles. */
  readonly decisions?: readonly (Decision | 'none')[] | undefined
  readonly read?: boolean | undefined
  /** Returned by this job, possibly among others. */
  readonly job?: JobKey | undefined
  /** Returned by a job of this chain, given by its first job. */
  readonly chain?: JobKey | undefined
  /** The request's category, or else the job's own, ignoring case. */
  readonly category?: string | undefined
  /** A keyword of a request that occurs in the article, ignoring case. */
  readonly keyword?: string | undefined
  /** Number of words of the text, inclusive. */
  readonly words?: Range | undefined
  /** All of these. */
  readonly quality?: readonly Quality[] | undefined
  readonly exported?: boolean | undefined
  /** Milliseconds since the epoch, `from` inclusive, `to` exclusive. */
  readonly collected?: Range | undefined
  /** Whether it has near-duplicates. */
  readonly duplicated?: boolean | undefined
  /** Whether it has more than one version. */
  readonly versioned?: boolean | undefined
  readonly noted?: boolean | undefined
  /** All of these. */
  readonly labels?: readonly string[] | undefined
  /** Why it was rejected. */
  readonly reason?: string | undefined
  /**
   * "best" sorts by relevance and is the default of a search. Near-duplicates are grouped if only they are shown and
   * no order is given.
   */
  readonly sort?: ViewSort | undefined
}

/** Either end may be left out. */
export interface Range {
  readonly from?: number | undefined
  readonly to?: number | undefined
}

export type ViewSort = 'newest' | 'oldest' | 'title' | 'longest' | 'shortest' | 'hits' | 'best'

/**
 * How many articles each choice of a filter would leave, with the other filters unchanged. Counts that depend on the
 * texts are undefined until all texts have been read, because a partial count would be taken for the result.
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
  /** Highest count first. */
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
  /** Their decisions, see `decision-codes.ts`. */
  readonly decisions: Uint8Array<ArrayBuffer>
  /** Number of articles in the library, shown or not. */
  readonly total: number
  readonly facets: Facets
  /** The first articles, as many as were asked for: a list can draw them without asking again. */
  readonly first: readonly LibraryEntry[]
  /** Progress in articles while texts are indexed for the first time: filters by text ignore the rest. */
  readonly indexing?: { readonly done: number; readonly of: number } | undefined
}

/** An article as lists of the library show it. */
export interface LibraryEntry {
  readonly id: ArticleId
  /** Card of its newest text, with the position within the newest job. */
  readonly card: Card
  /** The jobs that returned it, newest first. */
  readonly jobs: readonly JobKey[]
  readonly category: string
  /** Keywords of those jobs' requests. */
  readonly keywords: readonly string[]
  readonly annotation: Annotation | undefined
  /** What is unusual about its text: without what at least half of the articles of its job have. */
  readonly quality: readonly Quality[]
  /** The same of each job's own text, if these differ. */
  readonly qualityIn?: Readonly<Record<JobKey, readonly Quality[]>>
  /** The number of words half of its job's articles fall below; undefined if the job has few articles. */
  readonly usualWordCount: number | undefined
  /** Number of different texts. */
  readonly versionCount: number
}

/** The near-duplicate that contains most of an article. */
export interface DuplicateNote {
  readonly id: ArticleId
  readonly title: string
  /** The jobs that returned it, newest first. */
  readonly jobs: readonly JobKey[]
  /** The share of the article's text that it has, from 0 to 1; titles are not compared. */
  readonly share: number
}

/** Another article of the same group of near-duplicates. */
export interface NearDuplicate {
  readonly id: ArticleId
  /** From 0 to 1; undefined if the two articles could not be compared. */
  readonly similarity: number | undefined
  /** The share of its text that the requested article contains, so is not lost if only that one is kept. */
  readonly share: number | undefined
  readonly decision: Decision | undefined
}

/** Groups of near-duplicates that are still to be decided on. */
export interface DuplicateGroups {
  readonly count: number
  /** The article of the first one to suggest keeping: one that is kept already, or else the longest. */
  readonly first: ArticleId | undefined
  /** Whether more may be found, since texts are still being compared. */
  readonly isIndexing: boolean
}

/** One of the different texts of an article. */
export interface ArticleVersion {
  readonly jobKey: JobKey
  readonly collectedAt: number
  readonly title: string
  readonly text: string
  readonly wordCount: number
  /** Whether the request asked to remove signatures; undefined for a job opened by number. */
  readonly signatureRemoved: boolean | undefined
}
