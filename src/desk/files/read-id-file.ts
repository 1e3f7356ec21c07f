import { backupFormat } from './backup-format.ts'
import type { NamedText } from './parse-ids.ts'

/** A file that can't be read as ids, in words for the editor. */
export class UnreadableFile extends Error {}

const largestFileBytes = 100 * 2 ** 20

/**
 * The text of a file that was dropped or chosen, for `parseIds`. UTF-8 unless it says otherwise: spreadsheets save
 * "Unicode text" as UTF-16, with a byte order mark. Of a ZIP archive and a Word document, the texts in it;
 * of a backup, the ids of its articles.
 *
 * @throws {UnreadableFile} where it is too large to hold, or no text
 */
export async function readIdFile(file: File): Promise<string | readonly NamedText[]> {
  if (file.size > largestFileBytes) throw new UnreadableFile(`${file.name} is larger than 100 MB.`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (isArchive(bytes)) return readArchive(file.name, bytes)
  if (isBackup(bytes)) return readBackup(file.name, bytes)
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes)
  if (text.slice(0, 4096).includes('\0') && !isMarkedText(bytes)) throw notText(file.name)
  return text
}

async function readArchive(name: string, bytes: Uint8Array): Promise<readonly NamedText[]> {
  // Nobody loads what unpacks archives before one was dropped.
  const { textsOfArchive } = await import('./read-id-archive.ts')
  let texts: readonly NamedText[]
  try {
    texts = textsOfArchive(bytes, largestFileBytes)
  } catch (error) {
    throw error instanceof RangeError ? new UnreadableFile(`${name} holds more than 100 MB.`) : error
  }
  if (texts.length === 0) throw notText(name)
  return texts
}

async function readBackup(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { idsOfBackup } = await import('./read-id-backup.ts')
  const ids = await idsOfBackup(bytes)
  if (!ids) throw notText(name)
  if (!ids.whole)
    throw new UnreadableFile(
      `${name} is a backup that is damaged or cut off. Restore it in Preferences: that brings what can be read.`,
    )
  return ids.text
}

const notText = (name: string) =>
  new UnreadableFile(`${name} is not text. Save it as CSV, then add it again.`)

const isArchive = ([first, second, third]: Uint8Array): boolean =>
  first === 0x50 && second === 0x4b && third === 3

/** Compressed, as it was made, or unpacked since. */
const isBackup = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0x1f && bytes[1] === 0x8b) ||
  new TextDecoder().decode(bytes.subarray(0, backupOpening.length)) === backupOpening

const backupOpening = `{"format":"${backupFormat}"`

/** Our tables have the byte order mark of UTF-8, and may have an id with a NUL in it. */
const isMarkedText = ([first, second, third]: Uint8Array): boolean =>
  first === 0xef && second === 0xbb && third === 0xbf

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
