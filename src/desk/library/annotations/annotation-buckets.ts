import type { ArticleId } from '../../../contract/ids.ts'
import { compareNames } from '../compare-names.ts'
import type { Annotation, AnnotationEdit, AnnotationOf } from '../records.ts'
import type { AnnotationBucket } from '../store/rows.ts'
import type { Table } from '../store/store.ts'

const bucketCount = 512

export async function readAnnotations(
  table: Table<AnnotationBucket>,
  ids: readonly ArticleId[],
): Promise<AnnotationOf[]> {
  const buckets = new Map<string, AnnotationBucket | undefined>()
  for (const bucket of new Set(ids.map(bucketOf))) buckets.set(bucket, await table.get(bucket))
  return ids.map((id) => [id, buckets.get(bucketOf(id))?.marks.get(id)])
}

/** Writes the given annotations; undefined deletes the annotation of an article. */
export async function writeAnnotations(
  table: Table<AnnotationBucket>,
  annotations: readonly AnnotationOf[],
): Promise<void> {
  const buckets = new Map<string, Map<ArticleId, Annotation>>()
  for (const [id, annotation] of annotations) {
    const bucket = bucketOf(id)
    const marks = buckets.get(bucket) ?? new Map((await table.get(bucket))?.marks)
    buckets.set(bucket, marks)
    if (annotation) marks.set(id, annotation)
    else marks.delete(id)
  }
  for (const [bucket, marks] of buckets) await table.put({ bucket, marks })
}

/** @param at milliseconds since the epoch */
export function editedAnnotation(
  annotation: Annotation | undefined,
  { set }: AnnotationEdit,
  at: number,
): Annotation | undefined {
  const next: { -readonly [Field in keyof Annotation]: Annotation[Field] } = { ...annotation }
  if (set.decision !== undefined && (set.decision ?? undefined) !== annotation?.decision) {
    next.decision = set.decision ?? undefined
    next.decidedAt = set.decision === null ? undefined : at
    next.duplicateOf = undefined
    next.reason = undefined
  }
  if (set.reason !== undefined)
    next.reason = next.decision === 'reject' ? (set.reason ?? undefined) : undefined
  if (set.duplicateOf !== undefined) next.duplicateOf = set.duplicateOf ?? undefined
  // The first reading counts, not the latest.
  if (set.read !== undefined) next.readAt = set.read ? (annotation?.readAt ?? at) : undefined
  if (set.note !== undefined) next.note = set.note.trim() === '' ? undefined : set.note
  if (set.exported) next.exportedAt = at
  next.labels = withLabels(annotation?.labels, set)
  return compactAnnotation(next)
}

/** Returns undefined instead of an empty list. */
export function withLabels(
  labels: readonly string[] = [],
  { addLabels = [], removeLabels = [] }: Pick<AnnotationEdit['set'], 'addLabels' | 'removeLabels'>,
): readonly string[] | undefined {
  if (addLabels.length === 0 && removeLabels.length === 0) return labels.length > 0 ? labels : undefined
  const next = new Set([...labels, ...addLabels])
  for (const label of removeLabels) next.delete(label)
  return next.size > 0 ? [...next].sort(compareNames) : undefined
}

/** How many of so many articles have each label, in the order of their names. */
export function countLabels(each: Iterable<readonly string[] | undefined>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const labels of each) for (const label of labels ?? []) counts.set(label, (counts.get(label) ?? 0) + 1)
  return new Map([...counts].sort(([a], [b]) => compareNames(a, b)))
}

export function sameAnnotation(one: Annotation = {}, other: Annotation = {}): boolean {
  return annotationFields.every((field) => sameField(one[field], other[field]))
}

/** Compares lists of labels by value: every read returns new arrays. */
export const sameField = (one: Annotation[keyof Annotation], other: Annotation[keyof Annotation]): boolean =>
  one === other ||
  (typeof one === 'object' &&
    typeof other === 'object' &&
    one.length === other.length &&
    one.every((label, index) => label === other[index]))

export const annotationFields = [
  'decision',
  'decidedAt',
  'readAt',
  'note',
  'exportedAt',
  'duplicateOf',
  'reason',
  'labels',
] as const satisfies (keyof Annotation)[]

/** Drops undefined fields. Returns undefined if none is left. */
export function compactAnnotation(annotation: Annotation): Annotation | undefined {
  const fields = annotationFields.filter((field) => annotation[field] !== undefined)
  return fields.length === 0
    ? undefined
    : Object.fromEntries(fields.map((field) => [field, annotation[field]]))
}

/** By an FNV-1a hash. Stored, so it must stay the same. */
function bucketOf(id: ArticleId): string {
  let hash = 0x811c9dc5
  for (const character of String(id)) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return String((hash >>> 0) % bucketCount)
}
