import { isArticleId } from '../../contract/ids.ts'
import { openBackup, UnreadableBackup, type Backup } from './read-backup.ts'
import type { Bytes } from './zip.ts'

/**
 * Reads the ids of the articles in a backup as a JSON list, once for each job that returned them; undefined if the file
 * is not a backup. Ignores skip lists and decisions, which come back by restoring it.
 *
 * @returns `whole` is false if the backup is damaged or truncated, so that ids may be missing
 */
export async function idsOfBackup(bytes: Bytes): Promise<{ text: string; whole: boolean } | undefined> {
  const backup = await open(bytes)
  if (!backup) return undefined
  const ids: string[] = []
  for await (const { value } of backup.records) {
    const { articles } = value as { articles?: readonly { id?: unknown; unsafeId?: unknown }[] }
    for (const { id, unsafeId } of articles ?? [])
      if (isArticleId(id) && !unsafeId) ids.push(JSON.stringify(id))
  }
  const { complete, sound, damagedCount } = backup.report()
  return { text: `[${ids.join(',\n')}]`, whole: complete && sound && damagedCount === 0 }
}

async function open(bytes: Bytes): Promise<Backup | undefined> {
  const stream = () =>
    new ReadableStream<Bytes>({
      start(controller) {
        controller.enqueue(bytes)
        controller.close()
      },
    })
  try {
    return await openBackup({ stream }, new Set(['articles']))
  } catch (error) {
    if (error instanceof UnreadableBackup) return undefined
    throw error
  }
}
