import type { Library } from '../library/library.ts'
import type { Step, StepAction, UndoneStep } from '../library/records.ts'

/** The id of every message about a step: the latest takes the place of the one before, whose "Undo" is then too late. */
export const stepMessage = 'step'

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

/** Taking back, on one page: steps are one stack for the whole account, so what is taken back may lie on any screen. */
export interface Undoing {
  /**
   * Takes the latest step back; undefined where there is none.
   *
   * @param meant changes nothing unless it is still the latest
   */
  readonly undo: (meant?: Step) => Promise<UndoneStep | 'too-late' | undefined>
  /** Tells of each step that was taken back here, so that a screen which shows what it was about can go there. */
  readonly subscribe: (listener: (undone: UndoneStep) => void) => () => void
}

export function createUndoing(library: Library): Undoing {
  const listeners = new Set<(undone: UndoneStep) => void>()
  return {
    async undo(meant) {
      if (meant && (await library.steps())[0]?.seq !== meant.seq) return 'too-late'
      const undone = await library.undo()
      if (undone) for (const listener of listeners) listener(undone)
      return undone
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
