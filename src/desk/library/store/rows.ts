import type { ArticleId, IdList } from '../../../contract/ids.ts'
import type { JobRequest } from '../../../contract/job-request.ts'
import type { Analysis, Card, JobIds, JobKey, JobRecord, Annotation, Named, SkipList } from '../records.ts'

/** The exact request of a job, ids included. */
export interface StoredRequest {
  readonly jobKey: JobKey
  readonly request: JobRequest
}

/** A hundred cards share a record, and so do their texts: a record each takes four times as long to write. */
export interface CardPage {
  readonly jobKey: JobKey
  readonly page: number
  readonly cards: readonly Card[]
}

/** Apart from the cards, so that a list scrolls without reading texts. */
export interface TextPage {
  readonly jobKey: JobKey
  readonly page: number
  readonly texts: readonly string[]
}

/**
 * What reading a text once has found: for a hundred articles, by their place on the page. Made in the background after
 * the job was saved, and made again wherever it is missing.
 */
export interface AnalysisPage {
  readonly jobKey: JobKey
  readonly page: number
  /** See `analysisFormat`. */
  readonly format: number
  /** Of the texts, see {@link AnswerColumns}; the first desks wrote none. */
  readonly revision?: string | undefined
  readonly analyses: readonly Analysis[]
}

/**
 * What filters, orders and lists need to know of every article of an answer, so that they read no cards. An answer is
 * what a job brought, or what it had brought before, under "17~1" and so on.
 */
export interface AnswerColumns {
  readonly jobKey: JobKey
  /** Another one each time the articles are written: whatever was made of their texts remembers of which. */
  readonly revision: string
  readonly wordCounts: Uint32Array<ArrayBuffer>
  readonly hitCounts: Uint32Array<ArrayBuffer>
  /** The titles one after another: a string each would take much longer to read. */
  readonly titles: string
  readonly titleEnds: Uint32Array<ArrayBuffer>
}

/** What the analyses of an answer come to, without the sketches, which are most of their size. */
export interface StoredFacts {
  readonly jobKey: JobKey
  readonly revision: string
  /** See `analysisFormat`. */
  readonly format: number
  readonly hashes: Float64Array<ArrayBuffer>
  /** See `qualityBits`. */
  readonly qualities: Uint8Array<ArrayBuffer>
  /** Keywords that stand together in some texts, and by position which of these lists is that of an article. */
  readonly keywordSets: readonly (readonly string[])[]
  readonly keywordSetOf: Uint32Array<ArrayBuffer>
}

/** A copy, or part of one, of an index that is in memory while the library is open. */
export interface StoredIndexPart {
  readonly name: string
  readonly value: unknown
}

export interface StoredSetting {
  readonly name: string
  readonly value: unknown
}

/**
 * The annotations of some articles, together in a record; stored as "marks" since the first schema. A record each would take a second to write for a thousand
 * articles; one for all would be rewritten with every key the editor presses.
 */
export interface AnnotationBucket {
  readonly bucket: string
  readonly marks: ReadonlyMap<ArticleId, Annotation>
}

/** How things stood before a step: what it did not touch is not in here. */
export interface Before {
  /** Only fields that the step changed; a null was not there. */
  readonly marks?: readonly (readonly [id: ArticleId, fields: BeforeAnnotation])[]
  readonly lists?: readonly { readonly id: string; readonly was: ListBefore | null }[]
  readonly named?: readonly { readonly key: string; readonly was: Named | null }[]
  /** Removed from every list, and not deleted yet. */
  readonly jobs?: readonly JobKey[]
}

/** Without ids where the step left them alone: a list may hold a million, and a new name takes none of them away. */
interface ListBefore {
  readonly list?: SkipList
  readonly ids?: IdList
}

/** A null was not there. */
export type BeforeAnnotation = { readonly [Field in keyof Annotation]?: Annotation[Field] | null }

/** A step with everything needed to undo it; read only then, since it may hold a million ids. */
export interface StoredStep {
  readonly key: string
  readonly before: Before
}

/** The ids of a list apart from its name, so that a hundred lists are named without reading a million ids. */
export interface ListIds {
  readonly listId: string
  readonly ids: IdList
}

/** The tables whose records have a key of their own. */
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
  readonly columns: AnswerColumns
  readonly facts: StoredFacts
  readonly indexes: StoredIndexPart
}

/** The tables whose records are pages of a job. */
export interface PageTypes {
  readonly cards: CardPage
  readonly texts: TextPage
  readonly analyses: AnalysisPage
}
