import { utf16Of } from '../../text/utf-16.ts'

/**
 * Decodes a text file. Assumes UTF-8 without a byte order mark: spreadsheets save "Unicode text" as UTF-16 with one.
 *
 * @returns undefined if it is not text: what is left of other files may look like numbers
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder(utf16Of(bytes)).decode(bytes)
  return text.slice(0, 4096).includes('\0') && !isMarkedText(bytes) ? undefined : text
}

/** Our tables have a UTF-8 byte order mark, and may contain an id with a NUL. */
const isMarkedText = ([first, second, third]: Uint8Array): boolean =>
  first === 0xef && second === 0xbb && third === 0xbf
