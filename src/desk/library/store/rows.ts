import type { ArticleId, IdList } from '../../../contract/ids.ts'
import type { JobRequest } from '../../../contract/job.ts'
import type { Analysis, Card, JobIds, JobKey, JobRecord, Annotation, Named, SkipList } from '../records.ts'

/** The exact request of a job, ids included. */
export interface StoredRequest {
  readonly jobKey: JobKey
  readonly request: JobRequest
}

/** A hundred cards share a record, and so do their texts: one record each takes four times as long to write. */
export interface CardPage {
  readonly jobKey: JobKey
  readonly page: number
  readonly cards: readonly Card[]
}

/** Separate from the cards, so that scrolling a list reads no texts. */
export interface TextPage {
  readonly jobKey: JobKey
  readonly page: number
  readonly texts: readonly string[]
}

/**
 * The analyses of a hundred texts, in the order of the page. Made in the background after a job is saved; missing
 * pages are made again.
 */
export interface AnalysisPage {
  readonly jobKey: JobKey
  readonly page: number
  /** See `analysisFormat`. */
  readonly format: number
  /** Revision of the texts, see {@link ResultColumns}. The first desks wrote none. */
  readonly revision?: string | undefined
  readonly analyses: readonly Analysis[]
}

/**
 * What filters, sort orders and lists need of every article of a result, so that they read no cards. A result is what
 * a job returned, or what it returned earlier ("17~1" and so on).
 */
export interface ResultColumns {
  readonly jobKey: JobKey
  /** Changes every time the articles are written. Data derived from the texts stores the revision it was made from. */
  readonly revision: string
  readonly wordCounts: Uint32Array<ArrayBuffer>
  readonly hitCounts: Uint32Array<ArrayBuffer>
  /** The titles, concatenated: an array of strings would take much longer to read. */
  readonly titles: string
  readonly titleEnds: Uint32Array<ArrayBuffer>
}

/** The analyses of a result without the sketches, which make up most of their size. */
export interface StoredFacts {
  readonly jobKey: JobKey
  readonly revision: string
  /** See `analysisFormat`. */
  readonly format: number
  readonly hashes: Float64Array<ArrayBuffer>
  /** See `qualityBits`. */
  readonly qualities: Uint8Array<ArrayBuffer>
  /** The distinct sets of keywords that occur in texts; `keywordSetOf` has the index of each article's set. */
  readonly keywordSets: readonly (readonly string[])[]
  readonly keywordSetOf: Uint32Array<ArrayBuffer>
}

/** A stored snapshot of an in-memory index, or a part of it. */
export interface StoredIndexPart {
  readonly name: string
  readonly value: unknown
}

export interface StoredSetting {
  readonly name: string
  readonly value: unknown
}

/**
 * The annotations of several articles in one record, stored as "marks" since the first schema. With one record per
 * article, a thousand would take a second to write; a single record would be rewritten at every keystroke.
 */
export interface AnnotationBucket {
  readonly bucket: string
  readonly marks: ReadonlyMap<ArticleId, Annotation>
}

/** The state before a step. Contains only what the step changed. */
export interface Before {
  /**
   * Only the fields that the step changed, null if there was none. With the labels after a step that changed them, and
   * the time of the decision after the step, null if there was none, since a backup may bring others; steps of older
   * desks lack these.
   */
  readonly marks?:
    | readonly (readonly [
        id: ArticleId,
        fields: BeforeAnnotation,
        labels?: readonly string[] | undefined,
        decidedAt?: number | null,
      ])[]
    | undefined
  readonly lists?: readonly ListBefore[] | undefined
  readonly named?: readonly { readonly key: string; readonly was: Named | null }[] | undefined
  /** Removed from every list, but not yet deleted. */
  readonly jobs?: readonly JobKey[]
}

/** A list before a step, and which of its ids the step changed: the list may hold a million others. */
export interface ListBefore {
  readonly id: string
  /** Steps of older desks have all ids of the list here, or null if there was no list. */
  readonly was: { readonly list?: SkipList; readonly ids?: IdList } | null
  readonly added?: IdList
  readonly removed?: IdList
}

/** Null for fields that were not set. */
export type BeforeAnnotation = { readonly [Field in keyof Annotation]?: Annotation[Field] | null }

/** Everything needed to undo a step. Read only on undo, since it may hold a million ids. */
export interface StoredStep {
  readonly key: string
  readonly before: Before
}

/** The ids of a list, separate from its name, so that listing names doesn't read a million ids. */
export interface ListIds {
  readonly listId: string
  readonly ids: IdList
}

/** The tables whose records have their own key. */
export interface RowTypes {
  readonly jobs: JobRecord
  readonly requests: StoredRequest
  readonly ids: JobIds
  readonly settings: StoredSetting
  readonly marks: AnnotationBucket
  readonly steps: StoredStep
  readonly lists: SkipList
  readonly listIds: ListIds
  readonly named: Named
  readonly columns: ResultColumns
  readonly facts: StoredFacts
  readonly indexes: StoredIndexPart
}

/** The tables whose records are pages of a job. */
export interface PageTypes {
  readonly cards: CardPage
  readonly texts: TextPage
  readonly analyses: AnalysisPage
}
