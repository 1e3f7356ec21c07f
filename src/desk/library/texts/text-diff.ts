import { alignParagraphs } from './text-diff/align-paragraphs.ts'
import { type DiffPart, diffWords, fewestEdits } from './text-diff/diff-words.ts'
import { countTokens } from './text-diff/diff-tokens.ts'
import { countWords } from './word-count.ts'

export type { DiffPart }

/** A paragraph of each text that belong together, to stand side by side; where one is missing, nothing answers to it. */
export interface DiffRow {
  /** "moved": the same paragraph stands elsewhere in the other text. */
  readonly kind: 'same' | 'changed' | 'removed' | 'added' | 'moved'
  /** Of the earlier text: what is marked was removed. */
  readonly before?: readonly DiffPart[] | undefined
  /** Of the later text: what is marked was added. */
  readonly after?: readonly DiffPart[] | undefined
}

export interface TextDiff {
  /** In the order of both texts; white space between paragraphs is left out. */
  readonly rows: readonly DiffRow[]
  /** Words that are marked. What moved counts in neither. */
  readonly removedWords: number
  readonly addedWords: number
}

/**
 * Sets two texts side by side, paragraph by paragraph and word by word. White space, and how lines are wrapped, make no
 * difference. Loads the package `diff`: import it with the screen that shows it.
 *
 * The work is bounded, whatever the texts: two versions of an article take a few milliseconds, two texts of 100 KB some
 * hundred, so that those belong in the worker. Where a paragraph has changed so much that its words can't be told
 * apart in that time, it goes sentence by sentence, and a sentence may be marked whole.
 */
export function diffTexts(before: string, after: string): TextDiff {
  const [ours, theirs] = [paragraphsOf(before), paragraphsOf(after)]
  const tokens = countTokens(before) + countTokens(after)
  const rows = alignParagraphs(ours, theirs).map(([one, other]): DiffRow => {
    const [left, right] = [ours[one ?? -1], theirs[other ?? -1]]
    if (left === undefined) return { kind: 'added', after: [{ text: right ?? '', isMarked: true }] }
    if (right === undefined) return { kind: 'removed', before: [{ text: left, isMarked: true }] }
    const edits = Math.max(
      fewestEdits,
      Math.sqrt((mostSteps * (countTokens(left) + countTokens(right))) / tokens),
    )
    const parts = diffWords(left, right, Math.floor(edits))
    const isSame = ![...parts.before, ...parts.after].some(({ isMarked }) => isMarked)
    return { kind: isSame ? 'same' : 'changed', ...parts }
  })
  return counted(withMoves(rows))
}

/** Edits squared is about how many steps the search takes; shared out by length, all paragraphs together take so many. */
const mostSteps = 1_000_000

/** Parted by blank lines; by lines where there is none. */
function paragraphsOf(text: string): string[] {
  const separator = /\n[^\S\n]*\r?\n/.test(text) ? /\n[^\S\n]*\r?\n\s*/ : /\n/
  return text
    .split(separator)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
}

/** Names what is on one side only, and as it is on the other side elsewhere, as moved. */
function withMoves(rows: readonly DiffRow[]): DiffRow[] {
  const added = countedTexts(rows.filter(({ kind }) => kind === 'added').map((row) => textOf(row.after)))
  const moved = new Map<string, number>()
  const marked = rows.map((row) => {
    const key = textOf(row.before)
    if (row.kind !== 'removed' || !take(added, key)) return row
    moved.set(key, (moved.get(key) ?? 0) + 1)
    return asMoved(row)
  })
  return marked.map((row) => (row.kind === 'added' && take(moved, textOf(row.after)) ? asMoved(row) : row))
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

function take(counts: Map<string, number>, text: string): boolean {
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
