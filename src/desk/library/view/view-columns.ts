import type { TextFacts } from './answer-facts.ts'
import type { LibraryDuplicates } from './library-duplicates.ts'
import type { Decision, Mark } from '../records.ts'
import type { Rows } from './view-rows.ts'
import type { ArticleId } from '../../../contract/ids.ts'

/** What the editor made of each row, in bits: the decision in the lowest two, then the others. */
export type MarkColumn = Uint8Array

export const decisionNames = ['none', 'keep', 'maybe', 'reject'] as const satisfies (Decision | 'none')[]
export const decisionBits = 0b11
export const readBit = 1 << 2
export const exportedBit = 1 << 3
export const notedBit = 1 << 4
export const labelledBit = 1 << 5
export const reasonedBit = 1 << 6

export function markColumn({ entries }: Rows, marks: ReadonlyMap<ArticleId, Mark>): MarkColumn {
  const column = new Uint8Array(entries.length)
  if (marks.size === 0) return column
  for (let row = 0; row < column.length; row += 1) {
    const mark = marks.get(entries[row]!.id)
    if (mark) column[row] = bitsOf(mark)
  }
  return column
}

function bitsOf({ decision, readAt, exportedAt, note, labels, reason }: Mark): number {
  return (
    (decision ? decisionNames.indexOf(decision) : 0) |
    (readAt === undefined ? 0 : readBit) |
    (exportedAt === undefined ? 0 : exportedBit) |
    (note === undefined ? 0 : notedBit) |
    (labels === undefined ? 0 : labelledBit) |
    (reason === undefined ? 0 : reasonedBit)
  )
}

/** What its newest text is like, as `qualityBits` gives it, and whether it came with others. */
export type TextColumn = Uint16Array

export const versionedBit = 1 << 8
export const duplicatedBit = 1 << 9

export function textColumn(
  { entries }: Rows,
  facts: TextFacts,
  duplicates: Pick<LibraryDuplicates, 'isDuplicated'>,
): TextColumn {
  const column = new Uint16Array(entries.length)
  for (let row = 0; row < column.length; row += 1) {
    const entry = entries[row]!
    const { answer, position } = entry.occurrences[0]
    column[row] =
      facts.quality(answer.jobKey, position) |
      (entry.occurrences.length > 1 && versionCount(entry, facts) > 1 ? versionedBit : 0) |
      (duplicates.isDuplicated(entry.id) ? duplicatedBit : 0)
  }
  return column
}

/** Texts that were not read yet don't count; at least one. */
export function versionCount({ occurrences }: Rows['entries'][number], facts: TextFacts): number {
  if (occurrences.length === 1) return 1
  const hashes = new Set(occurrences.map(({ answer, position }) => facts.textHash(answer.jobKey, position)))
  hashes.delete(undefined)
  return Math.max(1, hashes.size)
}
