import { backupFormat } from './backup-format.ts'
import { decodeText } from './decode-text.ts'
import type { NamedText } from './parse-ids.ts'

/** Thrown if a file can't be read as ids. The message is for the editor. */
export class UnreadableFile extends Error {}

const largestFileBytes = 100 * 2 ** 20

/** What to do instead: ten thousand articles may be a larger file, but not their ids. */
const idsAlone = 'Export or save its ids alone, then add those.'

/**
 * Reads a dropped or chosen file for `parseIds`: its text; the texts in a ZIP archive or Word document; or the ids of
 * the articles in a backup.
 *
 * @throws {UnreadableFile} if it is too large or not text
 */
export async function readIdFile(file: File): Promise<string | readonly NamedText[]> {
  if (file.size > largestFileBytes)
    throw new UnreadableFile(`${file.name} is larger than 100 MB. ${idsAlone}`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (isArchive(bytes)) return readArchive(file.name, bytes)
  if (isBackup(bytes)) return readBackup(file)
  const text = decodeText(bytes)
  if (text === undefined) throw notText(file.name)
  return text
}

async function readArchive(name: string, bytes: Uint8Array): Promise<readonly NamedText[]> {
  // Loaded only when an archive is dropped.
  const { textsOfArchive } = await import('./read-id-archive.ts')
  const texts = await withinLimit(name, async () => textsOfArchive(bytes, largestFileBytes))
  if (!texts) throw new UnreadableFile(`${name} is damaged and can't be unpacked.`)
  if (texts.length === 0) throw notText(name)
  return texts
}

async function readBackup(file: File): Promise<string> {
  const { name } = file
  const { idsOfBackup } = await import('./read-id-backup.ts')
  const ids = await withinLimit(name, () => idsOfBackup(file, largestFileBytes))
  if (!ids) throw notText(name)
  if (!ids.whole)
    throw new UnreadableFile(
      `${name} is a backup that is damaged or cut off. Restore it in Preferences: that recovers what can be read.`,
    )
  return ids.text
}

async function withinLimit<T>(name: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof RangeError
      ? new UnreadableFile(`${name} holds more than 100 MB. ${idsAlone}`)
      : error
  }
}

const notText = (name: string) =>
  new UnreadableFile(`${name} is not text. Save it as CSV, then add it again.`)

const isArchive = ([first, second, third]: Uint8Array): boolean =>
  first === 0x50 && second === 0x4b && third === 3

/** Whether it is a backup, compressed or unpacked. A program may have put a byte order mark, three bytes, before it. */
const isBackup = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0x1f && bytes[1] === 0x8b) ||
  new TextDecoder().decode(bytes.subarray(0, backupOpening.length + 3)).startsWith(backupOpening)

const backupOpening = `{"format":"${backupFormat}"`
