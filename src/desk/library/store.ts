import type { JobRequest } from '../../contract/job-request.ts'
import type { JobIds } from './job-ids.ts'
import type { Card, JobKey, JobRecord, Unsaved } from './records.ts'

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

export interface StoredSetting {
  readonly name: string
  readonly value: unknown
}

/** Records by a key of their own. */
export interface Table<T> {
  get(key: string): Promise<T | undefined>
  all(): Promise<T[]>
  put(value: T): Promise<unknown>
  delete(key: string): Promise<unknown>
}

/** Records of a job by page. */
export interface PageTable<T> {
  get(jobKey: JobKey, page: number): Promise<T | undefined>
  /** Pages from `from` up to, but without, `to`, in order. */
  range(jobKey: JobKey, from: number, to: number): Promise<T[]>
  put(pages: readonly T[]): Promise<unknown>
  deleteAll(jobKey: JobKey): Promise<unknown>
}

export interface Tables {
  readonly jobs: Table<JobRecord>
  readonly requests: Table<StoredRequest>
  readonly ids: Table<JobIds>
  readonly settings: Table<StoredSetting>
  readonly cards: PageTable<CardPage>
  readonly texts: PageTable<TextPage>
}

/**
 * Where records are kept. Knows nothing of jobs and articles; the library's rules stand above it once, so that a
 * device that keeps nothing obeys the same ones. Whoever reads a value must not change it: in memory it is the original.
 */
export interface Store {
  readonly kept: 'on-device' | 'in-memory'
  /** One transaction: what `work` writes is kept whole, or not at all. Only awaits of `tables` may stand in it. */
  transact<T>(mode: 'read' | 'write', work: (tables: Tables) => Promise<T>): Promise<T>
  /** What only memory holds, where the device has refused it; see `createEnduringStore`. */
  unsaved?(): Unsaved | undefined
  /** Offers it to the device once more. Throws {@link LibraryError} where it refuses again. */
  saveUnsaved?(): Promise<void>
  /** Deletes everything. */
  destroy(): Promise<void>
  close(): void
}
