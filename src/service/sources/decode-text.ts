import { UnusableFileError } from './found-article.ts'

/**
 * Turns bytes into text: UTF-8 with or without a byte order mark, UTF-16 with one, and what an HTML page declares
 * of itself. Anything else is refused rather than guessed: a wrong guess would put wrong letters before editors, and
 * nobody would notice before print.
 *
 * @param declared a charset named by the file itself
 * @throws UnusableFileError
 */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  const charset = charsetOfMark(bytes) ?? declared ?? 'utf-8'
  try {
    // Takes the mark off by itself.
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof RangeError)
      throw new UnusableFileError(`declares an unknown charset, ${JSON.stringify(charset)}`)
    throw new UnusableFileError(
      charset === 'utf-8' ? 'is not UTF-8 text; save it as UTF-8' : `is not ${charset} text`,
    )
  }
}

/** @returns what `<meta charset>` or its older form says in the first KiB, as browsers look for it */
export function declaredCharset(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1_024)).toString('latin1')
  const charset = /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]{1,40})/i.exec(start)?.[1]
  // A page that could be read this far is not UTF-16, whatever it says (the HTML standard has the same rule).
  return charset && /^utf-?16/i.test(charset) ? 'utf-8' : charset
}

function charsetOfMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  return undefined
}
