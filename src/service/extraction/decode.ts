import { legacyHookDecode, TextDecoder } from '@exodus/bytes/encoding.js'
import { ResultType, Sniffer } from 'encoding-sniffer/sniffer'

// Node 20's own TextDecoder turns quotation marks, dashes and the euro sign of windows-1252 into control characters,
// and is wrong in five more charsets. The decoder of @exodus/bytes follows the Encoding Standard's tables.

/**
 * Decodes a page as browsers do: by byte order mark, the header's charset, or the page's own declaration; else as UTF-8
 * if it is mostly valid, else in the charset that is usual for its language. Unlike browsers, believes nothing that the
 * bytes disprove. Never fails; invalid bytes become U+FFFD.
 *
 * @param contentType the header as sent by the server
 */
export function decodeHtml(bytes: Uint8Array, contentType?: string): string {
  return decodeAs(sniff(bytes.subarray(0, 1024), charsetOf(contentType)), bytes)
}

/** Like `decodeHtml`, for feeds and sitemaps: the XML declaration replaces `<meta>`. */
export function decodeXml(bytes: Uint8Array, contentType?: string): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1')
  const first = start.search(/\S/)
  // Read only the declaration: a <meta> in an article's text doesn't apply to the feed.
  const end = start.startsWith('<?xml', first) ? start.indexOf('?>') + 2 : first + 8
  return decodeAs(sniff(bytes.subarray(Math.max(first, 0), end), charsetOf(contentType)), bytes)
}

/**
 * Decodes text that can't declare a charset: by byte order mark, else as UTF-8. Never guesses: a wrong guess would put
 * wrong letters before editors, and nobody would notice before print.
 *
 * @returns undefined if the bytes are invalid
 */
export function decodePlain(bytes: Uint8Array): string | undefined {
  const charset = sniff(bytes.subarray(0, 3), undefined) ?? 'utf-8'
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** @returns the charset's name; undefined if none is declared */
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

/** Servers add the charset of their configuration to whatever they send, and feeds keep the one they once had. */
function decodeAs(declared: string | undefined, bytes: Uint8Array): string {
  if (!declared || isUtf8Instead(declared, bytes)) return decodeUndeclared(bytes)
  const text = legacyHookDecode(bytes, declared)
  if (!utf8Label.test(declared)) return text
  const { damaged, whole } = countLetters(text)
  return damaged > whole ? decodeUndeclared(bytes) : text
}

function decodeUndeclared(bytes: Uint8Array): string {
  const text = legacyHookDecode(bytes, 'utf-8')
  const { damaged, whole } = countLetters(text)
  // A few invalid bytes in otherwise valid UTF-8 don't make a text windows-1252, nor does a U+FFFD that it contains.
  if (damaged * 10 <= whole || decodePlain(bytes) !== undefined) return text
  // Browsers also find a late <meta>.
  const declared = sniff(bytes.subarray(0, 65_536), undefined)
  return legacyHookDecode(bytes, declared && !utf8Label.test(declared) ? declared : usualCharset(bytes))
}

/** The usual charset of the language that the document declares, by the Encoding Standard's list of default encodings. */
function usualCharset(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 65_536)).toString('latin1')
  const [, ofRoot, ofChannel] = declaredLanguage.exec(start.slice(0, 4_096)) ?? []
  const language = ofRoot ?? ofChannel ?? ''
  const charset = usualCharsets.find(([, languages]) => languages.test(language))?.[0]
  return charset ?? (language === '' && hasCyrillicWords(start) ? 'windows-1251' : 'windows-1252')
}

/** Of a page, an Atom feed, or an RSS feed. */
const declaredLanguage =
  /<(?:html|feed|rss)\s(?:[^>]{0,500}\s)?(?:xml:)?lang\s*=\s*["']?([a-z-]{2,20})|<(?:dc:)?language>\s*(?:<!\[CDATA\[\s*)?([a-z-]{2,20})/i

/** In Latin script, letters beyond ASCII stand among others. */
function hasCyrillicWords(latin1: string): boolean {
  const ofWords = latin1.match(/[\xc0-\xff]{3,}/g)?.join('').length ?? 0
  return ofWords * 2 > (latin1.match(/[\x80-\xff]/g)?.length ?? 0)
}

const usualCharsets: readonly (readonly [charset: string, languages: RegExp])[] = [
  ['windows-1251', /^(?:ba|be|bg|kk|ky|mk|ru|sah|sr|tg|tt|uk)\b/i],
  ['windows-1250', /^(?:cs|sk)\b/i],
  ['iso-8859-2', /^(?:hu|pl|sl)\b/i],
  ['iso-8859-7', /^el\b/i],
  ['windows-1254', /^(?:az|ku|tr)\b/i],
  ['windows-1255', /^(?:he|iw)\b/i],
  ['windows-1256', /^(?:ar|fa)\b/i],
  ['windows-1257', /^(?:et|lt|lv)\b/i],
  ['windows-1258', /^vi\b/i],
  ['windows-874', /^th\b/i],
  ['shift_jis', /^ja\b/i],
  ['euc-kr', /^ko\b/i],
  ['big5', /^zh-(?:hant|tw|hk|mo)\b/i],
  ['gb18030', /^zh\b/i],
]

const utf8Label = /^utf-?8$/i

/**
 * No text in a charset of one byte per letter is valid UTF-8 by chance, unless it is all ASCII, nor is more than a few
 * words in one of two.
 */
function isUtf8Instead(declared: string, bytes: Uint8Array): boolean {
  // Bytes of the last are all ASCII.
  if (utf8Label.test(declared) || /^iso-2022/i.test(declared)) return false
  // In UTF-16, each letter of a tag has a byte that is zero.
  if (/^utf-16/i.test(declared)) return !bytes.includes(0)
  const text = decodePlain(bytes)
  if (text === undefined) return false
  return /^(?:windows|iso-8859|koi8)-/i.test(declared) || countLetters(text).whole > 20
}

/** Counts the letters beyond ASCII. */
function countLetters(text: string): { damaged: number; whole: number } {
  let damaged = 0
  let whole = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === 0xfffd) damaged += 1
    else if (code > 0x7f) whole += 1
  }
  return { damaged, whole }
}
