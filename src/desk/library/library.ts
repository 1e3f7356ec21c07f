import type { ArticleId, IdList } from '../../contract/ids.ts'
import type { JobRequest } from '../../contract/job-request.ts'
import type { LibraryRecord, Restored } from './backup/backup.ts'
import type { JobDecisions } from './marks/decision-codes.ts'
import type {
  ArticleChoice,
  Card,
  Inventory,
  JobAnswer,
  JobKey,
  JobRecord,
  KnownArticle,
  LibraryArticle,
  Marked,
  MarkEdit,
  MarkOf,
  Named,
  RequestDraft,
  SkipList,
  Step,
  StepAction,
  StoredFailure,
  UndoneStep,
  Unsaved,
} from './records.ts'
import type { TextDiff } from './texts/text-diff.ts'
import type { ArticleVersion, LibraryEntry, LibraryView, NearDuplicate, ViewSpec } from './view/view.ts'
import type { KeptScope, SkipScope, SkipTotal } from './skips/skip-scope.ts'
import type { KeepRates } from './marks/keep-rate.ts'
import type { LedgerPage, LedgerQuery } from './skips/ledger-page.ts'

/** What changed, in this tab or another: a screen that shows any of it reads again. */
export interface LibraryChange {
  /** The page of this library made it, and knows all of it. Absent for every other tab. */
  readonly origin?: 'page' | undefined
  readonly jobs: readonly JobKey[]
  /** Everything is gone for good. Whoever reads on would make the database anew, under the name of who was here. */
  readonly forgotten?: true | undefined
  /** Those of them whose articles came, were replaced or went. */
  readonly articles?: readonly JobKey[]
  /** What {@link Library.unsaved} says is another now. */
  readonly unsaved?: true
  /** The marks as they are now, or "many" where it is cheaper to ask for those in sight. */
  readonly marks?: readonly MarkOf[] | 'many' | undefined
  /** Ids of the lists that are others now, those of the ledger among them. */
  readonly lists?: readonly string[] | undefined
  readonly named?: true | undefined
  /**
   * Jobs whose texts have been read through, so that quality, versions and duplicates of their articles are known; none
   * where some more have been read.
   */
  readonly analysed?: readonly JobKey[] | undefined
  /** What {@link Library.steps} says is another now. */
  readonly steps?: true | undefined
}

/**
 * Lists that the ledger keeps for itself: ids that came from files, ids typed in, and those that are not to be skipped
 * although there would be a reason.
 */
export type LedgerList = 'imported' | 'by-hand' | 'released'

/** One check of a job that did not bring its articles. */
export interface CheckNote {
  readonly at: number
  readonly nextCheckAt?: number | undefined
  readonly phase: JobRecord['phase']
  readonly state?: string | undefined
  readonly category?: string | undefined
  readonly failureWordCount: number
  readonly failedChecks: number
  readonly failure?: StoredFailure | undefined
}

/**
 * All that was collected on this device for one account. The only archive there is: the interface has no list
 * endpoint. Two implementations share one test suite: IndexedDB, and memory for a device that keeps nothing.
 *
 * Every write is all or nothing. What the device refuses stays in memory and is reached by every method as if it were
 * kept; {@link Library.unsaved} tells of it. A write rejects with a `LibraryError` only where a newer desk has been here.
 */
export interface Library {
  /** E-mail and service address: tells the accounts of one device apart. */
  readonly name: string
  readonly kept: 'on-device' | 'in-memory'
  subscribe(listener: (change: LibraryChange) => void): () => void

  /** Newest first, without those removed. */
  jobs(): Promise<JobRecord[]>
  job(key: JobKey): Promise<JobRecord | undefined>
  /** The exact request, ids included; undefined for a job opened by number. */
  request(key: JobKey): Promise<JobRequest | undefined>

  /** Written before the POST leaves, so that a request is never lost, whatever happens to its answer. */
  addSending(
    request: JobRequest,
    from: { at: number; madeFrom?: JobKey | undefined; skipScope?: KeptScope | undefined },
  ): Promise<JobRecord>
  /** The POST was answered with an id: the job gets its number and is watched from now on. */
  accept(key: JobKey, jobId: number): Promise<JobRecord>
  /** The POST's answer never came. */
  markUnconfirmed(key: JobKey, failure: StoredFailure): Promise<void>
  /**
   * Claims an unconfirmed request, to be sent once more because the editor said so. Of any number of callers, in any
   * tab, one is given the request; undefined where it is not unconfirmed, or no longer.
   */
  markSending(key: JobKey, at: number): Promise<JobRequest | undefined>
  /** The service refused the request: nothing was made. */
  discardSent(key: JobKey): Promise<void>
  /** A job known only by its number; the record there is, where there is one. */
  openByNumber(jobId: number, at: number): Promise<JobRecord>
  noteCheck(key: JobKey, note: CheckNote): Promise<void>
  /** Stops watching a job, or takes it up again: due at once, with its failures forgotten. */
  setPhase(key: JobKey, phase: 'watched' | 'stopped'): Promise<void>
  /**
   * The articles and "ready", in one transaction, with strict durability. Saving the same job again replaces it; what it
   * brought before and no longer brings is put aside, see {@link versions}.
   */
  saveAnswer(key: JobKey, answer: JobAnswer, at: number): Promise<JobRecord>
  /**
   * Takes a job, or an unconfirmed request, out of every list: a step, so that {@link undo} brings it back, as
   * {@link restoreJob} does. Its articles go with {@link purgeRemoved}.
   */
  removeJob(key: JobKey, at: number): Promise<void>
  restoreJob(key: JobKey): Promise<void>
  /** Deletes for good what was removed before the given time. */
  purgeRemoved(before: number): Promise<void>

  /** The cards of page `page` (from 0, {@link cardsPerPage} each), in the service's order. */
  cards(key: JobKey, page: number): Promise<Card[]>
  /** The positions of the articles that match, best first kept in the service's order; see `search.ts` for the syntax. */
  find(key: JobKey, query: string): Promise<Uint32Array>
  /** Reads what {@link find} needs, so that the first keystroke is as quick as the next: call it on focus. */
  prepareFind(key: JobKey): Promise<void>
  article(key: JobKey, id: ArticleId): Promise<LibraryArticle | undefined>
  /** The ids of a job's articles in the service's order, those past 2^53 left out; of all jobs without a key. */
  receivedIds(keys?: readonly JobKey[]): Promise<IdList>
  /** Id of the article at each of these positions, in their order; `unsafe` counts those that cannot be exported. */
  idsAt(key: JobKey, positions: readonly number[] | 'all'): Promise<{ ids: ArticleId[]; unsafe: number }>

  /** The articles of all jobs, each once, narrowed and ordered. Answers at once with what has been read of the texts so far. */
  view(spec: ViewSpec): Promise<LibraryView>
  /** What a list shows of these articles, in their order; undefined where one is in no job. */
  entries(ids: readonly ArticleId[]): Promise<(LibraryEntry | undefined)[]>
  /** An article with its newest text, whatever the job that brought it. */
  libraryArticle(id: ArticleId): Promise<LibraryArticle | undefined>
  /** The articles that say nearly the same, nearest first: all that are tied to it, if only through one another. */
  duplicatesOf(id: ArticleId): Promise<NearDuplicate[]>
  /** The texts an article came with, newest first, each once. */
  versions(id: ArticleId): Promise<ArticleVersion[]>
  /** Sets two texts side by side: here, since two long ones take a while. */
  compareTexts(before: string, after: string): Promise<TextDiff>

  /** What was decided on each article of a job, by position; undefined where the job has none. */
  decisions(key: JobKey): Promise<JobDecisions | undefined>
  /** In the order of the ids, with undefined for an article that has no mark. */
  marks(ids: readonly ArticleId[]): Promise<MarkOf[]>
  /**
   * Marks articles, all of them or none.
   *
   * @param action makes it a step that can be undone; without, as when an article was merely opened, it is none
   * @param shownAt when the page has shown it already: that is its time stamp, and the change has the origin "page"
   */
  mark(edits: readonly MarkEdit[], action?: StepAction, shownAt?: number): Promise<Marked>
  /** What can be undone, the latest first: 200 at most, of this account, whichever tab and day they are of. */
  steps(): Promise<Step[]>
  /** Takes the latest step back and says which it was; undefined where there is none. What happened since stays. */
  undo(): Promise<UndoneStep | undefined>

  /** The named lists, by name. */
  lists(): Promise<SkipList[]>
  /** The ids of a named list or of a {@link LedgerList}; none where there is no such list. */
  listIds(id: string): Promise<IdList>
  /**
   * Makes a list, or changes it where its id is given; without ids it keeps those it has. A step.
   *
   * @param list.add ids that it has then besides
   */
  saveList(list: { id?: string; name: string; ids?: IdList; add?: readonly IdList[] }): Promise<SkipList>
  /** The ids of named lists taken together; a difference is the first without all others. */
  combineLists(lists: readonly string[], how: 'union' | 'intersection' | 'difference'): Promise<IdList>
  /** A step. */
  deleteList(id: string): Promise<void>
  /** A step. @returns how many ids it changed */
  changeLedger(change: { list: LedgerList; add?: IdList; remove?: IdList }): Promise<number>
  /** Every id with why it is skipped, by the page of {@link ledgerPageSize}. */
  ledger(query: LedgerQuery): Promise<LedgerPage>
  /** The ids a request with this scope would leave out, and what each part of it adds to them. */
  skipIds(scope: SkipScope): Promise<SkipTotal>
  /** What was odd about what a job brought; its record has the plain counts. */
  yieldReport(key: JobKey): Promise<YieldReport>
  /** Which keywords and categories brought what was kept. */
  keepRates(): Promise<KeepRates>

  /** Presets of requests, or views of the library, by name. */
  named(kind: Named['kind']): Promise<Named[]>
  /** Makes one, or changes it where its key is given. */
  saveNamed(named: Pick<Named, 'kind' | 'name' | 'value'> & { key?: string }): Promise<Named>
  /** A step. */
  deleteNamed(key: string): Promise<void>

  draft(): Promise<RequestDraft | undefined>
  saveDraft(draft: RequestDraft | undefined): Promise<void>
  /** Distinct categories of earlier jobs, most recent first. */
  categories(): Promise<string[]>
  /** Small settings of the account; a corrupt one reads as undefined. */
  setting(name: string): Promise<unknown>
  saveSetting(name: string, value: unknown): Promise<void>
  /**
   * A stretch of these articles with their texts and marks, in the order they are asked for; what is not there is left
   * out. `next` is where the stretch after it begins, undefined after the last.
   */
  knownArticles(
    choice: ArticleChoice,
    from: number,
  ): Promise<{ articles: KnownArticle[]; next: number | undefined }>
  /** Names of the parts of a backup, in the order in which they go into it. */
  backupParts(): Promise<string[]>
  /** The records of one of them: a job with its articles is one part. None where the job went meanwhile. */
  backupPart(part: string): Promise<LibraryRecord[]>
  /**
   * Adds what a backup holds to what is here, in one transaction: a job with its articles after it, or any number of
   * records of the other kinds. Replaces nothing, and the same once more adds nothing; see `mergeMarks` for marks.
   */
  restorePart(records: readonly LibraryRecord[]): Promise<Restored>
  /** What there is of this account here. */
  inventory(): Promise<Inventory>
  /** What this device has refused to keep since the page was opened; undefined where all is kept. */
  unsaved(): Promise<Unsaved | undefined>
  /** Deletes removed jobs for good, to make room, and tries to keep what is unsaved. Rejects where there is still none. */
  saveUnsaved(): Promise<void>
  /** Everything of this account on this device, for good. */
  forget(): Promise<void>
  close(): void
}

export interface YieldReport {
  /** Ids that came although the request had listed them to be skipped. */
  readonly returnedDespiteSkip: readonly ArticleId[]
  /** Articles that say nearly the same as another, of any job; undefined while texts are still being read. */
  readonly duplicateCount: number | undefined
}

/** The device would not keep something. */
export class LibraryError extends Error {
  readonly reason: 'quota' | 'newer-schema' | 'unavailable'

  constructor(reason: LibraryError['reason'], options?: ErrorOptions) {
    super(`The library could not be written: ${reason}`, options)
    this.name = 'LibraryError'
    this.reason = reason
  }
}
