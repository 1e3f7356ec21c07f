import { signatureRules } from './signature-rules.ts'
import { boxHeading } from './signature-words.ts'
import { isCredit } from './signature-persons.ts'
import { readTail } from './signature-tail.ts'

/**
 * Where the signature at the end of a text begins: the author's box, by-line, source, licence or copyright paragraph, in
 * whatever order they are stacked (rules: signature-rules.ts). The length of the text where there is none, or where
 * what looks like one is more than half of the text or than `mostCharacters`. In what stands before there is none.
 *
 * Plain rules and no model: an editor who wonders why a line went can be told.
 *
 * @param text plain text, paragraphs parted by blank lines; lines end in LF or CRLF
 */
export function signatureStart(text: string): number {
  const length = text.trimEnd().length
  const leastLength = Math.max(length / 2, length - mostCharacters)
  let end = length
  let start = length
  for (;;) {
    const part = findLastPart(text.slice(0, end))
    if (!part) break
    end = part.isWeak ? part.start : startWithHeading(text.slice(0, part.start), text.slice(part.start, end))
    if (!part.isWeak) start = end
    // More than a signature can be. Leaving all of it, and not a part, makes a second time change nothing.
    if (end < leastLength) return text.length
  }
  return start === length ? text.length : start
}

const mostCharacters = 2_000

/** Parts are short; looking no further bounds the work on any text. */
const mostLines = 12
const mostPartCharacters = 1_300

/** The shortest end of the text, in whole lines, that is a part of a signature and leaves something before it. */
function findLastPart(text: string): { start: number; isWeak: boolean } | undefined {
  let lineStart = text.length + 1
  for (let count = 0; count < mostLines && lineStart > 0; count += 1) {
    lineStart = text.lastIndexOf('\n', lineStart - 2) + 1
    if (text.length - lineStart > mostPartCharacters) return undefined
    const before = text.slice(0, lineStart).trimEnd()
    if (before === '') return undefined
    const tail = readTail(text.slice(lineStart), before)
    const rule =
      tail.lines[0]?.trim() === '' ? undefined : signatureRules.find(({ matches }) => matches(tail))
    if (rule && standsAlone(text.slice(before.length, lineStart), before))
      return { start: before.length, isWeak: rule.isWeak === true }
  }
  return undefined
}

/**
 * Whether a part of a signature may begin here: after a blank line, after a line that ends a sentence, or after
 * one that is signature itself. Anything else is the middle of a paragraph.
 */
function standsAlone(gap: string, before: string): boolean {
  if (/\n\s*\n/.test(gap)) return true
  const lineStart = before.lastIndexOf('\n') + 1
  const line = before.slice(lineStart).slice(-1_300)
  if (/[.!?…。！？।]["”»’')\]]*$/u.test(line)) return true
  const tail = readTail(line, before.slice(0, lineStart).trimEnd())
  return tail.before !== '' && signatureRules.some((rule) => rule.matches(tail))
}

/** What parted the part from the text, or stood over it, goes with it: a row of stars, "Author", its person's name. */
function startWithHeading(before: string, part: string): number {
  let kept = before
  for (;;) {
    const lineStart = kept.lastIndexOf('\n') + 1
    const line = kept.slice(lineStart).trim()
    const isHeading =
      /^(?:[*•·~_=—–-]\s*){1,20}$/u.test(line) ||
      boxHeading.test(line) ||
      (isCredit(line) && part.trimStart().startsWith(line.replace(/, .*/u, '')))
    if (lineStart === 0 || line.length > 100 || !isHeading) return kept.length
    kept = kept.slice(0, lineStart).trimEnd()
  }
}
