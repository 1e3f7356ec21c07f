import { createListeners } from '../library/changes.ts'
import type { PageLibrary } from '../worker-protocol/library-calls.ts'
import type { Step, UndoneStep } from '../library/records.ts'

/** The id of every message about a step: each replaces the one before, whose "Undo" is then too late. */
export const stepMessage = 'step'

/** Undo on one page. Steps form one stack per account, so an undone step may belong to any screen. */
export interface Undoing {
  /**
   * Undoes the latest step; undefined if there is none.
   *
   * @param meant if given, nothing is changed unless it is still the latest
   */
  readonly undo: (meant?: Step) => Promise<UndoneStep | 'too-late' | undefined>
  /** Calls back with each step undone here, so that a screen can go to the articles concerned. */
  readonly subscribe: (listener: (undone: UndoneStep) => void) => () => void
}

export function createUndoing(library: PageLibrary): Undoing {
  const { notify, subscribe } = createListeners<UndoneStep>()
  return {
    async undo(meant) {
      const undone = await library.undo(meant)
      if (undone) notify(undone)
      return undone ?? (meant && 'too-late')
    },
    subscribe,
  }
}
