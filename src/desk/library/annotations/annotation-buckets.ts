import type { ArticleId } from '../../../contract/ids.ts'
import type { Mark, MarkEdit, MarkOf } from '../records.ts'
import type { MarkBucket } from '../store/rows.ts'
import type { Table } from '../store/store.ts'

const bucketCount = 512

export async function readMarks(table: Table<MarkBucket>, ids: readonly ArticleId[]): Promise<MarkOf[]> {
  const buckets = new Map<string, MarkBucket | undefined>()
  for (const bucket of new Set(ids.map(bucketOf))) buckets.set(bucket, await table.get(bucket))
  return ids.map((id) => [id, buckets.get(bucketOf(id))?.marks.get(id)])
}

/** Writes marks as they are given; an article without one has none from then on. */
export async function writeMarks(table: Table<MarkBucket>, marks: readonly MarkOf[]): Promise<void> {
  const byBucket = new Map<string, MarkOf[]>()
  for (const mark of marks) {
    const bucket = bucketOf(mark[0])
    const others = byBucket.get(bucket)
    if (others) others.push(mark)
    else byBucket.set(bucket, [mark])
  }
  for (const [bucket, changed] of byBucket) {
    const next = new Map((await table.get(bucket))?.marks)
    for (const [id, mark] of changed) {
      if (mark) next.set(id, mark)
      else next.delete(id)
    }
    await table.put({ bucket, marks: next })
  }
}

/** @param at milliseconds since the epoch */
export function editedMark(mark: Mark | undefined, { set }: MarkEdit, at: number): Mark | undefined {
  const next: { -readonly [Field in keyof Mark]: Mark[Field] } = { ...mark }
  if (set.decision !== undefined && (set.decision ?? undefined) !== mark?.decision) {
    next.decision = set.decision ?? undefined
    next.decidedAt = set.decision === null ? undefined : at
    next.duplicateOf = undefined
    next.reason = undefined
  }
  if (set.reason !== undefined)
    next.reason = next.decision === 'reject' ? (set.reason ?? undefined) : undefined
  if (set.duplicateOf !== undefined) next.duplicateOf = set.duplicateOf ?? undefined
  // The first reading counts, not the latest.
  if (set.read !== undefined) next.readAt = set.read ? (mark?.readAt ?? at) : undefined
  if (set.note !== undefined) next.note = set.note.trim() === '' ? undefined : set.note
  if (set.exported) next.exportedAt = at
  next.labels = withLabels(mark?.labels, set)
  return tidyMark(next)
}

/** Undefined rather than none. */
export function withLabels(
  labels: readonly string[] = [],
  { addLabels = [], removeLabels = [] }: Pick<MarkEdit['set'], 'addLabels' | 'removeLabels'>,
): readonly string[] | undefined {
  if (addLabels.length === 0 && removeLabels.length === 0) return labels.length > 0 ? labels : undefined
  const next = new Set([...labels, ...addLabels])
  for (const label of removeLabels) next.delete(label)
  return next.size > 0 ? [...next].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })) : undefined
}

export function sameMark(one: Mark = {}, other: Mark = {}): boolean {
  return markFields.every((field) => sameField(one[field], other[field]))
}

/** Lists of labels are other objects after every reading. */
export const sameField = (one: Mark[keyof Mark], other: Mark[keyof Mark]): boolean =>
  one === other ||
  (typeof one === 'object' &&
    typeof other === 'object' &&
    one.length === other.length &&
    one.every((label, index) => label === other[index]))

export const markFields = [
  'decision',
  'decidedAt',
  'readAt',
  'note',
  'exportedAt',
  'duplicateOf',
  'reason',
  'labels',
] as const satisfies (keyof Mark)[]

/** Without the fields that say nothing; undefined where none is left. */
export function tidyMark(mark: Mark): Mark | undefined {
  const fields = markFields.filter((field) => mark[field] !== undefined)
  return fields.length === 0 ? undefined : Object.fromEntries(fields.map((field) => [field, mark[field]]))
}

function bucketOf(id: ArticleId): string {
  let hash = 0x811c9dc5
  for (const character of String(id)) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return String((hash >>> 0) % bucketCount)
}
