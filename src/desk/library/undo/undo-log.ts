import type { JobKey, Step, StepAction } from '../records.ts'
import type { Before } from '../store/rows.ts'
import type { Tables } from '../store/store.ts'

interface UndoLog {
  readonly nextSeq: number
  /** Oldest first. */
  readonly steps: readonly Step[]
}

const logSetting = 'undo-log'
/** When there are more steps, the oldest are dropped. */
const maxSteps = 200

type LogTables = Pick<Tables, 'settings' | 'steps'>

export async function readLog({ settings }: Pick<Tables, 'settings'>): Promise<UndoLog> {
  const log = (await settings.get(logSetting))?.value as Partial<UndoLog> | undefined
  return Array.isArray(log?.steps) && typeof log.nextSeq === 'number'
    ? { nextSeq: log.nextSeq, steps: log.steps }
    : { nextSeq: 1, steps: [] }
}

export async function logStep(
  tables: LogTables,
  action: StepAction,
  { at, count, before }: { at: number; count: number; before: Before },
): Promise<Step> {
  const { nextSeq, steps } = await readLog(tables)
  const step: Step = { ...action, seq: nextSeq, at, count }
  const kept = [...steps, step]
  for (const { seq } of kept.splice(0, Math.max(0, kept.length - maxSteps)))
    await tables.steps.delete(keyOf(seq))
  await tables.steps.put({ key: keyOf(nextSeq), before })
  await tables.settings.put({ name: logSetting, value: { nextSeq: nextSeq + 1, steps: kept } })
  return step
}

/**
 * Removes and returns the latest step; undefined if there is none.
 *
 * @param wanted only this one, wherever it is now; it may have another number
 */
export async function popStep(
  tables: LogTables,
  wanted?: Step,
): Promise<{ step: Step; before: Before } | undefined> {
  const { nextSeq, steps } = await readLog(tables)
  const step = steps.findLast(({ at, kind }) => !wanted || (at === wanted.at && kind === wanted.kind))
  if (!step) return undefined
  const before = (await tables.steps.get(keyOf(step.seq)))?.before ?? {}
  await tables.steps.delete(keyOf(step.seq))
  await tables.settings.put({
    name: logSetting,
    value: { nextSeq, steps: steps.filter((other) => other !== step) },
  })
  return { step, before }
}

/** Drops the removal steps of jobs that were restored another way or are purged. */
export async function forgetRemovals(tables: LogTables, keys: readonly JobKey[]): Promise<void> {
  const { nextSeq, steps } = await readLog(tables)
  const isSettled = ({ kind, name = '' }: Step) =>
    (kind === 'remove-job' || kind === 'discard-request') && keys.includes(name)
  for (const { seq } of steps.filter(isSettled)) await tables.steps.delete(keyOf(seq))
  const left = steps.filter((step) => !isSettled(step))
  await tables.settings.put({ name: logSetting, value: { nextSeq, steps: left } })
}

/** Padded, so that keys sort like numbers. */
export const keyOf = (seq: number): string => String(seq).padStart(12, '0')
