import type { ArticleId } from '../../contract/ids.ts'
import type { ArticleFileChoice } from '../files/article-file-type.ts'
import { articleFile } from '../files/article-file.ts'
import { articleFileType } from '../files/article-file-type.ts'
import type { BackupReport } from '../files/read-backup.ts'
import { openBackup } from '../files/read-backup.ts'
import { backupFile } from '../files/write-backup.ts'
import { collectFile } from '../files/collect-file.ts'
import type { LibraryRecord, Restored } from '../library/backup/backup.ts'
import { nothingRestored } from '../library/backup/backup.ts'
import { backupKinds, checkRecord } from '../library/backup/backup-schemas.ts'
import type { Library } from '../library/library.ts'
import type { ArticleChoice, Inventory } from '../library/records.ts'

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

/** Marks and the like that are restored in one transaction. */
const recordsAtOnce = 2_000
/** Characters of articles that are held until they are restored: a job may have more of them than there is memory. */
const charactersAtOnce = 8 * 2 ** 20

export function fileWork(library: Library, now: () => number): FileWork {
  let underWay = new AbortController()

  return {
    async makeArticleFile(choice, as, onProgress) {
      const { signal } = underWay
      const at = now()
      const ids: ArticleId[] = []
      async function* articles() {
        for (let from: number | undefined = 0; from !== undefined;) {
          const stretch = await library.knownArticles(choice, from)
          for (const article of stretch.articles) {
            if (!article.unsafeId) ids.push(article.id)
            yield { ...article, exportedAt: at }
          }
          from = stretch.next
        }
      }
      const pieces = articleFile(articles(), as, { signal, onProgress, at: new Date(at) })
      return { file: await collectFile(pieces, articleFileType(as).mediaType), ids }
    },

    makeBackup(onProgress) {
      const { signal } = underWay
      async function* records() {
        for (const part of await library.backupParts()) yield* await library.backupPart(part)
      }
      const header = { account: library.name, madeAt: now() }
      return collectFile(backupFile(header, records(), { signal, onProgress }), 'application/gzip')
    },

    async restoreBackup(file, onProgress) {
      const { signal } = underWay
      const backup = await openBackup(file, backupKinds)
      const before = await library.inventory()
      const sum: Record<keyof Restored, number> = { ...nothingRestored }
      let part: LibraryRecord[] = []
      let characters = 0
      let done = 0
      const restore = async () => {
        const restored = await library.restorePart(part)
        for (const key of Object.keys(sum) as (keyof Restored)[]) sum[key] += restored[key]
        done += part.length
        part = []
        characters = 0
        onProgress?.(done)
        signal.throwIfAborted()
      }
      for await (const record of backup.records) {
        const checked = checkRecord(record)
        if (!checked) backup.refuse(record, 'is not as it should be')
        else {
          if (characters > charactersAtOnce || beginsPart(checked, part)) await restore()
          part.push(checked)
          characters += lengthOf(checked)
        }
      }
      await restore()
      const growth = difference(await library.inventory(), before)
      return { ...backup.report(), ...backup.header, restored: sum, growth }
    },

    abandonFiles() {
      underWay.abort()
      underWay = new AbortController()
      return Promise.resolve()
    },
  }
}

function difference(after: Inventory, before: Inventory): Inventory {
  const counts = Object.entries(after) as [keyof Inventory, number][]
  return Object.fromEntries(
    counts.map(([name, count]) => [name, count - before[name]]),
  ) as unknown as Inventory
}

function lengthOf({ kind, value }: LibraryRecord): number {
  return kind === 'articles'
    ? value.articles.reduce((sum, { title, text }) => sum + title.length + text.length, 0)
    : 0
}

/** A job goes with the articles after it, the others in handfuls. */
function beginsPart({ kind }: LibraryRecord, part: readonly LibraryRecord[]): boolean {
  if (kind === 'articles') return false
  return kind === 'job' || part[0]?.kind === 'job' || part.length >= recordsAtOnce
}
