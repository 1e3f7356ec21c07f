import type { Article } from '../../../contract/article.ts'
import type { ArticleId, IdList } from '../../../contract/ids.ts'
import type { JobRequest } from '../../../contract/job.ts'
import type { JobKey, JobRecord, Annotation, Named, SkipList } from '../records.ts'

/**
 * The contents of a backup, by kind of record. Excludes what can be derived (cards, analyses) and undo steps, because
 * what they would restore may not exist on the other device.
 */
export interface BackupValues {
  readonly job: { readonly record: JobRecord; readonly request?: JobRequest | undefined }
  /** Up to a hundred articles of the preceding job; `answer` is its key, or "17~1" for an earlier result. */
  readonly articles: { readonly answer: JobKey; readonly articles: readonly Article[] }
  readonly mark: readonly [id: ArticleId, mark: Annotation]
  /** One of the ledger's own lists if `list` is missing. */
  readonly list: { readonly id: string; readonly list?: SkipList | undefined; readonly ids: IdList }
  readonly named: Named
  readonly setting: { readonly name: string; readonly value: unknown }
}

export type BackupRecordOf<Kind extends keyof BackupValues> = {
  readonly kind: Kind
  readonly value: BackupValues[Kind]
}

export type LibraryRecord = { [Kind in keyof BackupValues]: BackupRecordOf<Kind> }[keyof BackupValues]

/**
 * Whether a setting is about the library on this device: backups leave it out, and restoring one that has it, as those
 * of earlier desks do, leaves it as it is. The names of such settings begin with "device/"; these are older.
 */
export const isDeviceSetting = (setting: string): boolean =>
  setting.startsWith('device/') || olderDeviceSettings.has(setting)

const olderDeviceSettings = new Set(['undo-log', 'asked-to-keep-storage', 'written-edits'])

/** What restoring has added. Records that existed already don't count. */
export interface Restored {
  readonly jobs: number
  readonly articles: number
  readonly marks: number
  readonly lists: number
  readonly named: number
}

export const nothingRestored: Restored = { jobs: 0, articles: 0, marks: 0, lists: 0, named: 0 }
