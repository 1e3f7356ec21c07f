import { markFields, readMarks, sameMark, tidyMark, writeMarks } from './article-marks.ts'
import type { JobKey, Mark, MarkOf, Step, StepAction } from '../records.ts'
import type { Before, BeforeMark, Tables } from '../store/store.ts'

interface UndoLog {
  readonly nextSeq: number
  /** Oldest first. */
  readonly steps: readonly Step[]
}

const logName = 'undo-log'
/** Steps beyond that are forgotten, oldest first. */
const mostSteps = 200

export async function readLog({ settings }: Tables): Promise<UndoLog> {
  const log = (await settings.get(logName))?.value as Partial<UndoLog> | undefined
  return Array.isArray(log?.steps) && typeof log.nextSeq === 'number'
    ? { nextSeq: log.nextSeq, steps: log.steps }
    : { nextSeq: 1, steps: [] }
}

export async function logStep(
  tables: Tables,
  action: StepAction,
  { at, count, before }: { at: number; count: number; before: Before },
): Promise<Step> {
  const { nextSeq, steps } = await readLog(tables)
  const step: Step = { ...action, seq: nextSeq, at, count }
  const kept = [...steps, step]
  for (const { seq } of kept.splice(0, Math.max(0, kept.length - mostSteps)))
    await tables.steps.delete(keyOf(seq))
  await tables.steps.put({ key: keyOf(nextSeq), before })
  await tables.settings.put({ name: logName, value: { nextSeq: nextSeq + 1, steps: kept } })
  return step
}

/** Takes the latest step back. */
export async function undoStep(
  tables: Tables,
): Promise<{ step: Step; before: Before; marks: MarkOf[] } | undefined> {
  const { nextSeq, steps } = await readLog(tables)
  const step = steps.at(-1)
  if (!step) return undefined
  const before = (await tables.steps.get(keyOf(step.seq)))?.before ?? {}
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
  await tables.steps.delete(keyOf(step.seq))
  await tables.settings.put({ name: logName, value: { nextSeq, steps: steps.slice(0, -1) } })
  return { step, before, marks }
}

/** Jobs that came back another way, or are gone for good, are nothing to undo any longer. @returns whether any was */
export async function forgetRemovals(tables: Tables, keys: readonly JobKey[]): Promise<boolean> {
  const { nextSeq, steps } = await readLog(tables)
  const isSettled = ({ kind, name = '' }: Step) =>
    (kind === 'remove-job' || kind === 'discard-request') && keys.includes(name)
  const settled = steps.filter(isSettled)
  if (settled.length === 0) return false
  for (const { seq } of settled) await tables.steps.delete(keyOf(seq))
  const left = steps.filter((step) => !isSettled(step))
  await tables.settings.put({ name: logName, value: { nextSeq, steps: left } })
  return true
}

/** Which fields a change takes away or replaces, with what they were. */
export function beforeOf(was: Mark | undefined, is: Mark): BeforeMark {
  const fields: Record<string, unknown> = {}
  for (const field of markFields) if (was?.[field] !== is[field]) fields[field] = was?.[field] ?? null
  return fields
}

/** Field by field: what was marked since, say that the article was exported, stays. */
async function restoreMarks({ marks }: Tables, before: NonNullable<Before['marks']>): Promise<MarkOf[]> {
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

/** Keys sort as numbers do. */
const keyOf = (seq: number): string => String(seq).padStart(12, '0')
