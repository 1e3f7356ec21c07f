/** A file that can't be read as ids, in words for the editor. */
export class UnreadableFile extends Error {}

const largestFileBytes = 100 * 2 ** 20

/**
 * The text of a file that was dropped or chosen. UTF-8 unless it says otherwise: spreadsheets save "Unicode text"
 * as UTF-16, with a byte order mark.
 *
 * @throws {UnreadableFile} where it is too large to hold, or no text
 */
export async function readIdFile(file: File): Promise<string> {
  if (file.size > largestFileBytes) throw new UnreadableFile(`${file.name} is larger than 100 MB.`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes)
  if (text.slice(0, 4096).includes('\0'))
    throw new UnreadableFile(`${file.name} is not text. Save it as CSV, then add it again.`)
  return text
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
