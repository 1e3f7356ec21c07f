import type { ArticleId } from '../../contract/ids.ts'
import { articleFile } from '../files/article-file.ts'
import { articleFileType } from '../files/article-file-type.ts'
import { openBackup } from '../files/read-backup.ts'
import { throttled } from '../files/progress.ts'
import { backupFile } from '../files/write-backup.ts'
import type { LibraryRecord, Restored } from '../library/backup/backup.ts'
import { nothingRestored } from '../library/backup/backup.ts'
import { backupKinds, checkRecord } from '../library/backup/backup-schemas.ts'
import { readService, serviceSetting } from '../library/jobs/service-reset.ts'
import { LibraryError, type Library } from '../library/library.ts'
import type { FileKind, FileWork, RestoreReport } from '../worker-protocol/worker-api.ts'
import type { Inventory } from '../library/records.ts'
import type { Bytes } from '../files/zip.ts'

/** Annotations and other small records restored per transaction. */
const recordsAtOnce = 2_000
/**
 * Records and bytes of whole jobs restored per transaction, which costs more than a small job. Few, because decisions
 * made meanwhile wait for it, and a full device refuses all of it.
 */
const jobsAtOnce = { records: 200, bytes: 2 ** 20 }
/** Bytes of a backup held before they are restored: a job may be larger than memory. */
const bytesAtOnce = 8 * 2 ** 20

/** @param locks shared by the tabs; undefined on plain http */
export function fileWork(library: Library, now: () => number, locks?: LockManager): FileWork {
  const underWay: Record<FileKind, AbortController> = {
    articles: new AbortController(),
    backup: new AbortController(),
  }
  let restored: Promise<unknown> = Promise.resolve()

  return {
    async makeArticleFile(choice, as, onProgress) {
      const { signal } = underWay.articles
      const at = now()
      const ids: ArticleId[] = []
      async function* articles() {
        for await (const batch of await library.knownArticles(choice))
          for (const article of batch) {
            ids.push(article.id)
            yield { ...article, exportedAt: at }
          }
      }
      const pieces = articleFile(articles(), as, { signal, onProgress, at: new Date(at) })
      const file = await collectFile(pieces, articleFileType(as).mediaType)
      return { file, ids }
    },

    makeBackup(onProgress) {
      const { signal } = underWay.backup
      async function* records() {
        for (const part of await library.backupParts()) yield* await library.backupPart(part)
      }
      const header = { account: library.name, madeAt: now() }
      return collectFile(backupFile(header, records(), { signal, onProgress }), 'application/gzip')
    },

    restoreBackup(file, onProgress) {
      const { signal } = underWay.backup
      const restore = () => restoreFile(library, file, signal, onProgress)
      // One at a time: articles belong to the job restored last.
      const restoring = locks
        ? locks.request(`article-desk restore ${library.name}`, { signal }, restore)
        : restored.then(restore)
      restored = restoring.catch(() => {})
      return restoring
    },

    abandonFiles(kind) {
      underWay[kind].abort()
      underWay[kind] = new AbortController()
      return Promise.resolve()
    },
  }
}

async function restoreFile(
  library: Library,
  file: Blob,
  signal: AbortSignal,
  onProgress: ((share: number) => void) | undefined,
): Promise<RestoreReport> {
  signal.throwIfAborted()
  const tell = throttled(onProgress)
  const backup = await openBackup(file, backupKinds)
  const before = await library.inventory()
  const withoutRoomBefore = await countWithoutRoom(library)
  const sum: Record<keyof Restored, number> = { ...nothingRestored }
  let part: LibraryRecord[] = []
  let bytes = 0
  let bytesDone = 0
  let madeBy: string | undefined
  const restore = async () => {
    const restored = await library.restorePart(part, madeBy)
    for (const key of Object.keys(sum) as (keyof Restored)[]) sum[key] += restored[key]
    part = []
    bytesDone += bytes
    bytes = 0
    tell(Math.min(1, bytesDone / backup.size))
    signal.throwIfAborted()
    // The rest would be kept in memory, where it may not fit, and be lost with the page.
    if ((await countWithoutRoom(library)) > withoutRoomBefore) throw new LibraryError('quota')
  }
  for await (const record of backup.records) {
    const checked = checkRecord(record)
    if (!checked) backup.refuse(record)
    else {
      if (lacksArticles(checked, record.value)) backup.refuse(record)
      if (bytes > bytesAtOnce || beginsPart(checked, part, bytes)) await restore()
      if (checked.kind === 'setting' && checked.value.name === serviceSetting)
        madeBy = readService(checked.value.value)?.id
      part.push(checked)
      bytes += record.size
    }
  }
  await restore()
  const growth = difference(await library.inventory(), before)
  return { ...backup.report(), ...backup.header, restored: sum, growth }
}

/** The number of articles that the device has no room for. */
async function countWithoutRoom(library: Library): Promise<number> {
  const unsaved = await library.unsaved()
  return unsaved?.reason === 'quota' ? unsaved.articles.reduce((sum, { count }) => sum + count, 0) : 0
}

/** Whether some articles of a page were invalid. */
const lacksArticles = ({ kind, value }: LibraryRecord, given: unknown): boolean =>
  kind === 'articles' && value.articles.length < (given as typeof value).articles.length

function difference(after: Inventory, before: Inventory): Inventory {
  const counts = Object.entries(after) as [keyof Inventory, number][]
  return Object.fromEntries(
    counts.map(([name, count]) => [name, count - before[name]]),
  ) as unknown as Inventory
}

/** Jobs, each with the articles after it, are grouped in batches, and so are other records. */
function beginsPart({ kind }: LibraryRecord, part: readonly LibraryRecord[], bytes: number): boolean {
  if (kind === 'articles') return false
  const first = part[0]?.kind
  if (kind === 'job') return first !== 'job' || part.length >= jobsAtOnce.records || bytes >= jobsAtOnce.bytes
  // The rest of a large job is articles alone.
  return first === 'job' || first === 'articles' || part.length >= recordsAtOnce
}

/** Pieces are folded into a blob whenever they exceed this size. */
const foldedBytes = 8 * 2 ** 20

/**
 * Collects the pieces of a file in one blob. Folds them into blobs as they come: browsers may keep blobs on disk, and a
 * blob of blobs copies nothing, so that the file is never in memory twice.
 */
async function collectFile(pieces: AsyncIterable<Bytes>, mediaType: string): Promise<Blob> {
  const blobs: Blob[] = []
  let waiting: Bytes[] = []
  let bytes = 0
  for await (const piece of pieces) {
    waiting.push(piece)
    bytes += piece.length
    if (bytes < foldedBytes) continue
    blobs.push(new Blob(waiting))
    waiting = []
    bytes = 0
  }
  return new Blob([...blobs, ...waiting], { type: mediaType })
}
