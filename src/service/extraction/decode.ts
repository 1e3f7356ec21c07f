import { legacyHookDecode, TextDecoder } from '@exodus/bytes/encoding.js'
import { ResultType, Sniffer } from 'encoding-sniffer/sniffer'

// Node 20's own TextDecoder turns quotation marks, dashes and the euro sign of windows-1252 into control characters,
// and errs in five more charsets; the decoder of @exodus/bytes keeps to the tables of the Encoding Standard.

/**
 * Decodes a page as browsers do: by its byte order mark, the header's charset or what it declares of itself, else as
 * UTF-8 where it is that, else as windows-1252. Never fails; what stands for nothing becomes U+FFFD.
 *
 * @param contentType the header as the server sent it
 */
export function decodeHtml(bytes: Uint8Array, contentType?: string): string {
  const declared = sniff(bytes.subarray(0, 1024), charsetOf(contentType))
  return declared ? legacyHookDecode(bytes, declared) : decodeUndeclared(bytes)
}

/** The same for feeds and sitemaps, where the XML declaration takes the place of `<meta>`. */
export function decodeXml(bytes: Uint8Array, contentType?: string): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1')
  const first = start.search(/\S/)
  // No further than the declaration: a <meta> in one of the articles says nothing of the feed.
  const end = start.startsWith('<?xml', first) ? start.indexOf('?>') + 2 : first + 8
  const declared = sniff(bytes.subarray(Math.max(first, 0), end), charsetOf(contentType))
  return declared ? legacyHookDecode(bytes, declared) : decodeUndeclared(bytes)
}

/**
 * Decodes text that has no place to declare a charset: what its byte order mark says, else UTF-8. Nothing is guessed:
 * a wrong guess would put wrong letters before editors, and nobody would notice before print.
 *
 * @returns undefined for what is neither
 */
export function decodePlain(bytes: Uint8Array): string | undefined {
  const charset = sniff(bytes.subarray(0, 3), undefined) ?? 'utf-8'
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** @returns the charset's name, undefined where nothing tells it */
function sniff(start: Uint8Array, header: string | undefined): string | undefined {
  const sniffer = new Sniffer({
    maxBytes: start.length,
    ...(header ? { transportLayerEncodingLabel: header } : {}),
  })
  sniffer.write(start)
  return sniffer.resultType === ResultType.DEFAULT ? undefined : sniffer.encoding
}

const charsetOf = (contentType = ''): string | undefined =>
  /;\s*charset\s*=\s*["']?\s*([^\s"';]{1,40})/i.exec(contentType)?.[1]

function decodeUndeclared(bytes: Uint8Array): string {
  const text = legacyHookDecode(bytes, 'utf-8')
  if (isMostlySound(text)) return text
  // Browsers find a late <meta> too.
  return legacyHookDecode(bytes, sniff(bytes.subarray(0, 65_536), undefined) ?? 'windows-1252')
}

/** One damaged letter among many whole ones doesn't make a text windows-1252. */
function isMostlySound(text: string): boolean {
  let damaged = 0
  let whole = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === 0xfffd) damaged += 1
    else if (code > 0x7f) whole += 1
  }
  return damaged * 10 <= whole
}
