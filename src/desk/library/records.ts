import type { Article, Provenance } from '../../contract/article.ts'
import type { ArticleId, IdList, OrderedIds } from '../../contract/ids.ts'
import type { JobRequest, SetAside } from '../../contract/job.ts'

/**
 * Identifies a job on this device: its number ("17"), or "sent-..." for a request that got no response. If a service
 * was reset and assigned a number a second time, that job is "17-2". It is the `:jobId` of the address.
 */
export type JobKey = string

/** A request with the number of its ids instead of the ids, which may be a million and are stored separately. */
export type RequestSummary = Omit<JobRequest, 'idsToSkip'> & { readonly skipCount: number }

/** The state of a job as far as this device knows. `state` has the service's own word. */
export type JobPhase =
  | 'sending' // stored before the POST is sent
  | 'unconfirmed' // the POST got no response: the job may or may not exist
  | 'watched' // accepted or opened by number, not finished
  | 'ready' // success, and every article is in the library
  | 'failed' // a word of failure, three times in a row
  | 'not-found'
  | 'stopped' // the editor stopped watching
  | 'resting' // watched for 24 h without a result

/** The failure of the latest check, in a form that can be stored. Interpreted by `api/failure-kinds.ts`. */
export interface StoredFailure {
  readonly kind: string
  readonly status?: number | undefined
  readonly detail?: string | undefined
}

/** One job of the account. Times are milliseconds since the epoch. */
export interface JobRecord {
  readonly key: JobKey
  readonly jobId?: number | undefined
  /** Its key until it got its number. Older desks stored none. */
  readonly sentKey?: JobKey | undefined
  /**
   * The service was reset and counts from 1 again: this number is, or will be, another job there. The job is never
   * requested again, and the ids of its articles mean nothing to the service.
   */
  readonly isOfEarlierService?: true | undefined
  /**
   * The identity of that service, if known. The job's article ids then include it, so that they can't be mistaken for
   * ids of the current service; see `retiredId`.
   */
  readonly earlierService?: string | undefined
  /** Undefined if the job was opened by number: the service does not return requests. */
  readonly request?: RequestSummary | undefined
  /** The job this one was made from by "Collect more", and the first job of that chain. */
  readonly madeFrom?: JobKey | undefined
  readonly chain?: JobKey | undefined
  /** The scope that its skip list was made from, for reuse in the next request of its kind. */
  readonly skipScope?: KeptScope | undefined
  /** When the request was sent, or the job was opened by number. */
  readonly startedAt: number
  /** When the request was first sent, if it was sent again. */
  readonly firstSentAt?: number | undefined
  /** When watching was resumed after it had stopped or rested. */
  readonly watchedSince?: number | undefined
  /** How long it has been watched since then, in milliseconds; see `watchedForMs`. */
  readonly watchedMs?: number | undefined
  readonly phase: JobPhase
  readonly state?: string | undefined
  /** How often in a row `state` was a word of failure. */
  readonly failureWordCount: number
  readonly category: string
  readonly lastCheckAt?: number | undefined
  readonly nextCheckAt?: number | undefined
  /** The number of consecutive checks without a response, and the failure of the last one. */
  readonly failedChecks: number
  readonly failure?: StoredFailure | undefined
  /** When the articles had been saved. */
  readonly readyAt?: number | undefined
  readonly articleCount: number
  /** The number of articles that no earlier job of this account had returned. */
  readonly newCount: number
  /** The number of articles returned although the request listed them to be skipped. */
  readonly skippedReturned: number
  readonly setAsideCount: number
  /** The first hundred of the articles set aside. */
  readonly setAside: readonly SetAside[]
  /** The number of the job's earlier results, whose articles are stored under "17~1" and so on. */
  readonly earlierAnswers?: number | undefined
  /** The editor's name for the job, shown instead of its keywords. */
  readonly name?: string | undefined
  /** Archived by the editor: hidden from the list of jobs, but its articles stay in the library. */
  readonly archivedAt?: number | undefined
  /** Removed by the editor; stored until it can no longer be undone. */
  readonly removedAt?: number | undefined
}

/** What a list shows of an article, made from its text off the main thread. */
export interface Card extends Provenance {
  readonly id: ArticleId
  readonly unsafeId?: true | undefined
  readonly title: string
  /** About the first 280 characters of the text, with white space folded, never cut within a character. */
  readonly excerpt: string
  readonly wordCount: number
  /** How often the job's keywords occur in title and text. */
  readonly hitCount: number
  /** Position within the job, from 0, in the service's order. */
  readonly position: number
}

/** An article with what the library knows about it. */
export interface LibraryArticle extends Article {
  readonly jobKey: JobKey
  readonly position: number
  readonly wordCount: number
}

/** An article with everything known about it, for export to a file. Times are milliseconds since the epoch. */
export interface KnownArticle extends Article {
  readonly wordCount: number
  readonly category: string
  /** Undefined if the job has no number yet. */
  readonly jobId?: number | undefined
  readonly keywords: readonly string[]
  readonly decision?: Decision | undefined
  readonly reason?: string | undefined
  readonly labels?: readonly string[] | undefined
  readonly note?: string | undefined
  readonly collectedAt: number
}

/** The result of a finished job, saved as a whole. */
export interface JobResult {
  readonly state: string
  readonly category: string
  readonly articles: readonly Article[]
  readonly setAside: readonly SetAside[]
  /** The cards of these articles, if they were made while the response arrived. Otherwise they are made on saving. */
  readonly cards?: readonly Card[] | undefined
}

/** The editor's decision on an article. Independent of whether it was read. */
export type Decision = 'keep' | 'maybe' | 'reject'

/**
 * The editor's annotation of an article, shared by all jobs that returned it. Times are milliseconds since the epoch.
 * An article without any of these fields has no annotation.
 */
export interface Annotation {
  readonly decision?: Decision | undefined
  readonly decidedAt?: number | undefined
  readonly readAt?: number | undefined
  readonly note?: string | undefined
  /** When it was last exported to a file. */
  readonly exportedAt?: number | undefined
  /** The article that this one was rejected as a duplicate of. */
  readonly duplicateOf?: ArticleId | undefined
  /** Why it was rejected, in the editor's own words. */
  readonly reason?: string | undefined
  /** The editor's labels, without duplicates, in alphabetical order. */
  readonly labels?: readonly string[] | undefined
}

/** An article id and its annotation, undefined if it has none. */
export type AnnotationOf = readonly [id: ArticleId, annotation: Annotation | undefined]

/** A change of annotations: sets every given field and keeps all others. Null and false remove a field. */
export interface AnnotationEdit {
  readonly ids: readonly ArticleId[]
  readonly set: {
    readonly decision?: Decision | null
    readonly read?: boolean
    readonly note?: string
    readonly exported?: true
    readonly duplicateOf?: ArticleId | null
    /** Set only for rejected articles. */
    readonly reason?: string | null
    readonly addLabels?: readonly string[]
    readonly removeLabels?: readonly string[]
  }
}

/** The result of annotating articles. */
export interface AnnotationResult {
  /** Those that changed, or "many" if it is cheaper to read those in view. */
  readonly annotations: readonly AnnotationOf[] | 'many'
  /** Undefined if nothing changed, or no step was requested. */
  readonly step: Step | undefined
}

/** An action of the editor, as `describeStep` words it: "Rejected 37 articles", "Deleted the list “Solar”". */
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
  /** Name of the list, view, preset or label; a job's key; reason of a rejection. */
  readonly name?: string | undefined
  /** The number of articles rejected as duplicates of the kept one. */
  readonly rejected?: number | undefined
  /** Of a list that was saved: whether there was none before. */
  readonly isNew?: boolean | undefined
}

/** An action that can be undone. */
export interface Step extends StepAction {
  readonly seq: number
  readonly at: number
  /** The number of articles, ids or jobs that it actually changed. */
  readonly count: number
}

/** A step that was undone, with the first article it had changed, if any. */
export type UndoneStep = Step & { readonly article?: ArticleId }

/** A named set of article ids. The ids are stored separately, see `Library.listIds`. */
export interface SkipList {
  readonly id: string
  readonly name: string
  readonly count: number
  readonly createdAt: number
  readonly updatedAt: number
}

/** A request or a view of the library that the editor has named. */
export interface Named {
  readonly key: string
  readonly kind: 'preset' | 'view'
  readonly name: string
  /** Must be checked by the reader: an older or newer desk may have written it. */
  readonly value: unknown
  readonly createdAt: number
  readonly updatedAt: number
}

/** An article's title as screens show it. */
export const shownTitle = (title = ''): string => title.trim() || 'Untitled'

/** The address stored with a view, as the desk wrote it that saved the view; undefined if there is none. */
export function addressOfView({ value }: Named): string | undefined {
  const { address } = (value ?? {}) as { address?: unknown }
  return typeof address === 'string' ? address : undefined
}

/** What this device stores of an account. Shown before it is forgotten, or when the device is full. */
export interface Inventory {
  readonly jobs: number
  /** Distinct articles, however many jobs returned them. */
  readonly articles: number
  readonly decided: number
  readonly labelled: number
  readonly notes: number
  readonly lists: number
  readonly presets: number
  readonly views: number
}

/** Articles of a job as it returned them, or any of the library in their newest version. */
export type ArticleChoice<Positions = readonly number[] | 'all'> =
  | { readonly jobKey: JobKey; readonly positions: Positions }
  | { readonly ids: readonly ArticleId[] }

/**
 * What is only in memory because the device refused to store it, except what can be rebuilt. Lost when the page closes.
 */
export interface Unsaved {
  readonly reason: 'quota' | 'unavailable'
  /** Jobs with unsaved articles. */
  readonly articles: readonly { readonly jobKey: JobKey; readonly count: number }[]
  /** False if the device could not be read but nothing is unsaved. */
  readonly hasChanges: boolean
}

/** Number of cards read at a time, and of articles stored in one record. */
export const cardsPerPage = 100

/** The name of the setting that holds the draft. */
export const draftSetting = 'request-draft'

/** The unfinished form of "New job". */
export interface RequestDraft {
  /** The form that saved it, since tabs share the draft. */
  readonly formId?: string | undefined
  /** The request that it was sent as, unless it was edited since. */
  readonly sentAs?: JobKey | undefined
  /** Whether it was made from a job and not edited since: nobody would miss it. */
  readonly isUnedited?: boolean | undefined
  readonly keywords: readonly string[]
  readonly category: string
  readonly articleCount: string
  readonly removeSignature: boolean
  /** The ids of all lists that were pasted or dropped, united. */
  readonly idsToSkip: IdList
  /** Text in the field "Keywords" that is not yet a chip, and text typed into "Article ids". */
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
  | 'received'
  | 'kept'
  | 'rejected'
  | 'duplicate'
  | 'exported'
  | 'imported'
  | 'by-hand'

/**
 * The ids that a request skips, described by their origin instead of listed, so that the next request of its kind
 * includes ids that have come since. Un-skipped ids are excluded from all parts but `lists` and `pasted`, which are
 * explicit.
 */
export interface KeptScope {
  /** Every id of the ledger. */
  readonly everything?: boolean | undefined
  readonly reasons?: readonly LedgerReason[] | undefined
  /** The ids returned by this chain, given by any of its jobs. */
  readonly chain?: JobKey | undefined
  /** The ids returned by jobs of this category, ignoring case. */
  readonly category?: string | undefined
  /** The ids returned by these jobs. */
  readonly jobs?: readonly JobKey[] | undefined
  /** Named lists, by id. Deleted lists are ignored. */
  readonly lists?: readonly string[] | undefined
}

/** The ids of a job's articles by position, in the service's order: reading ten thousand records would take a minute. */
export interface JobIds extends OrderedIds {
  readonly jobKey: JobKey
  /** Positions of ids past 2^53, whose digits are in `strings`: never exported, never skipped. */
  readonly unsafe: ReadonlySet<number>
}

/** Properties of a text that an editor may want to know before reading it. */
export type Quality =
  | 'short' // under 300 words
  | 'links' // contains a web address
  | 'copyright' // contains a copyright line
  | 'signature' // ends with a signature although removal was requested
  | 'capitals' // more than half of its letters are capitals
  | 'language' // not the language of the rest of its job: see languageOf and commonLanguage
  | 'markup' // contains tags, entities or Markdown

/** The result of analysing a text. */
export interface Analysis {
  /** See `textHash`. Texts of the same article id with different hashes are versions. */
  readonly textHash: number
  readonly quality: readonly Quality[]
  /** BCP 47 tag. */
  readonly language?: string | undefined
  /** The request's keywords that occur in title or text, see `keywordsIn`. */
  readonly keywords: readonly string[]
  /** Used to find near-duplicates, see `sketchOf`. */
  readonly sketch: Uint32Array<ArrayBuffer>
}

/**
 * The ledger's own lists: ids imported from files, ids typed in, and un-skipped ids, which are not skipped even if
 * there is a reason to.
 */
export type LedgerList = 'imported' | 'by-hand' | 'released'

/** Tells whether a number is a time that `Date` can represent, with room for adding days. */
export const isTime = (value: number): boolean => Math.abs(value) <= latest

const latest = Date.UTC(9999, 11, 31)

const requiredTimes = ['startedAt', 'createdAt', 'updatedAt', 'at']
const otherTimes = ['watchedSince', 'lastCheckAt', 'nextCheckAt', 'readyAt', 'removedAt']

/**
 * Replaces times that `Date` can't represent. An older desk restored any number from a backup, and one such record
 * broke every screen that shows it.
 */
export function withValidTimes<T extends object>(record: T): T {
  const fields = record as Record<string, unknown>
  const isBad = (name: string) => typeof fields[name] === 'number' && !isTime(fields[name])
  const bad = [...requiredTimes, ...otherTimes].filter(isBad)
  if (bad.length === 0) return record
  const sound = bad.map((name) => [name, requiredTimes.includes(name) ? 0 : undefined])
  return { ...record, ...Object.fromEntries(sound) } as T
}
