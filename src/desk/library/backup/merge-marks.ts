import { tidyMark } from '../marks/article-marks.ts'
import type { Mark } from '../records.ts'

/**
 * One mark of two that were made apart: the later decision counts, the first reading, the last export, and both notes
 * where they differ. To merge the same one again changes nothing.
 */
export function mergeMarks(here: Mark | undefined, there: Mark): Mark | undefined {
  if (!here) return tidyMark(there)
  const later = (there.decidedAt ?? -Infinity) > (here.decidedAt ?? -Infinity) ? there : here
  return tidyMark({
    decision: later.decision,
    decidedAt: later.decidedAt,
    duplicateOf: later.duplicateOf,
    readAt: extreme(Math.min, here.readAt, there.readAt),
    exportedAt: extreme(Math.max, here.exportedAt, there.exportedAt),
    note: mergeNotes(here.note, there.note),
  })
}

function extreme(of: (...values: number[]) => number, ...times: (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined)
  return known.length === 0 ? undefined : of(...known)
}

function mergeNotes(here: string | undefined, there: string | undefined): string | undefined {
  if (here === undefined || there === undefined) return here ?? there
  return here.includes(there.trim()) ? here : `${here.trimEnd()}\n\n${there}`
}
