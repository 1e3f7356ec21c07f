import type { Decision } from '../../library/records.ts'
import { useKey } from '../../ui/use-key.ts'

export interface DecisionActions {
  readonly decide: (decision: Decision) => void
  readonly toggleRead: () => void
  readonly undo: () => void
}

/** The keys that decide on the article the editor is at, in a list and while reading. */
export function useDecisionKeys({ decide, toggleRead, undo }: DecisionActions): void {
  useKey('v', () => decide('keep'))
  useKey('b', () => decide('maybe'))
  useKey('d', () => decide('reject'))
  useKey('m', toggleRead)
  useKey('z', undo)
}
