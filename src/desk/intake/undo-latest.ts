import type { Library } from '../library/library.ts'
import type { Step, StepAction } from '../library/records.ts'

/**
 * Remembers what was just done as the step it is in the log, for an "Undo" that stands in sight for a while: by the
 * time it is pressed something else may have been done, and the library takes back only the latest.
 */
export async function rememberStep(library: Library, kind: StepAction['kind']): Promise<Step | undefined> {
  const [latest] = await library.steps()
  return latest?.kind === kind ? latest : undefined
}

/** @returns whether it was undone; false where it is no longer the latest, and nothing was changed */
export async function undoStep(library: Library, step: Step): Promise<boolean> {
  const [latest] = await library.steps()
  if (latest?.seq !== step.seq) return false
  await library.undo()
  return true
}
