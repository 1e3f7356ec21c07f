import type { JobRequest } from '../../contract/job-request.ts'
import type { Failure } from '../api/errors.ts'
import type { FileWork } from './file-work.ts'
import type { IdWork } from './id-work.ts'
import type { Library } from '../library/library.ts'
import type { Card, JobKey, JobRecord } from '../library/records.ts'
import type { KeptScope } from '../library/skips/skip-scope.ts'

/** What came of sending a request. The record is in the library in every case but `refused`. */
export type CreateOutcome =
  | { readonly kind: 'accepted'; readonly key: JobKey }
  | { readonly kind: 'unconfirmed'; readonly key: JobKey; readonly failure: Failure }
  | { readonly kind: 'refused'; readonly failure: Failure }

/** What came of sending a request again: nothing is sent where another tab, or an earlier click, was first. */
export type ResendOutcome = CreateOutcome | { readonly kind: 'sent-elsewhere'; readonly key: JobKey }

/** What came of one check: the record as the library now has it. */
export interface CheckOutcome {
  readonly record: JobRecord
  readonly failure?: Failure | undefined
  /** Articles of a job that has not ended yet; they are in no library and come again with the next check. */
  readonly soFar?: Arrival | undefined
}

/** Articles that have come but are not yet in the library: shown, marked "so far". */
export interface Arrival {
  /** The first page of them at most: enough to fill a screen. */
  readonly cards: readonly Card[]
  readonly receivedCount: number
}

/**
 * Where the service and the library meet. In the browser it runs in a worker, so that an answer of any size is
 * fetched, read and saved without the page noticing; in tests it runs in place.
 */
export interface Intake extends FileWork, IdWork {
  readonly library: Library
  /** Sends the request once. It is in the library before it leaves; the service's answer decides what becomes of it. */
  createJob(request: JobRequest, madeFrom?: JobKey, skipScope?: KeptScope): Promise<CreateOutcome>
  /** Sends an unconfirmed request again, because the editor said so. */
  resend(key: JobKey): Promise<ResendOutcome>
  /** Marks requests as unconfirmed whose tab died while it was sending them. Called once when the desk starts. */
  recover(): Promise<void>
  /**
   * Opens a job by its number, made here or elsewhere, and asks for it at once where a check is due, lest the answer
   * wait for a screen to be drawn. The next `checkJob` hears of that check instead of making one. Throws a `LibraryError`.
   *
   * @param onArrival as for `checkJob`, until that check has ended
   */
  openJob(jobId: number, onArrival?: (arrival: Arrival) => void): Promise<JobRecord>
  /**
   * Asks for the job once; a check already on its way is joined. With success the articles are in the library before
   * this resolves.
   *
   * @param onArrival called with the first cards while the answer is still coming
   */
  checkJob(key: JobKey, onArrival?: (arrival: Arrival) => void): Promise<CheckOutcome>
  /** Gives up a check that is under way, or all of them; nothing is noted of it. What has come whole is kept nonetheless. */
  abandonCheck(key?: JobKey): Promise<void>
}
