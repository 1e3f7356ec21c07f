import { signatureRules } from './signature-rules.ts'
import { readTail } from './signature-tail.ts'

/**
 * Takes the signature off the end of a text: the author's box, by-line, source, licence or copyright note, in
 * whatever order they are stacked (rules: signature-rules.ts). Plain rules and no model: an editor who wonders why
 * a line went can be told.
 *
 * What comes back is a beginning of what went in; the text itself where there is no signature, or where what looks
 * like one is more than half of the text or than `mostCharacters`. Doing it again changes nothing.
 *
 * @param text plain text, paragraphs parted by blank lines; lines end in LF or CRLF
 */
export function removeSignature(text: string): string {
  const length = text.trimEnd().length
  const leastLength = Math.max(length / 2, length - mostCharacters)
  let end = length
  let cut = length
  for (;;) {
    const part = findLastPart(text.slice(0, end))
    if (!part) break
    end = part.isProof ? withoutOrnament(text.slice(0, part.start)).length : part.start
    if (part.isProof) cut = end
    // More than a signature can be. Leaving all of it, and not a part, makes a second time change nothing.
    if (end < leastLength) return text
  }
  return cut === length ? text : text.slice(0, cut)
}

const mostCharacters = 2_000

/** Parts are short; looking no further bounds the work on any text. */
const mostLines = 12
const mostPartCharacters = 1_300

/** The shortest end of the text, in whole lines, that is a part of a signature and leaves something before it. */
function findLastPart(text: string): { start: number; isProof: boolean } | undefined {
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
      return { start: before.length, isProof: !rule.needsCompany }
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

/** A row of stars or a rule that parted the signature from the text parts nothing any more. */
function withoutOrnament(text: string): string {
  const lineStart = text.lastIndexOf('\n') + 1
  const isOrnament = lineStart > 0 && /^\s*(?:[*•·~_=—–-]\s*){1,20}$/u.test(text.slice(lineStart))
  return isOrnament ? text.slice(0, lineStart).trimEnd() : text
}
