import type { Decision } from '../../library/records.ts'
import { useShortcut } from '../../ui/use-shortcut.ts'

export interface DecisionActions {
  readonly decide: (decision: Decision) => void
  /** For the first to ninth of the editor's reasons, from 0. */
  readonly rejectFor: (place: number) => void
  readonly toggleRead: () => void
}

/**
 * The shortcuts that decide on the article the editor is at, in a list and while reading; the palette has them by name.
 *
 * @param enabled whether there is an article at hand
 */
export function useDecisionShortcuts(
  { decide, rejectFor, toggleRead }: DecisionActions,
  enabled: boolean,
): void {
  useShortcut('keep', () => decide('keep'), { enabled })
  useShortcut('maybe', () => decide('maybe'), { enabled })
  useShortcut('reject', () => decide('reject'), { enabled })
  useShortcut('reject-for', (event) => event && rejectFor(Number(event.key) - 1), { enabled })
  useShortcut('toggle-read', toggleRead, { enabled })
}
