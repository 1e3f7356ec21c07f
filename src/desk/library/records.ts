import type { Article } from '../../contract/article.ts'
import type { ArticleId, IdList } from '../../contract/ids.ts'
import type { SetAside } from '../../contract/job.ts'
import type { JobRequest } from '../../contract/job-request.ts'

/**
 * Names a job on this device: its id in digits ("17"), or "sent-..." for a request whose answer never came. Where a
 * service that began again from 1 made a number a second time, that job is "17-2". It is the `:jobId` of the address.
 */
export type JobKey = string

/** A request without its ids, which may be a million: they are kept apart and counted here. */
export type RequestSummary = Omit<JobRequest, 'idsToSkip'> & { readonly skipCount: number }

/** Where a job is, as far as this device knows. The service's own word is in `state`. */
export type JobPhase =
  | 'sending' // written before the POST leaves
  | 'unconfirmed' // the POST's answer never came: the job may or may not exist
  | 'watched' // accepted or opened by number, not finished
  | 'ready' // success, and every article is in the library
  | 'failed' // a word of failure, three times running
  | 'not-found'
  | 'stopped' // the editor stopped watching
  | 'resting' // watched for 24 h without an end

/** The failure of the latest check, in a form that can be stored. `api/errors` gives it its meaning. */
export interface StoredFailure {
  readonly kind: string
  readonly status?: number | undefined
  readonly detail?: string | undefined
}

/** One job of the account. Times are milliseconds since the epoch. */
export interface JobRecord {
  readonly key: JobKey
  readonly jobId?: number | undefined
  /**
   * The service has begun again from 1 since: this number is another job there, or will be. The job is never asked for
   * again, and ids of its articles mean nothing to the service.
   */
  readonly isOfEarlierService?: true | undefined
  /**
   * The identity of that service, where it has one. The ids of the job's articles carry it then, so that they can't be
   * taken for those of the service as it is now; see `idOfEarlierService`.
   */
  readonly earlierService?: string | undefined
  /** Undefined where the job was opened by number: the service does not give requests back. */
  readonly request?: RequestSummary | undefined
  /** The job this one was made from by "Collect more", and the first of that chain. */
  readonly madeFrom?: JobKey | undefined
  readonly chain?: JobKey | undefined
  /** Where the ids of its skip list came from, for the next request of its kind. */
  readonly skipScope?: KeptScope | undefined
  /** When the request left, or the job was opened by number. */
  readonly startedAt: number
  /** When the request left the first time, where it was sent again. */
  readonly firstSentAt?: number | undefined
  /** When a watch that had stopped or rested was taken up again. */
  readonly watchedSince?: number | undefined
  /** For how long it has been watched since then, in milliseconds; see `watchedForMs`. */
  readonly watchedMs?: number | undefined
  readonly phase: JobPhase
  readonly state?: string | undefined
  /** How often in a row `state` was a word of failure. */
  readonly failureWordCount: number
  readonly category: string
  readonly lastCheckAt?: number | undefined
  readonly nextCheckAt?: number | undefined
  /** Checks in a row that brought no answer, and why the last one did not. */
  readonly failedChecks: number
  readonly failure?: StoredFailure | undefined
  /** When the articles were safely in the library. */
  readonly readyAt?: number | undefined
  readonly articleCount: number
  /** Of those, how many no earlier job of this account had brought. */
  readonly newCount: number
  /** Returned although the request had listed them to be skipped. */
  readonly skippedReturned: number
  readonly setAsideCount: number
  /** The first hundred of them. */
  readonly setAside: readonly SetAside[]
  /** How often it was saved again with other articles; what it had brought before is kept under "17~1" and so on. */
  readonly earlierAnswers?: number | undefined
  /** The editor's own, in the place of what was asked for. */
  readonly name?: string | undefined
  /** Set aside by the editor, out of the list of jobs; its articles stay in the library. */
  readonly archivedAt?: number | undefined
  /** Removed by the editor; kept until the undo has passed. */
  readonly removedAt?: number | undefined
}

/** What a list shows of an article, made from its text off the main thread. */
export interface Card {
  readonly id: ArticleId
  readonly unsafeId?: true | undefined
  readonly title: string
  /** The first 280 characters or so of the text, white space folded, never cut within a character. */
  readonly excerpt: string
  readonly wordCount: number
  /** How often the job's keywords occur in title and text. */
  readonly hitCount: number
  /** Place within the job, from 0: the order in which the service gave them. */
  readonly position: number
}

/** An article with what is known of it here. */
export interface LibraryArticle extends Article {
  readonly jobKey: JobKey
  readonly position: number
  readonly wordCount: number
  readonly collectedAt: number
}

/** An article with all that is known of it here, as it goes into a file. Times are milliseconds since the epoch. */
export interface KnownArticle extends Article {
  readonly wordCount: number
  readonly category: string
  /** Undefined where the job has no number yet. */
  readonly jobId?: number | undefined
  readonly keywords: readonly string[]
  readonly decision?: Decision | undefined
  readonly reason?: string | undefined
  readonly labels?: readonly string[] | undefined
  readonly note?: string | undefined
  readonly collectedAt: number
}

/** What a finished job brought, to be saved whole. */
export interface JobAnswer {
  readonly state: string
  readonly category: string
  readonly articles: readonly Article[]
  readonly setAside: readonly SetAside[]
  /** The cards of these articles, where they were made while the answer came; else they are made on saving. */
  readonly cards?: readonly Card[] | undefined
}

/** What the editor thinks of an article; apart from whether it was read. */
export type Decision = 'keep' | 'maybe' | 'reject'

/**
 * What the editor made of an article, whatever the jobs it came in. Times are milliseconds since the epoch. An article
 * without any of it has no mark.
 */
export interface Annotation {
  readonly decision?: Decision | undefined
  readonly decidedAt?: number | undefined
  readonly readAt?: number | undefined
  readonly note?: string | undefined
  /** When it last went into a file. */
  readonly exportedAt?: number | undefined
  /** Rejected because it says the same as this one. */
  readonly duplicateOf?: ArticleId | undefined
  /** Why it was rejected, in the editor's own words. */
  readonly reason?: string | undefined
  /** The editor's own, each once, in alphabetical order. */
  readonly labels?: readonly string[] | undefined
}

/** An article and its mark, undefined where it has none. */
export type AnnotationOf = readonly [id: ArticleId, mark: Annotation | undefined]

/** A change of annotations: every field that is named is set, all others stay. Null and false take a field away. */
export interface AnnotationEdit {
  readonly ids: readonly ArticleId[]
  readonly set: {
    readonly decision?: Decision | null
    readonly read?: boolean
    readonly note?: string
    readonly exported?: true
    readonly duplicateOf?: ArticleId | null
    /** Only what is rejected has one. */
    readonly reason?: string | null
    readonly addLabels?: readonly string[]
    readonly removeLabels?: readonly string[]
  }
}

/** What came of highlighting articles. */
export interface AnnotationResult {
  /** How many articles have another mark now. */
  readonly changed: number
  /** Their annotations, or "many" where it is cheaper to ask for those in sight. */
  readonly annotations: readonly AnnotationOf[] | 'many'
  /** Undefined where nothing changed, or no step was asked for. */
  readonly step: Step | undefined
}

/** What an editor did, as an undo names it: "Reject 37 articles", "Delete the list Solar". */
export interface StepAction {
  readonly kind:
    | Decision
    | 'undecide'
    | 'read'
    | 'unread'
    | 'note'
    | 'label'
    | 'unlabel'
    | 'keep-one'
    | 'skip'
    | 'unskip'
    | 'save-list'
    | 'delete-list'
    | 'delete-view'
    | 'delete-preset'
    | 'remove-job'
    | 'discard-request'
  /** Of the list, view, preset or label; a job's key; the id of the one that is kept of several; why it was rejected. */
  readonly name?: string | undefined
  /** How many were rejected as duplicates of it. */
  readonly rejected?: number | undefined
}

/** Something that can be undone. */
export interface Step extends StepAction {
  readonly seq: number
  readonly at: number
  /** Articles, ids or jobs it changed; what was so already does not count. */
  readonly count: number
}

/** A step that was taken back, with the first of the articles it had changed, where it had changed any. */
export type UndoneStep = Step & { readonly article?: ArticleId }

/** A named set of article ids; its ids are kept apart, see `Library.listIds`. */
export interface SkipList {
  readonly id: string
  readonly name: string
  readonly count: number
  readonly createdAt: number
  readonly updatedAt: number
}

/** A request or a view of the library that the editor gave a name. */
export interface Named {
  readonly key: string
  readonly kind: 'preset' | 'view'
  readonly name: string
  /** Checked by whoever reads it: an older or newer desk may have written it. */
  readonly value: unknown
  readonly createdAt: number
  readonly updatedAt: number
}

/** What there is of an account on this device: for the editor to know before it is forgotten, or when it is full. */
export interface Inventory {
  readonly jobs: number
  /** Each once, whatever the jobs it came in. */
  readonly articles: number
  readonly decided: number
  readonly labelled: number
  readonly notes: number
  readonly lists: number
  readonly presets: number
  readonly views: number
}

/** Which articles are to be read out: those of a job as it brought them, or any of the library in their newest text. */
export type ArticleChoice =
  | { readonly jobKey: JobKey; readonly positions: readonly number[] | 'all' }
  | { readonly ids: readonly ArticleId[] }

/** What is in memory alone, because the device refused to keep it. It goes with the page. */
export interface Unsaved {
  readonly reason: 'quota' | 'unavailable'
  /** Jobs whose articles came since. */
  readonly articles: readonly { readonly jobKey: JobKey; readonly count: number }[]
  /** False where the device only could not be read. */
  readonly hasChanges: boolean
}

/** How many cards are read at a time, and how many articles share a record. */
export const cardsPerPage = 100

/** The half-filled form of "New job". */
export interface RequestDraft {
  readonly keywords: readonly string[]
  readonly category: string
  readonly articleCount: string
  readonly removeSignature: boolean
  /** The ids of lists that were pasted or dropped, all in one. */
  readonly idsToSkip: IdList
  /** What stands in the field "Keywords" and is not yet a chip, and what was typed into "Article ids". */
  readonly keywordText: string
  readonly idText?: string | undefined
  readonly skipEverything: boolean
  readonly skipJobs: readonly JobKey[]
  readonly skipChain?: boolean | undefined
  readonly skipCategory?: boolean | undefined
  readonly skipLists?: readonly string[] | undefined
  readonly madeFrom?: JobKey | undefined
}

/** Why an id is skipped. An id may have several. */
export type LedgerReason =
  'received' | 'kept' | 'rejected' | 'duplicate' | 'exported' | 'imported' | 'by-hand'

/**
 * Which ids a request leaves out, by where they come from rather than one by one, so that the next request of its kind
 * takes in what has come since. An id that was un-skipped is left out of all of it but `lists` and `pasted`: what is
 * named outright is skipped.
 */
export interface KeptScope {
  /** Every id of the ledger. */
  readonly everything?: boolean | undefined
  readonly reasons?: readonly LedgerReason[] | undefined
  /** What this chain brought, named by any of its jobs. */
  readonly chain?: JobKey | undefined
  /** What jobs of this category brought; case does not matter. */
  readonly category?: string | undefined
  /** What these jobs brought. */
  readonly jobs?: readonly JobKey[] | undefined
  /** Named lists, by id; those that are gone count for nothing. */
  readonly lists?: readonly string[] | undefined
}

/** The ids of a job's articles in the service's order, packed: ten thousand records would take a minute to read. */
export interface JobIds {
  readonly jobKey: JobKey
  /** By position; NaN where the id is a string. */
  readonly numbers: Float64Array<ArrayBuffer>
  readonly strings: ReadonlyMap<number, string>
  /** Positions of ids past 2^53, whose digits are in `strings`: never exported, never skipped. */
  readonly unsafe: ReadonlySet<number>
}

/** What an editor may want to know of a text before reading it. */
export type Quality =
  | 'short' // under 300 words
  | 'links' // an address of the web stands in it
  | 'copyright' // a copyright line stands in it
  | 'signature' // a signature is left at its end though removal was asked for
  | 'capitals' // more than half of its letters are capitals
  | 'language' // not the language of the rest of its job: see languageOf and commonLanguage
  | 'markup' // tags, entities or Markdown stand in it

/** What reading a text once has found. */
export interface Analysis {
  /** See `textHash`: two texts of one article id with different hashes are versions. */
  readonly textHash: number
  readonly quality: readonly Quality[]
  /** As BCP 47 names it. */
  readonly language?: string | undefined
  /** Those of the request that stand in title or text: see `keywordsIn`. */
  readonly keywords: readonly string[]
  /** What near-duplicates are found by: see `sketchOf`. */
  readonly sketch: Uint32Array<ArrayBuffer>
}

/**
 * Lists that the ledger keeps for itself: ids that came from files, ids typed in, and those that are not to be skipped
 * although there would be a reason.
 */
export type LedgerList = 'imported' | 'by-hand' | 'released'
