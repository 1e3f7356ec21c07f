import type { AnnotationMethods } from './annotations/stored-annotations.ts'
import type { BackupMethods } from './backup/stored-backup.ts'
import type { RestoreMethods } from './backup/stored-restore.ts'
import type { LibraryChange } from './changes.ts'
import type { ArticleMethods } from './jobs/stored-articles.ts'
import type { JobMethods } from './jobs/stored-jobs.ts'
import type { Inventory, Unsaved } from './records.ts'
import type { LedgerMethods } from './skips/stored-ledger.ts'
import type { ListMethods } from './skips/stored-lists.ts'
import type { NamedMethods } from './stored-named.ts'
import type { ServiceMethods } from './stored-service.ts'
import type { SettingMethods } from './stored-settings.ts'
import type { KnownArticleMethods } from './view/stored-known-articles.ts'
import type { ViewMethods } from './view/stored-view.ts'
import type { YieldMethods } from './view/stored-yields.ts'

export { LibraryError } from './store/storage-errors.ts'
export type { LibraryChange } from './changes.ts'
export type { CheckNote } from './jobs/job-changes.ts'

/**
 * Everything that was collected on this device for one account. The only archive there is: the interface has no list
 * endpoint. There are two, which one test suite holds to the same rules: in IndexedDB, and in memory for a device that
 * keeps nothing. Each layer describes its own methods.
 *
 * Every write is all or nothing. What the device refuses stays in memory, where every method finds it;
 * {@link Library.unsaved} tells of it. A write rejects with a `LibraryError` only where a newer desk has been here.
 */
export interface Library
  extends
    JobMethods,
    ArticleMethods,
    AnnotationMethods,
    ViewMethods,
    KnownArticleMethods,
    YieldMethods,
    ListMethods,
    LedgerMethods,
    NamedMethods,
    SettingMethods,
    ServiceMethods,
    BackupMethods,
    RestoreMethods {
  /** E-mail and service address: tells the accounts of one device apart. */
  readonly name: string
  readonly kept: 'on-device' | 'in-memory'
  subscribe(listener: (change: LibraryChange) => void): () => void
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
