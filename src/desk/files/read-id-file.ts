/** A file that can't be read as ids, in words for the editor. */
export class UnreadableFile extends Error {}

const largestFileBytes = 100 * 2 ** 20

/**
 * The text of a file that was dropped or chosen. UTF-8 unless it says otherwise: spreadsheets save "Unicode text"
 * as UTF-16, with a byte order mark. Of a ZIP archive, the tables and lists in it.
 *
 * @throws {UnreadableFile} where it is too large to hold, or no text
 */
export async function readIdFile(file: File): Promise<string> {
  if (file.size > largestFileBytes) throw new UnreadableFile(`${file.name} is larger than 100 MB.`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (isArchive(bytes)) return readArchive(file.name, bytes)
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes)
  if (text.slice(0, 4096).includes('\0')) throw notText(file.name)
  return text
}

async function readArchive(name: string, bytes: Uint8Array): Promise<string> {
  // Nobody loads what unpacks archives before one was dropped.
  const { textOfArchive } = await import('./read-id-archive.ts')
  const text = textOfArchive(bytes, largestFileBytes)
  if (text === undefined) throw notText(name)
  return text
}

const notText = (name: string) =>
  new UnreadableFile(`${name} is not text. Save it as CSV, then add it again.`)

const isArchive = ([first, second, third]: Uint8Array): boolean =>
  first === 0x50 && second === 0x4b && third === 3

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
