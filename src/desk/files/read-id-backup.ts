import { isArticleId } from '../../contract/ids.ts'
import { openBackup, UnreadableBackup, type Backup } from './read-backup.ts'

/**
 * Reads the ids of the articles in a backup as a JSON list, once for each job that returned them; undefined if the file
 * is not a backup. Ignores skip lists and decisions, which come back by restoring it.
 *
 * @param largestBytes maximum size of the list, because a small backup may hold ids without end
 * @returns `whole` is false if the backup is damaged or truncated, so that ids may be missing
 * @throws {RangeError} if the list is larger
 */
export async function idsOfBackup(
  file: Blob,
  largestBytes: number,
): Promise<{ text: string; whole: boolean } | undefined> {
  const backup = await open(file)
  if (!backup) return undefined
  const ids: string[] = []
  let size = 0
  for await (const { value } of backup.records) {
    const { articles } = value as { articles?: readonly { id?: unknown; unsafeId?: unknown }[] }
    for (const { id, unsafeId } of articles ?? []) {
      if (!isArticleId(id) || unsafeId) continue
      const written = JSON.stringify(id)
      size += written.length + 2
      if (size > largestBytes) throw new RangeError('The backup holds too many ids')
      ids.push(written)
    }
  }
  const { complete, sound, damagedCount } = backup.report()
  return { text: `[${ids.join(',\n')}]`, whole: complete && sound && damagedCount === 0 }
}

async function open(file: Blob): Promise<Backup | undefined> {
  try {
    return await openBackup(file, new Set(['articles']))
  } catch (error) {
    if (error instanceof UnreadableBackup) return undefined
    throw error
  }
}
