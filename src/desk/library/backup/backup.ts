import type { Article } from '../../../contract/article.ts'
import type { ArticleId, IdList } from '../../../contract/ids.ts'
import type { JobRequest } from '../../../contract/job-request.ts'
import type { JobKey, JobRecord, Annotation, Named, SkipList } from '../records.ts'

/**
 * What a backup holds, by the kind of its records. Everything but what can be made again (cards, analyses) and the
 * steps that could be undone: what they would restore may not be there on the other device.
 */
export interface BackupValues {
  readonly job: { readonly record: JobRecord; readonly request?: JobRequest | undefined }
  /** A hundred articles of the job before it; `answer` is its key, or "17~1" for what it had brought before. */
  readonly articles: { readonly answer: JobKey; readonly articles: readonly Article[] }
  readonly mark: readonly [id: ArticleId, mark: Annotation]
  /** Without a list it is one of the ledger's own. */
  readonly list: { readonly id: string; readonly list?: SkipList | undefined; readonly ids: IdList }
  readonly named: Named
  readonly setting: { readonly name: string; readonly value: unknown }
}

export type BackupRecordOf<Kind extends keyof BackupValues> = {
  readonly kind: Kind
  readonly value: BackupValues[Kind]
}

export type LibraryRecord = { [Kind in keyof BackupValues]: BackupRecordOf<Kind> }[keyof BackupValues]

/** What restoring has added. What was here already does not count. */
export interface Restored {
  readonly jobs: number
  readonly articles: number
  readonly marks: number
  readonly lists: number
  readonly named: number
}

export const nothingRestored: Restored = { jobs: 0, articles: 0, marks: 0, lists: 0, named: 0 }
