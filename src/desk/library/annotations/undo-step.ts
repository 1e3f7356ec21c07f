import type { Mark, MarkOf, Step } from '../records.ts'
import type { Before, BeforeMark } from '../store/rows.ts'
import type { Tables } from '../store/store.ts'
import { popStep } from '../undo/undo-log.ts'
import { markFields, readMarks, sameField, sameMark, tidyMark, writeMarks } from './annotation-buckets.ts'

/** Everything that a step may have changed. */
export const undoTables = ['steps', 'settings', 'marks', 'lists', 'listIds', 'named', 'jobs'] as const

/** Takes the latest step back. */
export async function undoStep(
  tables: Pick<Tables, (typeof undoTables)[number]>,
): Promise<{ step: Step; before: Before; marks: MarkOf[] } | undefined> {
  const popped = await popStep(tables)
  if (!popped) return undefined
  const { step, before } = popped
  const marks = await restoreMarks(tables, before.marks ?? [])
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
  return { step, before, marks }
}

/** Field by field: what was marked since, say that the article was exported, stays. */
async function restoreMarks(
  { marks }: Pick<Tables, 'marks'>,
  before: NonNullable<Before['marks']>,
): Promise<MarkOf[]> {
  const current = await readMarks(
    marks,
    before.map(([id]) => id),
  )
  const restored = current.map(([id, mark], index): MarkOf => {
    const next: Record<string, unknown> = { ...mark }
    for (const [field, value] of Object.entries(before[index]?.[1] ?? {})) next[field] = value ?? undefined
    return [id, tidyMark(next)]
  })
  await writeMarks(marks, restored)
  return restored.filter(([, mark], index) => !sameMark(mark, current[index]?.[1]))
}

/** Which fields a change takes away or replaces, with what they were. */
export function beforeOf(was: Mark | undefined, is: Mark): BeforeMark {
  const fields: Record<string, unknown> = {}
  for (const field of markFields)
    if (!sameField(was?.[field], is[field])) fields[field] = was?.[field] ?? null
  return fields
}
