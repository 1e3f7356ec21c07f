import type { ArticleId, IdList } from '../../contract/ids.ts'
import type { JobRequest } from '../../contract/job-request.ts'
import type { Failure } from '../api/errors.ts'
import type { ArticleFileChoice } from '../files/article-file-type.ts'
import type { IdFormat } from '../files/id-file.ts'
import type { ParsedIds } from '../files/id-sink.ts'
import type { BackupReport } from '../files/read-backup.ts'
import type { Restored } from '../library/backup/backup.ts'
import type { Library } from '../library/library.ts'
import type { ArticleChoice, Card, Inventory, JobKey, JobRecord } from '../library/records.ts'
import type { SkipScope, SkipTotal } from '../library/skips/skip-scope.ts'

/** What came of sending a request. The record is in the library in every case but `refused`. */
export type CreateOutcome =
  | { readonly kind: 'accepted'; readonly key: JobKey; readonly record: JobRecord }
  | { readonly kind: 'unconfirmed'; readonly key: JobKey; readonly failure: Failure }
  | { readonly kind: 'refused'; readonly failure: Failure }

/** What came of sending a request again: nothing is sent where another tab, or an earlier click, was first. */
export type ResendOutcome = CreateOutcome | { readonly kind: 'sent-elsewhere'; readonly key: JobKey }

/** What came of one check: the record as the library now has it. */
export interface CheckOutcome {
  readonly record: JobRecord
  readonly failure?: Failure | undefined
}

/** Articles that have come but are in no library yet: shown, marked "so far". */
export interface PartialResult {
  /** The first page of them at most: enough to fill a screen. */
  readonly cards: readonly Card[]
  readonly receivedCount: number
}

/** What is known of the service's latest answer to a job beyond what stands in its record. */
export interface LatestAnswer {
  /** Until the articles are in the library, or the next answer brings none. */
  readonly partial?: PartialResult | undefined
}

/** What the watch tells the pages of every tab. */
export type WatchNews =
  | { readonly kind: 'answer'; readonly key: JobKey; readonly answer: LatestAnswer }
  /** The service takes the key no longer: nothing more is asked with it. */
  | { readonly kind: 'refused' }

/**
 * Where the service and the library meet. In the browser it runs in a worker, so that an answer of any size is
 * fetched, read and saved without the page noticing; in tests it runs in place.
 */
export interface WorkerApi extends FileWork, IdWork {
  readonly library: Library
  /**
   * Sends the request once. It is in the library before it leaves; the service's answer decides what becomes of it.
   *
   * @param skips what is to be skipped besides the ids of the request, gathered as the library is at that moment
   */
  createJob(request: JobRequest, madeFrom?: JobKey, skips?: SkipScope): Promise<CreateOutcome>
  /** Sends an unconfirmed request again, because the editor said so. */
  resend(key: JobKey): Promise<ResendOutcome>
  /** Marks requests as unconfirmed whose tab died while it was sending them. Called once when the desk starts. */
  recover(): Promise<void>
  /** Opens a job by its number, made here or elsewhere; what watches it asks for it at once. Throws a `LibraryError`. */
  openJob(jobId: number): Promise<JobRecord>
  /** What is known by now: whichever tab's worker asks the service, every tab is given the same. */
  latestAnswer(key: JobKey): Promise<LatestAnswer>
  /**
   * Asks for the job once, now; a check already on its way, from any tab, is joined. With success the articles are in
   * the library before this resolves.
   */
  checkJob(key: JobKey): Promise<CheckOutcome>
  subscribe(listener: (news: WatchNews) => void): () => void
}

/** How many records or articles are done. */
export type OnProgress = (done: number) => void

export interface RestoreReport extends BackupReport {
  /** Whose library it was, as `accountName` says it, and when it was made. */
  readonly account: string
  readonly madeAt: number
  readonly restored: Restored
  /** By how much the library has grown, as {@link Library.inventory} counts. */
  readonly growth: Inventory
}

/** What makes or reads a whole file: in the worker, in small steps, one at a time for each caller. */
export interface FileWork {
  /** A file of articles, with the ids that are in it: those past 2^53 are not. */
  makeArticleFile(
    choice: ArticleChoice,
    as: ArticleFileChoice,
    onProgress?: OnProgress,
  ): Promise<{ file: Blob; ids: ArticleId[] }>
  /** Everything of this account, see `backup-format.ts`. */
  makeBackup(onProgress?: OnProgress): Promise<Blob>
  /**
   * Adds what a backup holds to the library. A file that is damaged or cut off gives what can be read of it.
   *
   * @throws UnreadableBackup where it is none
   */
  restoreBackup(file: Blob, onProgress?: OnProgress): Promise<RestoreReport>
  /** Gives up whatever file is being made or read; its call rejects with an `AbortError`. What was restored stays. */
  abandonFiles(): Promise<void>
}

/** What was found in a file or a text, or why it could not be read, in words for the editor. */
export type IdReading = ParsedIds | { readonly problem: string }

/** What a scope comes to, for the screen. */
export interface SkipCount extends Omit<SkipTotal, 'ids'> {
  readonly count: number
  /** The first {@link mostShownIds} of them. */
  readonly shown: IdList
}

/** Ids that are shown of a list that may hold a million. */
export const mostShownIds = 50

/** What goes through a list of ids: in the worker, since a million take longer than a page may stand still. */
export interface IdWork {
  /** The ids in anything an editor may paste or drop; see `parseIds`. Never rejects for what is in it. */
  readIds(source: File | string): Promise<IdReading>
  /** What a scope comes to, with the first of its ids: the rest stay where they are. */
  countSkips(scope: SkipScope): Promise<SkipCount>
  /** A request of the library with the first of its ids, and how many there are. */
  shownRequest(key: JobKey): Promise<{ request: JobRequest; skipCount: number } | undefined>
  /**
   * The ids that a request named by itself: those that come neither from the library as it is now nor from these lists,
   * and were not un-skipped since.
   */
  ownSkips(key: JobKey, lists: readonly string[]): Promise<IdList>
  /** The ids of a scope as a file, and how many they are. */
  makeIdFile(scope: SkipScope, format: IdFormat): Promise<{ file: Blob; count: number }>
}
