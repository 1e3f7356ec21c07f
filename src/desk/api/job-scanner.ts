/** Callbacks of a scan. Each source is a JSON text that hasn't been parsed yet and may be invalid. */
export interface JobScanHandlers {
  /** Called with the value of each field of the job, except an array of articles. */
  readonly onField: (key: string, source: string, isDeep: boolean) => void
  /**
   * Called when an array of articles begins. It voids any earlier one, since with duplicate keys `JSON.parse` keeps the
   * last.
   */
  readonly onArticles: () => void
  readonly onArticle: (source: string, isDeep: boolean) => void
}

/** Values nested deeper than this are marked deep: later parsing may overflow at 200,000 levels. */
const deepestNesting = 100

type State = 'start' | 'key' | 'value' | 'articles' | 'after-articles' | 'end'

const quote = 34
const comma = 44
const colon = 58
const backslash = 92
const openBracket = 91
const closeBracket = 93
const openBrace = 123
const closeBrace = 125

/**
 * Cuts the JSON text of a job, as it arrives, into the texts of its fields and articles, so that each can be parsed
 * separately. Looks at brackets and quotes only; `JSON.parse` checks the rest. Throws a SyntaxError if the text as a
 * whole can't be a job.
 *
 * Nearly all of a response is inside strings, so those are skipped with `indexOf` rather than character by character.
 */
export function createJobScanner({ onField, onArticles, onArticle }: JobScanHandlers) {
  let state: State = 'start'
  let key = ''
  let members = 0
  let elements = 0
  // State of the slice being cut: its parts from earlier chunks, and the bracket depth.
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
        i = skipString(chunk, i)
        continue
      }
      const code = chunk.charCodeAt(i)
      if (code === quote) inString = true
      else if (isOpening(code) && (depth > 0 || !opensState(code, chunk, sliceStart, i))) {
        depth += 1
        if (depth > deepest) deepest = depth
      } else if (isClosing(code) && depth > 0) depth -= 1
      else if (depth === 0 && isBoundary(code)) {
        const slice =
          parts.length === 0 ? chunk.slice(sliceStart, i) : parts.join('') + chunk.slice(sliceStart, i)
        parts = []
        const isDeep = deepest > deepestNesting
        deepest = 0
        state = transition(code, slice, isDeep)
        sliceStart = i + 1
      }
      i += 1
    }
    if (sliceStart < chunk.length) parts.push(chunk.slice(sliceStart))
    if (state === 'start') requireBlank(parts.join(''))
  }

  /** Continues from `from` within a string, to just after its closing quote or to the end of the chunk. */
  function skipString(chunk: string, from: number): number {
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

  /** Whether this bracket opens the job or its list of articles, not a nested value. */
  function opensState(code: number, chunk: string, sliceStart: number, at: number): boolean {
    if (state === 'start') return code === openBrace
    if (state !== 'value' || key !== 'articles' || code !== openBracket) return false
    return isBlank(parts.join('')) && isBlank(chunk.slice(sliceStart, at))
  }

  /** Returns the next state at a boundary, given the slice just cut. */
  function transition(code: number, slice: string, isDeep: boolean): State {
    switch (state) {
      case 'start':
        requireBlank(slice)
        if (code !== openBrace) throw notAJob()
        return 'key'
      case 'key':
        return afterKey(code, slice)
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

  function afterKey(code: number, slice: string): State {
    if (code === closeBrace && members === 0 && isBlank(slice)) return 'end'
    const parsed: unknown = code === colon ? JSON.parse(slice) : undefined
    if (typeof parsed !== 'string') throw notAJob()
    key = parsed
    return 'value'
  }

  function afterMember(code: number): State {
    members += 1
    return code === comma ? 'key' : 'end'
  }

  function end(): void {
    if (state !== 'end') throw notAJob()
    requireBlank(parts.join(''))
  }

  return { write, end }
}

const isOpening = (code: number): boolean => code === openBrace || code === openBracket
const isClosing = (code: number): boolean => code === closeBrace || code === closeBracket
const isBoundary = (code: number): boolean =>
  code === comma || code === colon || isOpening(code) || isClosing(code)

// JSON has four white-space characters; `trim` accepts more.
const isBlank = (text: string): boolean => /^[ \t\n\r]*$/.test(text)

function requireBlank(text: string): void {
  if (!isBlank(text)) throw notAJob()
}

const notAJob = (): SyntaxError => new SyntaxError('Not the JSON text of a job')
