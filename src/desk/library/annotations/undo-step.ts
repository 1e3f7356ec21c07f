import type { Annotation, AnnotationOf, Step } from '../records.ts'
import type { Before, BeforeAnnotation } from '../store/rows.ts'
import type { Tables } from '../store/store.ts'
import { popStep } from '../undo/undo-log.ts'
import {
  annotationFields,
  readAnnotations,
  sameField,
  sameAnnotation,
  compactAnnotation,
  writeAnnotations,
} from './annotation-buckets.ts'

/** The tables that a step may have changed. */
export const undoTables = ['steps', 'settings', 'marks', 'lists', 'listIds', 'named', 'jobs'] as const

/** Undoes the latest step. */
export async function undoStep(
  tables: Pick<Tables, (typeof undoTables)[number]>,
): Promise<{ step: Step; before: Before; annotations: AnnotationOf[] } | undefined> {
  const popped = await popStep(tables)
  if (!popped) return undefined
  const { step, before } = popped
  const annotations = await restoreAnnotations(tables, before.marks ?? [])
  for (const { id, was } of before.lists ?? []) {
    if (was?.list) await tables.lists.put(was.list)
    else await tables.lists.delete(id)
    if (!was) await tables.listIds.delete(id)
    else if (was.ids) await tables.listIds.put({ listId: id, ids: was.ids })
  }
  for (const { key, was } of before.named ?? [])
    await (was ? tables.named.put(was) : tables.named.delete(key))
  for (const key of before.jobs ?? []) {
    const record = await tables.jobs.get(key)
    if (record) await tables.jobs.put({ ...record, removedAt: undefined })
  }
  return { step, before, annotations }
}

/** Restores field by field, to keep what changed since, such as the time of an export. */
async function restoreAnnotations(
  { marks }: Pick<Tables, 'marks'>,
  before: NonNullable<Before['marks']>,
): Promise<AnnotationOf[]> {
  const current = await readAnnotations(
    marks,
    before.map(([id]) => id),
  )
  const restored = current.map(([id, annotation], index): AnnotationOf => {
    const next: Record<string, unknown> = { ...annotation }
    for (const [field, value] of Object.entries(before[index]?.[1] ?? {})) next[field] = value ?? undefined
    return [id, compactAnnotation(next)]
  })
  await writeAnnotations(marks, restored)
  return restored.filter(([, annotation], index) => !sameAnnotation(annotation, current[index]?.[1]))
}

/** The fields that a change removes or replaces, with their previous values. */
export function beforeOf(was: Annotation | undefined, is: Annotation): BeforeAnnotation {
  const fields: Record<string, unknown> = {}
  for (const field of annotationFields)
    if (!sameField(was?.[field], is[field])) fields[field] = was?.[field] ?? null
  return fields
}
