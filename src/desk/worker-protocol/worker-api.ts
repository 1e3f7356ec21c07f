import type { ArticleId, IdList } from '../../contract/ids.ts'
import type { JobRequest } from '../../contract/job.ts'
import type { Failure } from '../api/errors.ts'
import type { ArticleFileChoice } from '../files/article-file-type.ts'
import type { IdFormat } from '../files/id-file.ts'
import type { ParsedIds } from '../files/id-collector.ts'
import type { BackupReport } from '../files/read-backup.ts'
import type { Restored } from '../library/backup/backup.ts'
import type { ArticleChoice, Card, Inventory, JobKey, JobRecord } from '../library/records.ts'
import type { SkipScope, SkipTotal } from '../library/skips/skip-scope.ts'
import type { FormIds } from '../library/stored-settings.ts'
import type { PageLibrary } from './library-calls.ts'

/**
 * The result of sending a request. The record is in the library, unless it is `refused`, or `unsaved`: the service made
 * the job, but the library takes nothing more, so the page must tell the job's number.
 */
export type CreateOutcome =
  | { readonly kind: 'accepted'; readonly key: JobKey; readonly record: JobRecord }
  | { readonly kind: 'unconfirmed'; readonly key: JobKey; readonly failure: Failure }
  | { readonly kind: 'refused' | 'unsaved'; readonly failure: Failure }

/** The result of sending a request again: nothing is sent if another tab, or an earlier click, was first. */
export type ResendOutcome = CreateOutcome | { readonly kind: 'sent-elsewhere'; readonly key: JobKey }

/** The result of one check: the record as the library now has it. */
export interface CheckOutcome {
  readonly record: JobRecord
  readonly failure?: Failure | undefined
}

/** Articles that have arrived but aren't in the library yet: shown as "so far". */
export interface PartialResult {
  /** At most the first page of them: enough to fill a screen. */
  readonly cards: readonly Card[]
  readonly receivedCount: number
}

/** What is known of the service's latest response about a job, beyond its record. */
export interface LatestResult {
  /** Set until the articles are in the library, the next response brings none or the service knows no such job. */
  readonly partial?: PartialResult | undefined
  /** The articles are in the library: a page shows what had come until it has read them there. */
  readonly isSaved?: true | undefined
}

/** Sent by the watch to the pages of every tab. */
export type WatchNews =
  | { readonly kind: 'result'; readonly key: JobKey; readonly result: LatestResult }
  /** The service refuses the key: nothing more is sent with it. */
  | { readonly kind: 'refused' }

/**
 * Connects the service and the library. In the browser it runs in a worker, so that responses of any size are fetched,
 * read and saved without blocking the page; in tests it runs in place.
 */
export interface WorkerApi extends FileWork, IdWork {
  readonly library: PageLibrary
  /**
   * Sends the request once. It is saved in the library before it is sent; the service's response decides its outcome.
   *
   * @param skips what to skip besides the ids of the request, resolved against the library at that moment
   * @param formIds whose draft is deleted if this tab dies before the response: the request is kept as unconfirmed
   */
  createJob(
    request: JobRequest,
    madeFrom?: JobKey,
    skips?: SkipScope,
    formIds?: FormIds,
  ): Promise<CreateOutcome>
  /** Sends an unconfirmed request again, at the editor's decision. */
  resend(key: JobKey): Promise<ResendOutcome>
  /** Opens a job by its number, made here or elsewhere; the watch checks it at once. Throws a `LibraryError`. */
  openJob(jobId: number): Promise<JobRecord>
  /** What is known so far: the same in every tab, whichever tab's worker asks the service. */
  latestResult(key: JobKey): Promise<LatestResult>
  /**
   * Checks the job once, now; joins a check in progress in any tab. On success the articles are in the library before
   * this resolves.
   */
  checkJob(key: JobKey): Promise<CheckOutcome>
  subscribe(listener: (news: WatchNews) => void): () => void
}

/** @param done the number of records or articles done so far */
export type OnProgress = (done: number) => void

export interface RestoreReport extends BackupReport {
  /** Whose library it was, in the form of `accountName`, and when the backup was made. */
  readonly account: string
  readonly madeAt: number
  readonly restored: Restored
  /** How much the library has grown, in the counts of {@link PageLibrary.inventory}. */
  readonly growth: Inventory
}

/** What can be abandoned on its own: files of articles, or the backup being made or restored. */
export type FileKind = 'articles' | 'backup'

/** Makes or reads whole files, in the worker, in small steps. */
export interface FileWork {
  /** A file of articles, and the ids of those in it, without those that are gone. */
  makeArticleFile(
    choice: ArticleChoice,
    as: ArticleFileChoice,
    onProgress?: OnProgress,
  ): Promise<{ file: Blob; ids: ArticleId[] }>
  /** A backup of this account, see `backup-format.ts`. */
  makeBackup(onProgress?: OnProgress): Promise<Blob>
  /**
   * Adds the content of a backup to the library, after any other that is being restored. From a damaged or truncated
   * file, restores what can be read.
   *
   * @param onProgress gets the share of the file that has been restored: 1 is all
   * @throws UnreadableBackup if it isn't a backup, and a LibraryError once the device has no room for the next articles
   */
  restoreBackup(file: Blob, onProgress?: (share: number) => void): Promise<RestoreReport>
  /** Aborts such files under way; their calls reject with an `AbortError`. What was already restored stays. */
  abandonFiles(kind: FileKind): Promise<void>
}

/** The ids found in a file or a text, or why it could not be read, in words for the editor. */
export type IdReading = ParsedIds | { readonly problem: string }

/** The resolved ids of a scope, for the screen. */
export interface SkipCount extends Omit<SkipTotal, 'ids'> {
  readonly count: number
  /** The first {@link maxShownIds} of the ids. */
  readonly shown: IdList
}

/** How many ids are shown of a list that may hold a million. */
export const maxShownIds = 50

/** Work on lists of ids. In the worker, since a million of them would block a page for too long. */
export interface IdWork {
  /** Finds the ids in anything an editor may paste or drop; see `parseIds`. Never rejects because of the content. */
  readIds(source: File | string): Promise<IdReading>
  /** Resolves a scope; returns counts and the first of its ids, while the rest stay in the worker. */
  countSkips(scope: SkipScope): Promise<SkipCount>
  /** A request of the library with the first of its ids to skip, and their number. */
  shownRequest(key: JobKey): Promise<{ request: JobRequest; skipCount: number } | undefined>
  /**
   * The ids that a request named itself: those that come neither from the library as it is now nor from these lists,
   * and have not been un-skipped or forgotten since.
   */
  ownSkips(key: JobKey, lists: readonly string[]): Promise<IdList>
  /** The ids of a scope as a file, and their number. */
  makeIdFile(scope: SkipScope, format: IdFormat): Promise<{ file: Blob; count: number }>
}
