/** What a scan finds. Each source is a JSON text still to be parsed, so nothing is known to be valid yet. */
export interface JobScanHandlers {
  /** The value of a field of the job, but for an array of articles. */
  readonly onField: (key: string, source: string, isDeep: boolean) => void
  /** An array of articles begins; an earlier one is void, as `JSON.parse` lets the last of equal keys win. */
  readonly onArticles: () => void
  readonly onArticle: (source: string, isDeep: boolean) => void
}

/** Values nested deeper than this are marked deep: what parses them later may not survive 200,000 levels. */
export const deepestNesting = 100

type Place = 'start' | 'key' | 'value' | 'articles' | 'after-articles' | 'end'

const quote = 34
const comma = 44
const colon = 58
const backslash = 92
const openBracket = 91
const closeBracket = 93
const openBrace = 123
const closeBrace = 125

/**
 * Cuts the JSON text of a job into the texts of its fields and articles while it is still coming, so that each can
 * be parsed on its own. Looks at brackets and quotes only; whether what stands between is JSON is left to
 * `JSON.parse`. Throws a SyntaxError where the text as a whole can't be a job.
 *
 * Nearly all of an answer is inside of strings, and those are crossed by `indexOf`, not by characters.
 */
export function createJobScanner({ onField, onArticles, onArticle }: JobScanHandlers) {
  let place: Place = 'start'
  let key = ''
  let members = 0
  let elements = 0
  // Of the slice that is being cut out: earlier chunks' parts of it, and how deep in brackets the scan is.
  let parts: string[] = []
  let depth = 0
  let deepest = 0
  let inString = false
  let escaped = false

  function write(chunk: string): void {
    let sliceStart = 0
    let i = 0
    while (i < chunk.length) {
      if (inString) {
        i = crossString(chunk, i)
        continue
      }
      const code = chunk.charCodeAt(i)
      if (code === quote) inString = true
      else if (isOpening(code) && (depth > 0 || !beginsPlace(code, chunk, sliceStart, i))) {
        depth += 1
        if (depth > deepest) deepest = depth
      } else if (isClosing(code) && depth > 0) depth -= 1
      else if (depth === 0 && isBoundary(code)) {
        const slice =
          parts.length === 0 ? chunk.slice(sliceStart, i) : parts.join('') + chunk.slice(sliceStart, i)
        parts = []
        const isDeep = deepest > deepestNesting
        deepest = 0
        place = cross(code, slice, isDeep)
        sliceStart = i + 1
      }
      i += 1
    }
    if (sliceStart < chunk.length) parts.push(chunk.slice(sliceStart))
    if (place === 'start') requireBlank(parts.join(''))
  }

  /** Continues from `from` within a string: past its closing quote, or to the end of the chunk. */
  function crossString(chunk: string, from: number): number {
    let i = from
    if (escaped) {
      escaped = false
      i += 1
    }
    for (;;) {
      const end = chunk.indexOf('"', i)
      const stop = end < 0 ? chunk.length : end
      let firstBackslash = stop
      while (firstBackslash > i && chunk.charCodeAt(firstBackslash - 1) === backslash) firstBackslash -= 1
      const isEscaped = (stop - firstBackslash) % 2 === 1
      if (end < 0) {
        escaped = isEscaped
        return chunk.length
      }
      i = end + 1
      if (!isEscaped) {
        inString = false
        return i
      }
    }
  }

  /** Whether this bracket opens the job or its list of articles rather than a value within. */
  function beginsPlace(code: number, chunk: string, sliceStart: number, at: number): boolean {
    if (place === 'start') return code === openBrace
    if (place !== 'value' || key !== 'articles' || code !== openBracket) return false
    return isBlank(parts.join('')) && isBlank(chunk.slice(sliceStart, at))
  }

  /** What lies behind a boundary, given where the scan was and what it cut out on the way there. */
  function cross(code: number, slice: string, isDeep: boolean): Place {
    switch (place) {
      case 'start':
        requireBlank(slice)
        if (code !== openBrace) throw notAJob()
        return 'key'
      case 'key':
        return crossKey(code, slice)
      case 'value':
        if (code === openBracket) {
          onArticles()
          elements = 0
          return 'articles'
        }
        if (code !== comma && code !== closeBrace) throw notAJob()
        onField(key, slice, isDeep)
        return afterMember(code)
      case 'articles':
        if (code !== comma && code !== closeBracket) throw notAJob()
        if (code === comma || elements > 0 || !isBlank(slice)) onArticle(slice, isDeep)
        elements += 1
        return code === comma ? 'articles' : 'after-articles'
      case 'after-articles':
        requireBlank(slice)
        if (code !== comma && code !== closeBrace) throw notAJob()
        return afterMember(code)
      case 'end':
    }
    throw notAJob()
  }

  function crossKey(code: number, slice: string): Place {
    if (code === closeBrace && members === 0 && isBlank(slice)) return 'end'
    const parsed: unknown = code === colon ? JSON.parse(slice) : undefined
    if (typeof parsed !== 'string') throw notAJob()
    key = parsed
    return 'value'
  }

  function afterMember(code: number): Place {
    members += 1
    return code === comma ? 'key' : 'end'
  }

  function end(): void {
    if (place !== 'end') throw notAJob()
    requireBlank(parts.join(''))
  }

  return { write, end }
}

const isOpening = (code: number): boolean => code === openBrace || code === openBracket
const isClosing = (code: number): boolean => code === closeBrace || code === closeBracket
const isBoundary = (code: number): boolean =>
  code === comma || code === colon || isOpening(code) || isClosing(code)

// JSON knows four kinds of white space; `trim` would let more pass.
const isBlank = (text: string): boolean => /^[ \t\n\r]*$/.test(text)

function requireBlank(text: string): void {
  if (!isBlank(text)) throw notAJob()
}

const notAJob = (): SyntaxError => new SyntaxError('Not the JSON text of a job')
