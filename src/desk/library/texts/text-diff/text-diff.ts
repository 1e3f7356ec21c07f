import { alignParagraphs } from './align-paragraphs.ts'
import { type DiffPart, diffWords, minEdits } from './diff-words.ts'
import { countTokens } from './diff-tokens.ts'
import { countWords } from '../keyword-matching.ts'

export type { DiffPart }

/** A pair of corresponding paragraphs, shown side by side. One is missing if it has no counterpart. */
export interface DiffRow {
  /** "moved": the same paragraph is elsewhere in the other text. */
  readonly kind: 'same' | 'changed' | 'removed' | 'added' | 'moved'
  /** Of the earlier text. Marked parts were removed. */
  readonly before?: readonly DiffPart[] | undefined
  /** Of the later text. Marked parts were added. */
  readonly after?: readonly DiffPart[] | undefined
}

export interface TextDiff {
  /** In the order of both texts, without the white space between paragraphs. */
  readonly rows: readonly DiffRow[]
  /** Number of marked words. Moved paragraphs don't count. */
  readonly removedWords: number
  readonly addedWords: number
}

/**
 * Compares two texts by paragraph and word, ignoring white space and line wrapping. Loads the package `diff`: import it
 * only with the screen that needs it.
 *
 * The work is bounded: two versions of an article take a few milliseconds, two texts of 100 KB a few hundred, so run it
 * in the worker. A paragraph with too many changes to compare word by word in that time is compared by sentence, and
 * sentences may be marked as a whole.
 */
export function diffTexts(before: string, after: string): TextDiff {
  const [ours, theirs] = [paragraphsOf(before), paragraphsOf(after)]
  const tokens = countTokens(before) + countTokens(after)
  const rows = alignParagraphs(ours, theirs).map(([one, other]): DiffRow => {
    const [left, right] = [ours[one ?? -1], theirs[other ?? -1]]
    if (left === undefined) return { kind: 'added', after: [{ text: right ?? '', isMarked: true }] }
    if (right === undefined) return { kind: 'removed', before: [{ text: left, isMarked: true }] }
    const edits = Math.max(
      minEdits,
      Math.sqrt((maxSteps * (countTokens(left) + countTokens(right))) / tokens),
    )
    const parts = diffWords(left, right, Math.floor(edits))
    const isSame = ![...parts.before, ...parts.after].some(({ isMarked }) => isMarked)
    return { kind: isSame ? 'same' : 'changed', ...parts }
  })
  return counted(withMoves(rows))
}

/** Limit for all paragraphs together, divided by length. The search takes about the square of the edits in steps. */
const maxSteps = 1_000_000

/** Splits at blank lines, or at every line end if there are none. */
function paragraphsOf(text: string): string[] {
  const separator = /\n[^\S\n]*\r?\n/.test(text) ? /\n[^\S\n]*\r?\n\s*/ : /\n/
  return text
    .split(separator)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
}

/** Marks a removed paragraph as moved if the same one was added elsewhere, and the other way round. */
function withMoves(rows: readonly DiffRow[]): DiffRow[] {
  const added = countedTexts(rows.filter(({ kind }) => kind === 'added').map((row) => textOf(row.after)))
  const moved = new Map<string, number>()
  const marked = rows.map((row) => {
    const key = textOf(row.before)
    if (row.kind !== 'removed' || !takeOne(added, key)) return row
    moved.set(key, (moved.get(key) ?? 0) + 1)
    return asMoved(row)
  })
  return marked.map((row) => (row.kind === 'added' && takeOne(moved, textOf(row.after)) ? asMoved(row) : row))
}

const asMoved = ({ before, after }: DiffRow): DiffRow => ({
  kind: 'moved',
  before: before?.map(({ text }) => ({ text, isMarked: false })),
  after: after?.map(({ text }) => ({ text, isMarked: false })),
})

const textOf = (parts: readonly DiffPart[] = []): string =>
  parts
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s+/g, ' ')

function countedTexts(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

function takeOne(counts: Map<string, number>, text: string): boolean {
  const count = counts.get(text) ?? 0
  if (count > 0) counts.set(text, count - 1)
  return count > 0
}

function counted(rows: readonly DiffRow[]): TextDiff {
  const words = (parts: readonly DiffPart[] = []) =>
    parts.reduce((sum, { text, isMarked }) => sum + (isMarked ? countWords(text) : 0), 0)
  return {
    rows,
    removedWords: rows.reduce((sum, { before }) => sum + words(before), 0),
    addedWords: rows.reduce((sum, { after }) => sum + words(after), 0),
  }
}
