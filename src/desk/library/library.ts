import type { AnnotationMethods } from './annotations/stored-annotations.ts'
import type { BackupMethods } from './backup/stored-backup.ts'
import type { RestoreMethods } from './backup/stored-restore.ts'
import type { LibraryChange } from './changes.ts'
import type { ArticleMethods } from './jobs/stored-articles.ts'
import type { RemovalMethods } from './jobs/removed-jobs.ts'
import type { JobMethods } from './jobs/stored-jobs.ts'
import type { Inventory, Unsaved } from './records.ts'
import type { LedgerMethods } from './skips/stored-ledger.ts'
import type { ListMethods } from './skips/stored-lists.ts'
import type { NamedMethods } from './presets-and-views.ts'
import type { ServiceMethods } from './service-identity.ts'
import type { SettingMethods } from './stored-settings.ts'
import type { KnownArticleMethods } from './view/stored-known-articles.ts'
import type { EntryMethods } from './view/stored-entries.ts'
import type { PassageMethods } from './view/stored-passages.ts'
import type { ViewMethods } from './view/stored-view.ts'
import type { YieldMethods } from './view/stored-yields.ts'

export { LibraryError } from './store/storage-errors.ts'
export type { LibraryChange } from './changes.ts'
export type { Unsaved } from './records.ts'

/**
 * Everything that was collected on this device for one account. It is the only archive, because the interface has no
 * list endpoint. One implementation over two stores: IndexedDB, and memory for devices without storage. Each layer
 * documents its own methods.
 *
 * Writes are atomic. Writes that the device refuses stay in memory, where every method sees them; see
 * {@link Library.unsaved}. A write rejects with a `LibraryError` only if a newer desk has upgraded the database.
 */
export interface Library
  extends
    JobMethods,
    RemovalMethods,
    ArticleMethods,
    AnnotationMethods,
    ViewMethods,
    EntryMethods,
    PassageMethods,
    KnownArticleMethods,
    YieldMethods,
    ListMethods,
    LedgerMethods,
    NamedMethods,
    SettingMethods,
    ServiceMethods,
    BackupMethods,
    RestoreMethods {
  /** E-mail and service address, unique among the accounts on a device. */
  readonly name: string
  readonly kept: 'on-device' | 'in-memory'
  subscribe(listener: (change: LibraryChange) => void): () => void
  /** Counts what the library holds. */
  inventory(): Promise<Inventory>
  /** What the device has refused to store since the page was opened; undefined if everything is stored. */
  unsaved(): Promise<Unsaved | undefined>
  /** Purges removed jobs if room is lacking, then tries to store what is unsaved. Rejects if there is still no room. */
  saveUnsaved(): Promise<void>
  /** Permanently deletes everything of this account from this device. */
  forget(): Promise<void>
  close(): void
}
