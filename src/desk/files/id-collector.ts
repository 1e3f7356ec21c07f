import { distinctNumbers } from '../../contract/number-set.ts'
import type { IdList } from '../../contract/ids.ts'
import { unquote } from './json-text.ts'
import { cutText } from '../../text/cut-text.ts'

/** The result of reading ids from a text. */
export interface ParsedIds {
  readonly ids: IdList
  /** Number of repeated ids. */
  readonly repeatedCount: number
  /** Number of invalid items, and the first {@link maxInvalidKept} of them. */
  readonly invalidCount: number
  readonly invalid: readonly NotAnId[]
}

/** Something that is not an id. */
export interface NotAnId extends TextPosition {
  readonly text: string
  readonly reason: Reason
}

interface TextPosition {
  /** The name of the file, if several were read as one. */
  readonly file?: string
  /** Counted from 1. */
  readonly line: number
}

export type Reason = 'not-a-number' | 'leading-zero' | 'too-large' | 'without-id' | 'unfinished'

/** Collects what the readers find in one text after another. Positions refer to the current text. */
export interface IdCollector {
  /** Starts the next text. */
  begin(text: string, file?: string): void
  /** A safe integer that needs no further check. */
  number(id: number): void
  /** Something without quotes, from `start` (inclusive) to `end` (exclusive). */
  bare(start: number, end: number): void
  string(id: string): void
  /** An unescaped id from a text with its own markup: bare, or in JSON quotes. */
  written(id: string, start: number): void
  refuse(start: number, end: number, reason: Reason): void
  finish(): ParsedIds
}

export const maxInvalidKept = 50

const sampleLength = 40

export function createIdCollector(): IdCollector {
  let numbers = new Float64Array(1024)
  let numberCount = 0
  const strings = new Set<string>()
  let stringCount = 0
  const invalid: NotAnId[] = []
  let invalidCount = 0
  let text = ''
  let positionOf = createPositionFinder('')

  function refuse(start: number, end: number, reason: Reason) {
    remark(text.slice(start, Math.min(end, start + sampleLength + 1)), start, reason)
  }

  function remark(what: string, start: number, reason: Reason) {
    invalidCount += 1
    if (invalid.length === maxInvalidKept) return
    const sample = what.length > sampleLength ? `${cutText(what, sampleLength)}…` : what
    invalid.push({ text: sample, ...positionOf(start), reason })
  }

  function number(id: number) {
    if (numberCount === numbers.length) {
      const grown = new Float64Array(numbers.length * 2)
      grown.set(numbers)
      numbers = grown
    }
    numbers[numberCount++] = id
  }

  function string(id: string) {
    stringCount += 1
    strings.add(id)
  }

  return {
    begin(next, file) {
      text = next
      const find = createPositionFinder(next)
      positionOf = file === undefined ? find : (start) => ({ file, ...find(start) })
    },
    refuse,
    number,
    string,
    bare(start, end) {
      const id = readInteger(text, start, end)
      if (typeof id === 'number') number(id)
      else refuse(start, end, id)
    },
    written(id, start) {
      if (id.startsWith('"')) {
        const quoted = unquote(id)
        if (quoted === undefined) remark(id, start, 'not-a-number')
        else string(quoted)
      } else {
        const read = readInteger(id, 0, id.length)
        if (typeof read === 'number') number(read)
        else remark(id, start, read)
      }
    },
    finish() {
      const distinct = distinctNumbers(numbers.subarray(0, numberCount))
      const repeatedCount = numberCount - distinct.length + (stringCount - strings.size)
      return { ids: { numbers: distinct, strings: [...strings] }, repeatedCount, invalidCount, invalid }
    },
  }
}

const zero = 48
const minus = 45

function readInteger(text: string, start: number, end: number): number | Reason {
  const negative = text.charCodeAt(start) === minus
  const first = negative ? start + 1 : start
  let value = first === end ? NaN : 0
  for (let at = first; at < end; at++) {
    const digit = text.charCodeAt(at) - zero
    value = digit >= 0 && digit <= 9 ? value * 10 + digit : NaN
  }
  if (Number.isNaN(value)) return 'not-a-number'
  // Covers minus zero too, which no service distinguishes from zero.
  if (text.charCodeAt(first) === zero && (negative || end - first > 1)) return 'leading-zero'
  if (value > Number.MAX_SAFE_INTEGER) return 'too-large'
  return negative ? -value : value
}

/** Finds the lines of ascending offsets, without scanning the text from its start each time. */
function createPositionFinder(text: string): (offset: number) => TextPosition {
  let line = 1
  let lineStart = 0
  return (offset: number) => {
    for (let next = text.indexOf('\n', lineStart); next !== -1 && next < offset;) {
      line += 1
      lineStart = next + 1
      next = text.indexOf('\n', lineStart)
    }
    return { line }
  }
}
