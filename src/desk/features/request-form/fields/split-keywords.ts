/** Text of the keyword field: finished keywords, and the one being typed. */
export interface SplitKeywords {
  readonly complete: readonly string[]
  readonly rest: string
}

/**
 * Splits at commas and line ends, except within quotes, which mark a phrase. The last piece is still being typed, and
 * so is everything after an unclosed quote.
 */
export function splitKeywords(text: string): SplitKeywords {
  const pieces: string[] = []
  let start = 0
  let closing: string | undefined
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (closing) closing = character === closing ? undefined : closing
    else if (character in closingQuotes) closing = closingQuotes[character]
    else if (separators.has(character)) {
      pieces.push(text.slice(start, at))
      start = at + 1
    }
  }
  return { complete: pieces.map(tidy).filter(Boolean), rest: text.slice(start) }
}

/** Like {@link splitKeywords}, but nothing more will be typed: an unclosed quote is an ordinary character. */
export function allKeywords(text: string): string[] {
  const { complete, rest } = splitKeywords(text)
  const last = rest
    .split(/[,，、\r\n]/)
    .map(tidy)
    .filter(Boolean)
  return [...complete, ...(isClosed(rest) ? [tidy(rest)].filter(Boolean) : last)]
}

/** Adds keywords without duplicates; `repeated` are those that were already there. */
export function addKeywords(keywords: readonly string[], more: readonly string[]) {
  const all = [...keywords]
  const added: string[] = []
  const repeated: string[] = []
  for (const keyword of more) {
    const list = all.includes(keyword) ? repeated : added
    list.push(keyword)
    if (list === added) all.push(keyword)
  }
  return { keywords: all, added, repeated }
}

/** The service ignores differences in white space, so two keywords must not differ only in that. */
const tidy = (piece: string): string => piece.trim().replace(/\s+/g, ' ')

const isClosed = (piece: string): boolean => splitKeywords(`${piece},`).rest === ''

const separators = new Set([',', '，', '、', '\n', '\r'])

/** Word processors use paired quotes. */
const closingQuotes: Readonly<Record<string, string>> = { '"': '"', '“': '”', '„': '“', '«': '»' }
