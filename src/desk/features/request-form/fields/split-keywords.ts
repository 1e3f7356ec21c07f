/** What stands in the field: keywords that are complete, and what is still being written. */
export interface SplitKeywords {
  readonly complete: readonly string[]
  readonly rest: string
}

/**
 * Splits at commas and line ends, but not within quotes, which make a phrase of what they hold. The last piece
 * is still being written, and so is all that follows a quote not yet closed.
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

/** As {@link splitKeywords} where nothing more will be written: a quote left open is then a mark like any other. */
export function allKeywords(text: string): string[] {
  const { complete, rest } = splitKeywords(text)
  const last = rest
    .split(/[,，、\r\n]/)
    .map(tidy)
    .filter(Boolean)
  return [...complete, ...(isClosed(rest) ? [tidy(rest)].filter(Boolean) : last)]
}

/** Adds keywords, keeping the first of each; `repeated` are those that were there already. */
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

/** The service compares keywords without regard to white space, so differences in it would only look like two. */
const tidy = (piece: string): string => piece.trim().replace(/\s+/g, ' ')

const isClosed = (piece: string): boolean => splitKeywords(`${piece},`).rest === ''

const separators = new Set([',', '，', '、', '\n', '\r'])

/** Word processors set quotes in pairs. */
const closingQuotes: Readonly<Record<string, string>> = { '"': '"', '“': '”', '„': '“', '«': '»' }
