import { readTail, type SignatureRule, signatureRules } from './signature-rules.ts'
import { boxHeading } from './signature-words.ts'
import { isCredit } from './signature-persons.ts'

/**
 * Where the signature at the end of a text begins: author box, by-line, source, licence or copyright paragraph, stacked
 * in any order (rules: signature-rules.ts). Returns the length of the text if there is none, or if what looks like one
 * is longer than half the text or than `maxCharacters`. What precedes the result has no signature itself.
 *
 * Uses plain rules rather than a model, so that each removal can be explained to an editor.
 *
 * @param text plain text, paragraphs separated by blank lines; lines end in LF or CRLF
 */
export function signatureStart(text: string): number {
  const length = text.trimEnd().length
  const minLength = Math.max(length / 2, length - maxCharacters)
  let end = length
  let start = length
  let needsPerson = false
  for (;;) {
    const part = findLastPart(text.slice(0, end))
    if (!part) break
    const { countsOnlyBelow, introducesPerson } = part.rule
    if (countsOnlyBelow) {
      end = part.start
      needsPerson ||= countsOnlyBelow === 'person'
    } else {
      if (needsPerson && !introducesPerson) break
      needsPerson = false
      start = end = startWithHeading(text.slice(0, part.start), text.slice(part.start, end))
    }
    // Too long for a signature. Keeping all of it rather than a part makes the function idempotent.
    if (end < minLength) return text.length
  }
  return start === length ? text.length : start
}

const maxCharacters = 2_000

/** Parts are short; this limit bounds the work on any text. */
const maxLines = 12
const maxPartCharacters = 1_300

/** The shortest run of whole lines at the end that is part of a signature and leaves some text before it. */
function findLastPart(text: string): { start: number; rule: SignatureRule } | undefined {
  let lineStart = text.length + 1
  for (let count = 0; count < maxLines && lineStart > 0; count += 1) {
    lineStart = text.lastIndexOf('\n', lineStart - 2) + 1
    if (text.length - lineStart > maxPartCharacters) return undefined
    const before = text.slice(0, lineStart).trimEnd()
    if (before === '') return undefined
    const tail = readTail(text.slice(lineStart), before)
    const rule =
      tail.lines[0]?.trim() === '' ? undefined : signatureRules.find(({ matches }) => matches(tail))
    if (rule && standsAlone(text.slice(before.length, lineStart), before))
      return { start: before.length, rule }
  }
  return undefined
}

/**
 * Whether a part of a signature may begin here: after a blank line, after a line that ends a sentence, or after a line
 * of signature. Anything else is the middle of a paragraph.
 */
function standsAlone(gap: string, before: string): boolean {
  if (/\n\s*\n/.test(gap)) return true
  const lineStart = before.lastIndexOf('\n') + 1
  const line = before.slice(lineStart).slice(-1_300)
  if (/[.!?…。！？।]["”»’')\]]*$/u.test(line)) return true
  const tail = readTail(line, before.slice(0, lineStart).trimEnd())
  return tail.before !== '' && signatureRules.some((rule) => rule.matches(tail))
}

/** Includes the separator or heading above the part: a row of stars, "Author", the person's name. */
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
